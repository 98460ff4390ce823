import Dispatch
import ExpectSupport
import Locking
import Requests
import Streams
import Support
import Synchronization
import Testing

@testable import Screens

/// What is asked for an account, and ends with it.
@Suite struct AccountBoundTests {
  private let session = AccountSession()
  private let subject = PassthroughSubject<Int, ServiceError>()

  /// What a subscriber gets, in words.
  private final class Log {
    private(set) var entries: [String] = []
    var onValue: (Int) -> Void = { _ in }

    func receive(_ value: Int) {
      entries.append("\(value)")
      onValue(value)
      entries.append("after \(value)")
    }

    func receive(_ completion: Subscribers.Completion<ServiceError>) {
      switch completion {
      case .finished: entries.append("finished")
      case .failure(let error): entries.append(error == .signedOut ? "signed out" : "failure")
      }
    }
  }

  private func subscribe(_ log: Log, isAnswer: @escaping (Int) -> Bool = { _ in false }) -> AnyCancellable {
    session.bounding(subject.eraseToAnyPublisher(), isAnswer: isAnswer)
      .sink(receiveCompletion: { log.receive($0) }, receiveValue: { log.receive($0) })
  }

  @Test func `passes on elements and the end`() {
    let log = Log()
    let subscription = subscribe(log)
    subject.send(1)
    subject.send(completion: .finished)
    session.end(.signedOut)
    withExtendedLifetime(subscription) { expectEqual(log.entries, ["1", "after 1", "finished"]) }
  }

  @Test func `fails with the reason, in the order of the subscriptions, before the account is forgotten`() {
    let log = Log()
    let subscriptions = (0..<3).map { number in
      session.bounding(subject.eraseToAnyPublisher()) { _ in false }
        .sink(receiveCompletion: { _ in log.receive(number) }, receiveValue: { _ in })
    }
    session.end(.signedOut)
    log.receive(9)
    let entries = [0, 1, 2, 9].flatMap { ["\($0)", "after \($0)"] }
    withExtendedLifetime(subscriptions) { expectEqual(log.entries, entries) }
  }

  @Test func `tells of an end only after the element that is being received`() {
    let log = Log()
    log.onValue = { [session, subject] _ in
      session.end(.signedOut)
      // What is on its way is dropped.
      subject.send(2)
    }
    let subscription = subscribe(log)
    subject.send(1)
    withExtendedLifetime(subscription) { expectEqual(log.entries, ["1", "after 1", "signed out"]) }
  }

  @Test func `an answer that changes the account is followed by no failure`() {
    let log = Log()
    log.onValue = { [session] _ in session.end(.signedOut) }
    let subscription = subscribe(log) { _ in true }
    subject.send(1)
    withExtendedLifetime(subscription) { expectEqual(log.entries, ["1", "after 1", "finished"]) }
  }

  @Test func `an end while upstream is being subscribed to comes after the subscription`() {
    let log = Log()
    let upstream = Deferred { [session, subject] in
      session.end(.signedOut)
      return subject
    }
    let subscription = session.bounding(upstream.eraseToAnyPublisher()) { _ in false }
      .handleEvents(receiveSubscription: { _ in log.receive(0) })
      .sink(receiveCompletion: { log.receive($0) }, receiveValue: { log.receive($0) })
    subject.send(1)
    withExtendedLifetime(subscription) { expectEqual(log.entries, ["0", "after 0", "signed out"]) }
  }

  @Test func `what is asked while the account ends on another thread ends, too`() {
    let rounds = Seeds.first(200)
    let ended = LockedValue(0)
    for round in rounds {
      let session = AccountSession()
      let subscription = LockedValue<AnyCancellable?>(unchecked: nil)
      let waiting = Atomic(2)
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        // Both begin at once, but for a little that is another one in each round.
        waiting.subtract(1, ordering: .relaxed)
        while waiting.load(ordering: .relaxed) > 0 {}
        if number == 0 {
          for _ in 0..<round % 200 { _ = waiting.load(ordering: .relaxed) }
          return session.end(.signedOut)
        }
        let never = Empty<Int, ServiceError>(completeImmediately: false).eraseToAnyPublisher()
        let request = session.bounding(never) { _ in false }
          .sink(receiveCompletion: { _ in ended.withLock { $0 += 1 } }, receiveValue: { _ in })
        subscription.withLockUnchecked { $0 = request }
      }
    }
    expectEqual(ended.withLock { $0 }, rounds.count)
  }

  @Test func `keeps nothing of what has ended or was cancelled`() {
    weak var ended: Log?
    weak var cancelled: Log?
    do {
      let logs = [Log(), Log()]
      ended = logs[0]
      cancelled = logs[1]
      subscribe(logs[1]).cancel()
      let subscription = subscribe(logs[0])
      subject.send(completion: .finished)
      withExtendedLifetime(subscription) {}
    }
    #expect(ended == nil)
    #expect(cancelled == nil)
  }
}
