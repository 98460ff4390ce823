import Locking
import Streams
import Support
import Testing

@testable import Services

/// What a publisher of one answer owes its subscribers and its work.
@Suite("Work")
struct WorkTests {
  /// Work that is answered by hand, and counts what is done to it.
  private final class Handle: Sendable {
    private struct State {
      var started = 0
      var cleanedUp = 0
      var finish: Work<Int>.Finish?
    }

    private let state = LockedValue(State())

    var counts: [Int] { state.withLock { [$0.started, $0.cleanedUp] } }

    var work: Work<Int> {
      Work { [self] finish in
        state.withLock { state in
          state.started += 1
          state.finish = finish
        }
        return { self.state.withLock { $0.cleanedUp += 1 } }
      }
    }

    func finish(_ result: Result<Int, ServiceError>) {
      state.withLock { $0.finish }?(result)
    }

    func forget() {
      state.withLock { $0.finish = nil }
    }
  }

  /// Notes everything it hears, and does as it is told at each step.
  private final class Listener: Subscriber {
    var history: [String] = []
    var subscription: (any Subscription)?
    var onSubscription: (any Subscription) -> Void = { $0.request(.unlimited) }
    var onValue: (Listener) -> Void = { _ in }

    func receive(subscription: any Subscription) {
      history.append("\(subscription)")
      self.subscription = subscription
      onSubscription(subscription)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      history.append("\(input)")
      onValue(self)
      return .none
    }

    func receive(completion: Subscribers.Completion<ServiceError>) {
      history.append("\(completion)")
      subscription = nil
    }
  }

  @Test("starts at the first demand, answers once and cleans up once")
  func answer() {
    let (handle, listener) = (Handle(), Listener())
    listener.onSubscription = { _ in }
    handle.work.subscribe(listener)
    #expect(handle.counts == [0, 0])
    listener.subscription?.request(.max(1))
    listener.subscription?.request(.max(1))
    #expect(handle.counts == [1, 0])
    handle.finish(.success(1))
    handle.finish(.success(2))
    handle.finish(.failure(.timeout))
    listener.subscription?.cancel()
    #expect(listener.history == ["Work", "1", "finished"])
    #expect(handle.counts == [1, 1])
  }

  @Test("fails once and cleans up once")
  func failure() {
    let (handle, listener) = (Handle(), Listener())
    handle.work.subscribe(listener)
    handle.finish(.failure(.timeout))
    handle.finish(.success(1))
    #expect(listener.history == ["Work", "failure(Services.ServiceError.timeout)"])
    #expect(handle.counts == [1, 1])
  }

  @Test("delivers nothing after a cancel, and cleans up once")
  func cancel() {
    let (handle, listener) = (Handle(), Listener())
    handle.work.subscribe(listener)
    listener.subscription?.cancel()
    listener.subscription?.cancel()
    handle.finish(.success(1))
    #expect(listener.history == ["Work"])
    #expect(handle.counts == [1, 1])
  }

  @Test("does not start after a cancel")
  func cancelBeforeDemand() {
    let (handle, listener) = (Handle(), Listener())
    listener.onSubscription = { subscription in
      subscription.cancel()
      subscription.request(.max(1))
    }
    handle.work.subscribe(listener)
    #expect(listener.history == ["Work"])
    #expect(handle.counts == [0, 0])
  }

  @Test("sends no completion to a subscriber that cancels on the value")
  func cancelOnValue() {
    let (handle, listener) = (Handle(), Listener())
    listener.onValue = { $0.subscription?.cancel() }
    handle.work.subscribe(listener)
    handle.finish(.success(1))
    #expect(listener.history == ["Work", "1"])
    #expect(handle.counts == [1, 1])
  }

  @Test("may be answered, and cancelled, while it starts")
  func synchronous() {
    let cleanedUp = LockedValue(0)
    let answered = Listener()
    Work<Int> { finish in
      finish(.success(1))
      return { cleanedUp.withLock { $0 += 1 } }
    }
    .subscribe(answered)
    #expect(answered.history == ["Work", "1", "finished"])
    #expect(cleanedUp.withLock { $0 } == 1)

    let cancelled = Listener()
    let cancel = LockedValue<AnyCancellable?>(nil)
    cancelled.onSubscription = { subscription in
      cancel.withLock { $0 = AnyCancellable { subscription.cancel() } }
      subscription.request(.unlimited)
    }
    Work<Int> { finish in
      cancel.withLock { $0 }?.cancel()
      finish(.success(1))
      return { cleanedUp.withLock { $0 += 1 } }
    }
    .subscribe(cancelled)
    #expect(cancelled.history == ["Work"])
    #expect(cleanedUp.withLock { $0 } == 2)
  }

  @Test("starts anew for each subscriber")
  func cold() {
    let handle = Handle()
    let work = handle.work
    work.subscribe(Listener())
    work.subscribe(Listener())
    #expect(handle.counts == [2, 0])
  }

  @Test("lets go of its subscriber when it is answered, and when it is cancelled", arguments: [true, false])
  func noLeak(answered: Bool) {
    let handle = Handle()
    let leaked = leaks { detector in
      let listener = detector.watch(Listener())
      handle.work.subscribe(listener)
      if answered {
        handle.finish(.success(1))
      } else {
        listener.subscription?.cancel()
        listener.subscription = nil
      }
    }
    #expect(leaked == [])
    handle.forget()
  }

  @Test("answers once when many answer at the same time as it is cancelled")
  func races() async {
    for _ in 0..<200 {
      let handle = Handle()
      let values = LockedValue(0)
      let completions = LockedValue(0)
      let cancellable = handle.work.sink(
        receiveCompletion: { _ in completions.withLock { $0 += 1 } }, receiveValue: { _ in values.withLock { $0 += 1 } }
      )
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<3 { group.addTask { handle.finish(.success(number)) } }
        group.addTask { cancellable.cancel() }
      }
      #expect(values.withLock { $0 } <= 1)
      #expect(completions.withLock { $0 } <= values.withLock { $0 })
      #expect(handle.counts == [1, 1])
    }
  }
}
