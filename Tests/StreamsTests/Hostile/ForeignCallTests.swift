import Dispatch
import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

/// The engine calls foreign code (an upstream's subscription, `request` and `cancel`, a scheduler, a `deinit`) where that code may
/// wait for a thread that sends to the same operator. A test that fails here does not end.
@Suite(.timeLimit(.minutes(30))) struct ForeignCallTests {
  /// Foreign code that waits once until another thread has done its work.
  private final class Meeting: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private let isOver = Shared(false)

    /// The foreign code: the first call waits.
    func hold() {
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      guard isFirst else { return }
      begun.signal()
      done.wait()
    }

    /// Runs one closure, in which `hold()` is called, and meanwhile another one on a thread of its own.
    func run(_ caller: @escaping @Sendable () -> Void, during other: @escaping @Sendable () -> Void) {
      together([
        caller,
        { @Sendable [begun, done] in
          begun.wait()
          other()
          done.signal()
        },
      ])
    }
  }

  /// A publisher with a subscription of its own, whose calls run closures.
  private struct UserPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Oops

    var onRequest: @Sendable () -> Void = {}
    var onCancel: @Sendable () -> Void = {}

    func receive<S: Subscriber<Int, Oops>>(subscriber: S) {
      subscriber.receive(subscription: UserSubscription(onRequest: onRequest, onCancel: onCancel))
    }

    private final class UserSubscription: Subscription {
      let onRequest: @Sendable () -> Void
      let onCancel: @Sendable () -> Void

      init(onRequest: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
        self.onRequest = onRequest
        self.onCancel = onCancel
      }

      func request(_ demand: Subscribers.Demand) { onRequest() }
      func cancel() { onCancel() }
    }
  }

  typealias Source = PassthroughSubject<Int, Oops>

  /// An operator with a subject and another publisher as its upstreams.
  enum Operator: CaseIterable {
    case combineLatest, zip, merge, flatMap, switchToLatest, withLatestFrom, dropUntilOutput, prefixUntilOutput

    func apply(_ subject: Source, _ other: AnyPublisher<Int, Oops>) -> AnyPublisher<Int, Oops> {
      switch self {
      case .combineLatest: subject.combineLatest(other).map { $0 + $1 }.eraseToAnyPublisher()
      case .zip: subject.zip(other).map { $0 + $1 }.eraseToAnyPublisher()
      case .merge: subject.merge(with: other).eraseToAnyPublisher()
      case .flatMap:
        [subject.eraseToAnyPublisher(), other].publisher.setFailureType(to: Oops.self).flatMap { $0 }
          .eraseToAnyPublisher()
      case .switchToLatest:
        Just(other).setFailureType(to: Oops.self).append(subject.map { _ in other }).switchToLatest()
          .eraseToAnyPublisher()
      case .withLatestFrom: subject.withLatestFrom(other).eraseToAnyPublisher()
      case .dropUntilOutput: subject.drop(untilOutputFrom: other).eraseToAnyPublisher()
      case .prefixUntilOutput: subject.prefix(untilOutputFrom: other).eraseToAnyPublisher()
      }
    }
  }

  enum Event: CaseIterable {
    case value, finished, failure

    func send(to subject: Source) {
      switch self {
      case .value: subject.send(1)
      case .finished: subject.send(completion: .finished)
      case .failure: subject.send(completion: .failure(Oops()))
      }
    }
  }

  @Test(arguments: Operator.allCases, Event.allCases)
  func `the subscription to an upstream may wait for a sender`(_ operation: Operator, _ event: Event) {
    let subject = Source()
    let meeting = Meeting()
    let other = Deferred {
      meeting.hold()
      return Just(1).setFailureType(to: Oops.self)
    }.eraseToAnyPublisher()
    let publisher = Shared(operation.apply(subject, other))
    meeting.run {
      publisher.current.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
    } during: {
      event.send(to: subject)
    }
  }

  @Test(arguments: Operator.allCases, Event.allCases)
  func `a request may wait for a sender`(_ operation: Operator, _ event: Event) {
    let subject = Source()
    let meeting = Meeting()
    let publisher = Shared(
      operation.apply(subject, UserPublisher(onRequest: meeting.hold).eraseToAnyPublisher()))
    meeting.run {
      publisher.current.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
    } during: {
      event.send(to: subject)
    }
  }

  @Test(arguments: Operator.allCases, Event.allCases)
  func `a cancel may wait for a sender`(_ operation: Operator, _ event: Event) {
    let subject = Source()
    let meeting = Meeting()
    let other = UserPublisher(onCancel: meeting.hold).eraseToAnyPublisher()
    let cancellable = Shared<AnyCancellable?>(
      operation.apply(subject, other).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    meeting.run {
      cancellable.withLock { $0.take() }?.cancel()
    } during: {
      event.send(to: subject)
    }
  }

  /// The failure of one upstream cancels the others.
  @Test(arguments: [Operator.combineLatest, .zip, .merge, .flatMap])
  func `a cancel because of a failure may wait for a sender`(_ operation: Operator) {
    let subject = Source()
    let third = Source()
    let meeting = Meeting()
    let other = UserPublisher(onCancel: meeting.hold).merge(with: third).eraseToAnyPublisher()
    let cancellable = operation.apply(subject, other).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    meeting.run {
      subject.send(completion: .failure(Oops()))
    } during: {
      third.send(1)
    }
    cancellable.cancel()
  }

  /// A trigger that has fired is cancelled.
  @Test func `a cancel because of a value may wait for a sender`() {
    let (subject, trigger) = (Source(), Source())
    let meeting = Meeting()
    let cancellable =
      subject
      .drop(untilOutputFrom: UserPublisher(onCancel: meeting.hold).merge(with: trigger))
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    meeting.run {
      trigger.send(1)
    } during: {
      subject.send(2)
    }
    cancellable.cancel()
  }

  /// A value whose release runs a closure.
  private final class Released: Sendable {
    let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
  }

  @Test(arguments: [true, false])
  func `the release of what an operator keeps may wait for a sender`(_ isCancelled: Bool) {
    let meeting = Meeting()
    let subject = PassthroughSubject<Released, Oops>()
    let other = PassthroughSubject<Released, Oops>()
    let cancellable = Shared<AnyCancellable?>(
      subject.zip(other).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    subject.send(Released(meeting.hold))
    meeting.run {
      if isCancelled {
        cancellable.withLock { $0.take() }?.cancel()
      } else {
        other.send(completion: .failure(Oops()))
      }
    } during: {
      subject.send(Released {})
    }
  }

  /// A scheduler of a user's that waits when it is asked to schedule, or for the time.
  private struct WaitingScheduler: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = DispatchQueue.SchedulerOptions

    let base = DispatchQueue(label: "waiting")
    let hold: @Sendable () -> Void
    let holdAtTime: Bool

    var now: SchedulerTimeType {
      if holdAtTime { hold() }
      return base.now
    }
    var minimumTolerance: SchedulerTimeType.Stride { 0 }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      if !holdAtTime { hold() }
      base.schedule(options: options, action)
    }
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      if !holdAtTime { hold() }
      base.schedule(after: date, tolerance: tolerance, options: options, action)
    }
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
  }

  /// The other thread sends into the merge before the operator, whose turn this thread has left by then, and requests.
  @Test(arguments: SchedulerJobTests.Operator.allCases, [true, false])
  func `a scheduler may wait for a sender`(_ operation: SchedulerJobTests.Operator, _ atTime: Bool) {
    let meeting = Meeting()
    let subject = CurrentValueSubject<Int, Never>(1)
    let scheduler = WaitingScheduler(hold: meeting.hold, holdAtTime: atTime)
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    let publisher = Shared(operation.apply(subject.eraseToAnyPublisher(), scheduler))
    guard operation != .receiveOn || !atTime else { return }
    meeting.run {
      publisher.current.receive(subscriber: recorder)
      recorder.request(.max(3))
      subject.send(2)
      subject.send(3)
      // In case that nothing was scheduled.
      meeting.hold()
    } during: {
      recorder.request(.max(2))
      recorder.cancel()
    }
  }

  /// The thread that requests sends the next number of the sequence, and waits for its turn with it.
  @Test func `a request that is answered at once waits for the delivery on another thread`() {
    let subject = PassthroughSubject<Int, Never>()
    let events = Shared<[String]>([])
    let (delivers, requests) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1)) { sum in
      guard sum == 11 else { return .none }
      delivers.signal()
      requests.wait()
      events.withLock { $0.append("delivered") }
      return .none
    }
    subject.combineLatest((1...3).publisher) { $0 + $1 }.subscribe(recorder)
    together(
      { subject.send(10) },
      {
        delivers.wait()
        requests.signal()
        recorder.request(.max(1))
        events.withLock { $0.append("requested") }
      })
    expectEqual(events.current, ["delivered", "requested"])
    expectEqual(recorder.values, [11, 12])
    recorder.cancel()
  }

  /// Requests lead to no work where nothing waits for demand, so they do not hold the thread that sends.
  @Test(arguments: [1, 3])
  func `requests in a loop do not hold a sender`(threads: Int) {
    let subject = CurrentValueSubject<Int, Never>(0)
    let others = CurrentValueSubject<Int, Never>(0)
    let publishers: [AnyPublisher<Int, Never>] = [
      subject.eraseToAnyPublisher(),
      subject.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher(),
      subject.buffer(size: 10, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher(),
      subject.combineLatest(others).map { $0 + $1 }.eraseToAnyPublisher(),
      subject.merge(with: others).eraseToAnyPublisher(),
      subject.map { Just($0) }.switchToLatest().eraseToAnyPublisher(),
      subject.flatMap { Just($0) }.eraseToAnyPublisher(),
      subject.collect(.byTimeOrCount(ImmediateScheduler.shared, 1, 1)).map { $0[0] }.eraseToAnyPublisher(),
      subject.share(replay: 1).eraseToAnyPublisher(),
    ]
    for publisher in publishers {
      let recorder = RecordingSubscriber<Int, Never>(demand: .none)
      publisher.receive(subscriber: recorder)
      let isOver = Shared(false)
      together(
        [
          { @Sendable in
            for number in 1...2_000 { subject.send(number) }
            isOver.withLock { $0 = true }
          }
        ]
          + (0..<threads).map { _ in { @Sendable in while !isOver.current { recorder.request(.max(1)) } } })
      recorder.cancel()
      expectEqual(recorder.violations, [])
    }
  }
}
