import ExpectSupport
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
    expectEqual(history(1, 2) { $0.print(to: text) }, ["value: 1", "value: 2", "finished"])
    expectEqual(text.text, "receive value: (1)\nreceive value: (2)\nreceive finished\n")
  }

  @Test func `handleEvents passes values and the completion`() {
    var values: [Int] = []
    expectEqual(
      history(1, 2) { $0.handleEvents(receiveOutput: { values.append($0) }) }, ["value: 1", "value: 2", "finished"])
    expectEqual(values, [1, 2])
  }

  @Test func `scan passes values and the completion`() {
    expectEqual(history(1, 2) { $0.scan(10, +) }, ["value: 11", "value: 13", "finished"])
  }

  @Test func `tryMap and tryScan pass values and drop the completion`() {
    expectEqual(history(1, 2) { $0.tryMap { $0 * 10 } }, ["value: 10", "value: 20"])
    expectEqual(history(1, 2) { $0.tryScan(10, +) }, ["value: 11", "value: 13"])
  }

  @Test func `operators with one result drop elements and the completion`() {
    let histories = [
      history(1, 2) { $0.collect() }, history(1, 2) { $0.count() },
      history(1, 2) { $0.min() }, history(1, 2) { $0.max() },
      history(1, 2) { $0.tryMin { $0 < $1 } }, history(1, 2) { $0.tryMax { $0 < $1 } },
      history(1, 2) { $0.reduce(0, +) }, history(1, 2) { $0.tryReduce(0, +) },
      history(1, 2) { $0.allSatisfy { $0 > 1 } }, history(1, 2) { $0.tryAllSatisfy { $0 > 1 } },
      history(1, 2) { $0.contains(1) }, history(1, 2) { $0.contains { $0 > 0 } },
      history(1, 2) { $0.tryContains { $0 > 0 } },
      history(1, 2) { $0.first() }, history(1, 2) { $0.first { $0 > 0 } }, history(1, 2) { $0.tryFirst { $0 > 0 } },
      history(1, 2) { $0.last() }, history(1, 2) { $0.last { $0 > 0 } }, history(1, 2) { $0.tryLast { $0 > 0 } },
    ]
    expectEqual(histories, Array(repeating: [], count: histories.count))
  }

  @Test func `drop(while:) and measureInterval drop elements and the completion`() {
    expectEqual(history(1, 2) { $0.drop { _ in false } }, [])
    expectEqual(history(1, 2) { $0.tryDrop { _ in false } }, [])
    expectEqual(history(1, 2) { $0.measureInterval(using: ImmediateScheduler.shared).map { _ in 0 } }, [])
  }

  @Test func `output(at:) passes its element and drops the completion before it`() {
    expectEqual(history(1, 2) { $0.output(at: 5) }, [])
  }

  /// Combine's operators pass the completion of an outer publisher; a test with a stub would wait for ever otherwise.
  @Test func `flatMap and switchToLatest pass the completion of the outer publisher`() {
    let outer = StubPublisher<Just<Int>, Never>()
    let flattened = outer.flatMap { $0 }.record()
    outer.send(completion: .finished)
    expectEqual(flattened.history.last, "finished")
    let latest = StubPublisher<Just<Int>, Never>()
    let switched = latest.switchToLatest().record()
    latest.send(completion: .finished)
    expectEqual(switched.history.last, "finished")
  }

  @Test func `tryMap fails when its closure throws`() {
    expectEqual(history(1, -2) { $0.tryMap { try positive($0) } }, ["value: 1", "failure: Oops()"])
  }

  @Test func `encode and decode pass values and the completion`() {
    expectEqual(history(1, 2) { $0.encode(encoder: TextCoder()) }, ["value: 1", "value: 2", "finished"])
    expectEqual(
      history("1", "2") { $0.decode(type: Int.self, decoder: TextCoder()) }, ["value: 1", "value: 2", "finished"])
  }

  @Test func `output passes values and finishes`() {
    expectEqual(history(1, 2) { $0.output(at: 1) }, ["value: 2", "finished"])
    expectEqual(history(1, 2) { $0.output(in: 0...5) }, ["value: 1", "value: 2", "finished"])
  }

  @Test func `collect by count passes values and the completion`() {
    expectEqual(history(1, 2) { $0.collect(2) }, ["value: [1, 2]", "finished"])
    expectEqual(history(1, 2) { $0.collect(3) }, ["value: [1, 2]", "finished"])
  }

  @Test func `ignoreOutput passes the completion`() {
    expectEqual(history(1, 2) { $0.ignoreOutput() }, ["finished"])
  }

  @Test func `autoconnect passes values and the completion`() {
    expectEqual(history(1, 2) { $0.map { $0 }.stubConnectable().autoconnect() }, ["value: 1", "value: 2", "finished"])
  }

  @Test func `sink and AnySubscriber receive values and the completion`() {
    let stub = StubPublisher<Int, Never>()
    var events: [String] = []
    let cancellable = stub.sink(receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") })
    stub.send(1)
    stub.send(completion: .finished)
    expectEqual(events, ["1", "finished"])
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
    expectEqual(recorder.history, ["subscription: Retry", "value: 1", "value: 2", "finished"])
  }

  @Test func `values emits elements and ends with the completion`() async {
    let stub = StubPublisher<Int, Never>()
    var iterator = stub.values.makeAsyncIterator()
    stub.send(1)
    stub.send(2)
    stub.send(completion: .finished)
    var received: [Int?] = []
    for _ in 0..<3 { received.append(await iterator.next()) }
    expectEqual(received, [1, 2, nil])
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
