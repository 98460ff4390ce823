import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// What an upstream that never sends a subscription, as a stub in a test does, leads to.
@Suite struct StubPublisherTests {
  /// The history without a subscription, when the upstream sends two values and finishes.
  private func history<Input, P: Publisher>(
    _ first: Input, _ second: Input, _ make: (StubPublisher<Input, Oops>) -> P
  ) -> [String] {
    let stub = StubPublisher<Input, Oops>()
    let recorder = make(stub).record()
    stub.send(first)
    stub.send(second)
    stub.send(completion: .finished)
    return recorder.history
  }

  @Test func `print passes values and the completion`() {
    let text = TextLog()
    #expect(history(1, 2) { $0.print(to: text) } == ["value: 1", "value: 2", "finished"])
    #expect(text.text == "receive value: (1)\nreceive value: (2)\nreceive finished\n")
  }

  @Test func `handleEvents passes values and the completion`() {
    var values: [Int] = []
    #expect(
      history(1, 2) { $0.handleEvents(receiveOutput: { values.append($0) }) } == ["value: 1", "value: 2", "finished"])
    #expect(values == [1, 2])
  }

  @Test func `tryMap and scan pass values and the completion`() {
    #expect(history(1, 2) { $0.tryMap { $0 * 10 } } == ["value: 10", "value: 20", "finished"])
    #expect(history(1, 2) { $0.scan(10, +) } == ["value: 11", "value: 13", "finished"])
    #expect(history(1, 2) { $0.tryScan(10, +) } == ["value: 11", "value: 13", "finished"])
  }

  @Test func `tryMap fails when its closure throws`() {
    #expect(history(1, -2) { $0.tryMap { try positive($0) } } == ["value: 1", "failure: Oops()"])
  }

  @Test func `encode and decode pass values and the completion`() {
    #expect(history(1, 2) { $0.encode(encoder: TextCoder()) } == ["value: 1", "value: 2", "finished"])
    #expect(
      history("1", "2") { $0.decode(type: Int.self, decoder: TextCoder()) } == ["value: 1", "value: 2", "finished"])
  }

  @Test func `output passes values and finishes`() {
    #expect(history(1, 2) { $0.output(at: 1) } == ["value: 2", "finished"])
    #expect(history(1, 2) { $0.output(in: 0...5) } == ["value: 1", "value: 2", "finished"])
  }

  @Test func `collect by count passes values and the completion`() {
    #expect(history(1, 2) { $0.collect(2) } == ["value: [1, 2]", "finished"])
    #expect(history(1, 2) { $0.collect(3) } == ["value: [1, 2]", "finished"])
  }

  @Test func `ignoreOutput passes the completion`() {
    #expect(history(1, 2) { $0.ignoreOutput() } == ["finished"])
  }

  @Test func `autoconnect passes values and the completion`() {
    #expect(history(1, 2) { $0.map { $0 }.stubConnectable().autoconnect() } == ["value: 1", "value: 2", "finished"])
  }

  @Test func `sink and AnySubscriber receive values and the completion`() {
    let stub = StubPublisher<Int, Never>()
    var events: [String] = []
    let cancellable = stub.sink(receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") })
    stub.send(1)
    stub.send(completion: .finished)
    #expect(events == ["1", "finished"])
    cancellable.cancel()
  }

  @Test func `retry passes values of a second attempt`() {
    let stub = StubPublisher<Int, Oops>()
    let recorder = stub.retry(1).record()
    stub.send(subscription: Subscriptions.empty)
    stub.send(1)
    stub.send(completion: .failure(Oops()))
    stub.send(2)
    stub.send(completion: .finished)
    #expect(recorder.history == ["subscription: Retry", "value: 1", "value: 2", "finished"])
  }

  @Test func `a result that waits for demand comes with a subscription`() {
    #expect(history(1, 2) { $0.reduce(0, +) } == ["subscription: Reduce", "value: 3", "finished"])
    #expect(history(1, 2) { $0.first() } == ["subscription: First", "value: 1", "finished"])
  }

  @Test func `values emits elements and ends with the completion`() async {
    let stub = StubPublisher<Int, Never>()
    var iterator = stub.values.makeAsyncIterator()
    stub.send(1)
    stub.send(2)
    stub.send(completion: .finished)
    var received: [Int?] = []
    for _ in 0..<3 { received.append(await iterator.next()) }
    #expect(received == [1, 2, nil])
  }

  @Test func `values ends with its task`() async {
    let task = Task { () -> Int? in
      var iterator = StubPublisher<Int, Never>().values.makeAsyncIterator()
      return await iterator.next()
    }
    task.cancel()
    #expect(await task.value == nil)
  }
}

/// Writes values as text, and reads them.
private struct TextCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let value = Int(text) as? T else { throw Oops() }
    return value
  }
}

extension Publisher {
  fileprivate func stubConnectable() -> StubConnectable<Self> { StubConnectable(upstream: self) }
}

/// A connectable publisher that adds nothing to its upstream.
private struct StubConnectable<Upstream: Publisher>: ConnectablePublisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: subscriber)
  }

  func connect() -> any Cancellable { AnyCancellable {} }
}
