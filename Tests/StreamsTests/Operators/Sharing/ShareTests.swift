import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// A publisher that runs a closure while it connects, and counts the connections that are cancelled.
private final class SlowlyConnected: ConnectablePublisher {
  typealias Output = Int
  typealias Failure = Never

  /// NB: releasing it cancels nothing, unlike `AnyCancellable`, so that only a call counts.
  private final class Connection: Cancellable {
    let onCancel: () -> Void
    init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }
    func cancel() { onCancel() }
  }

  private let subject = PassthroughSubject<Int, Never>()
  private(set) var cancelCount = 0
  var duringConnect: () -> Void = {}

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subject.receive(subscriber: subscriber)
  }

  func connect() -> any Cancellable {
    duringConnect()
    return Connection { self.cancelCount += 1 }
  }
}

@Suite struct ShareTests {
  @Test func `connects after its first subscriber is attached`() {
    // A value that the upstream sends synchronously reaches the first subscriber.
    let recorder = Just(1).share().record()
    expectEqual(recorder.history, ["subscription: Multicast", "value: 1", "finished"])
  }

  @Test func `connects again after every subscriber has cancelled`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let one = shared.record()
    let two = shared.record()
    one.cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    two.cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
    let three = shared.record()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel, .subscribe, .request(.unlimited)])
    probe.send(1)
    expectEqual(three.values, [1])
  }

  @Test func `completes a late subscriber without subscribing again`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let one = shared.record()
    probe.send(completion: .finished)
    let two = shared.record()
    expectEqual(one.history, ["subscription: Multicast", "finished"])
    expectEqual(two.history, one.history)
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
  }

  @Test func `does not connect for a subscriber that cancels at once`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.cancel()
    probe.share().subscribe(recorder)
    expectEqual(probe.events, [])
  }

  @Test func `stops a synchronous upstream when its subscriber cancels`() {
    var sent = 0
    let numbers = (1...100).publisher.handleEvents(receiveOutput: { _ in sent += 1 })
    expectEqual(numbers.share().first().record().values, [1])
    expectEqual(numbers.makeConnectable().autoconnect().prefix(2).record().values, [1, 2])
    expectEqual(sent, 3)
  }

  @Test func `connects again when the last leaves during a delivery`() {
    let shared = (1...100).publisher.share()
    var second: RecordingSubscriber<Int, Never>?
    let first = shared.prefix(1).handleEvents(receiveCompletion: { _ in second = shared.record() }).record()
    expectEqual(first.values, [1])
    expectEqual(second?.values, Array(1...100))
    expectEqual(second?.completion, .finished)
  }

  @Test func `connects again after a cancel that is under way`() {
    let probe = ProbePublisher<Int, Never>()
    var join: (() -> Void)?
    let shared = probe.handleEvents(receiveCancel: { join.take()?() }).share()
    let first = shared.record()
    var second: RecordingSubscriber<Int, Never>?
    join = { second = shared.record() }
    first.cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel, .subscribe, .request(.unlimited)])
    probe.send(1)
    expectEqual(second?.values, [1])
  }

  @Test func `sends every subscriber the values and the failure`() {
    let probe = ProbePublisher<Int, Oops>()
    let shared = probe.share()
    let recorders = [shared.record(), shared.record(demand: .max(1))]
    probe.send(1)
    probe.send(2)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorders[0].history, ["subscription: Multicast", "value: 1", "value: 2", "failure: Oops()"])
    expectEqual(recorders[1].history, ["subscription: Multicast", "value: 1", "failure: Oops()"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
  }

  @Test func `has one connection at a time for several threads`() {
    for _ in 0..<50 {
      let connections = Shared((now: 0, most: 0))
      let source = PassthroughSubject<Int, Never>()
      let shared = source.handleEvents(
        receiveSubscription: { _ in connections.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } },
        receiveCancel: { connections.withLock { $0.now -= 1 } }
      ).share()
      let handed = Shared(shared)
      together(
        (0..<3).map { _ in
          { @Sendable in
            let shared = handed.current
            for _ in 0..<10 { shared.sink { _ in }.cancel() }
          }
        })
      expectEqual(connections.current.now, 0)
      expectEqual(connections.current.most, 1)
    }
  }

  @Test func `cancels a connection whose last subscriber has left`() {
    let source = SlowlyConnected()
    let recorder = RecordingSubscriber<Int, Never>()
    source.duringConnect = { recorder.cancel() }
    source.autoconnect().subscribe(recorder)
    expectEqual(source.cancelCount, 1)
    source.duringConnect = {}
    let second = source.autoconnect().record()
    expectEqual(source.cancelCount, 1)
    second.cancel()
    expectEqual(source.cancelCount, 2)
  }
}
