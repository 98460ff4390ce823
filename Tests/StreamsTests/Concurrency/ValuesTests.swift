import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(30))) struct ValuesTests {
  @Test func `iterates over the values of a sequence`() async {
    var seen: [Int] = []
    for await value in [1, 2, 3].publisher.values { seen.append(value) }
    expectEqual(seen, [1, 2, 3])
  }

  @Test func `requests one value at a time`() async {
    var demands: [String] = []
    let numbers = (1...3).publisher.handleEvents(receiveRequest: { demands.append("\($0)") })
    var seen: [Int] = []
    for await number in numbers.values { seen.append(number) }
    expectEqual(seen, [1, 2, 3])
    // The completion follows the last value at once, so nothing is requested after it.
    expectEqual(demands, ["max(1)", "max(1)", "max(1)"])
  }

  @Test func `keeps the order of values beyond the demand`() async {
    var seen: [Int] = []
    for await number in Pushy(batch: 3, count: 4).values { seen.append(number) }
    expectEqual(seen, Array(0..<12))
  }

  @Test func `yields nothing in a cancelled task`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var seen = 0
      for await _ in (1...).publisher.values { seen += 1 }
      return seen
    }
    await expectEqual(task.value, 0)
  }

  @Test func `requests a value once from a late subscription`() async {
    for _ in 1...100 {
      let late = Late()
      async let first = late.publisher.values.first { _ in true }
      // Whether the reader requests before or after the subscription arrives, the demand is the same.
      await late.introduce()
      await expectEqual(first, 1)
      expectEqual(late.demand, 1)
    }
  }

  @Test func `may be asked for its first element with try?`() async {
    let record = Record<Int, Oops>(output: [1, 2, 3], completion: .failure(Oops()))
    let second = try? await record.values.first { $0 == 2 }
    let ninth = try? await record.values.first { $0 == 9 }
    expectEqual([second, ninth], [2, nil])
  }

  @Test func `throws the failure`() async {
    await #expect(throws: Oops()) { for try await _ in Fail<Int, Oops>(error: Oops()).values {} }
  }

  @Test func `ends after the failure`() async throws {
    let probe = ProbePublisher<Int, Oops>()
    var iterator = probe.values.makeAsyncIterator()
    probe.send(completion: .failure(Oops()))
    await #expect(throws: Oops()) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `cancels the publisher when the iteration ends`() async {
    let probe = ProbePublisher<Int, Never>(onEvent: { _ in })
    let reader = Task {
      for await _ in probe.values { break }
    }
    while probe.outstanding == .none { await Task.yield() }
    probe.send(1)
    await reader.value
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .cancel])
  }

  @Test func `iterates over values that another thread delivers`() async {
    var seen: [Int] = []
    for await number in (0..<Stress.count).publisher.receive(on: DispatchQueue.global()).values { seen.append(number) }
    expectEqual(seen, Array(0..<Stress.count))
  }

  @Test func `publishes what a value holds to the reading thread`() async {
    final class Parcel: @unchecked Sendable {
      // Sendable because it is written before it is sent, and read after it was received.
      var number = -1
    }
    let subject = PassthroughSubject<Parcel, Never>()
    let parcels = (0..<20_000).map { _ in Parcel() }
    DispatchQueue.global().async {
      for (number, parcel) in parcels.enumerated() {
        parcel.number = number
        subject.send(parcel)
      }
      subject.send(completion: .finished)
    }
    var seen: [Int] = []
    for await parcel in subject.values { seen.append(parcel.number) }
    #expect(!seen.contains(-1) && seen == seen.sorted())
  }
}

/// Sends a batch at each request, whatever was requested, and finishes after some batches.
private struct Pushy: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let batch: Int
  let count: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Pusher(AnySubscriber(subscriber), batch: batch, count: count))
  }

  private final class Pusher: Subscription {
    let subscriber: AnySubscriber<Int, Never>
    let batch: Int
    var left: Int
    var next = 0

    init(_ subscriber: AnySubscriber<Int, Never>, batch: Int, count: Int) {
      self.subscriber = subscriber
      self.batch = batch
      left = count
    }

    func request(_ demand: Subscribers.Demand) {
      guard left > 0 else { return }
      left -= 1
      for _ in 0..<batch {
        _ = subscriber.receive(next)
        next += 1
      }
      if left == 0 { subscriber.receive(completion: .finished) }
    }

    func cancel() { left = 0 }
  }
}

/// Sends its subscription when it is told to, and then as many values as are requested.
///
/// Sendable because its state is kept in subjects, which any thread may use.
private final class Late: @unchecked Sendable {
  private let ready = CurrentValueSubject<AnySubscriber<Int, Never>?, Never>(nil)
  private let asked = CurrentValueSubject<Int, Never>(0)

  var demand: Int { asked.value }
  var publisher: Source { Source(late: self) }

  func introduce() async {
    while true {
      guard let subscriber = ready.value else {
        await Task.yield()
        continue
      }
      subscriber.receive(subscription: Ticket(late: self, subscriber: subscriber))
      return
    }
  }

  struct Source: Publisher, Sendable {
    typealias Output = Int
    typealias Failure = Never
    let late: Late

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      late.ready.value = AnySubscriber(subscriber)
    }
  }

  final class Ticket: Subscription {
    let late: Late
    let subscriber: AnySubscriber<Int, Never>

    init(late: Late, subscriber: AnySubscriber<Int, Never>) {
      self.late = late
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
      late.asked.value += demand.max ?? 1_000
      _ = subscriber.receive(late.asked.value)
    }

    func cancel() {}
  }
}
