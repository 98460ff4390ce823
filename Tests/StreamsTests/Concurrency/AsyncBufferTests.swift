import Streams
import Testing

/// The way a value takes from a publisher to a task.
@Suite struct AsyncBufferTests {
  @Test func aPublisherThatAnswersAtOnceIsAskedForOneValueAtATime() async {
    var demands: [String] = []
    let numbers = (1...3).publisher.handleDemand { demands.append("\($0)") }
    var seen: [Int] = []
    for await number in numbers.values { seen.append(number) }
    #expect(seen == [1, 2, 3])
    // NB: the end comes right after the last value, so nothing is asked after it.
    #expect(demands == ["max(1)", "max(1)", "max(1)"])
  }

  @Test func valuesBeyondTheDemandKeepTheirOrder() async {
    var seen: [Int] = []
    for await number in Pushy(batch: 3, count: 4).values { seen.append(number) }
    #expect(seen == Array(0..<12))
  }

  @Test func aCancelledTaskGetsNoMoreValues() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var seen = 0
      for await _ in (1...).publisher.values { seen += 1 }
      return seen
    }
    #expect(await task.value == 0)
  }

  @Test func aLateSubscriptionIsAskedOnceForTheValueThatIsOwed() async {
    for _ in 1...100 {
      let late = Late()
      async let first = late.publisher.values.first { _ in true }
      // NB: the reader asks before the subscription comes, or after it: the demand is the same.
      await late.introduce()
      #expect(await first == 1)
      #expect(late.demand == 1)
    }
  }
}

extension Publisher {
  /// Tells of each demand.
  fileprivate func handleDemand(_ heard: @escaping (Subscribers.Demand) -> Void) -> Heard<Self> {
    Heard(upstream: self, heard: heard)
  }
}

private struct Heard<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
  let upstream: Upstream
  let heard: (Subscribers.Demand) -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let heard = heard
    upstream.receive(
      subscriber: AnySubscriber<Output, Failure>(
        receiveSubscription: { subscriber.receive(subscription: Ear(upstream: $0, heard: heard)) },
        receiveValue: { subscriber.receive($0) },
        receiveCompletion: { subscriber.receive(completion: $0) }))
  }

  private final class Ear: Subscription {
    let upstream: any Subscription
    let heard: (Subscribers.Demand) -> Void

    init(upstream: any Subscription, heard: @escaping (Subscribers.Demand) -> Void) {
      self.upstream = upstream
      self.heard = heard
    }

    func request(_ demand: Subscribers.Demand) {
      heard(demand)
      upstream.request(demand)
    }

    func cancel() { upstream.cancel() }
  }
}

/// Sends a batch at each demand, whatever was asked for, and finishes after some batches.
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

/// Introduces its subscriber when it is told to, and sends as many values as it is asked for.
///
/// `@unchecked Sendable`: what is variable is kept in subjects, which any thread may use.
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
