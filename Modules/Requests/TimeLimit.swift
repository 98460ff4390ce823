public import Dispatch
import Locking
public import Streams
public import StreamsExtras

/// Fails each request that takes too long, with ``ServiceError/timeout``, and cancels it.
///
/// Answers come on the thread on which the service delivers them. One timer serves all requests under way, so that a limit
/// costs little. If the process was stopped, such as by the sleep of the machine, when the time came, each request has it once more: its
/// answer may have arrived meanwhile.
///
/// ```swift
/// let backend = base.wrapped(TimeLimit(.seconds(5)).intercept)
/// ```
public struct TimeLimit: Sendable {
  private let deadlines: Deadlines

  /// A limit for each request.
  ///
  /// - Parameters:
  ///   - time: how long a request may take in all.
  ///   - scheduler: measures the time, and delivers the failure.
  public init(
    _ time: Duration, scheduler: AnySchedulerOf<DispatchQueue> = .main
  ) {
    deadlines = Deadlines(limit: Deadlines.Time.Stride(saturating: time), scheduler: scheduler)
  }

  /// Performs a request within the limit; see ``Backend/wrapped(_:)``.
  ///
  /// In a transfer nothing may be sent or received for as long as the limit; a feed has to open, or to say why not, within it. Then
  /// both may go on for ever.
  public func intercept(_ request: ServiceRequest, _ next: (ServiceRequest) -> ServiceUpdates) -> ServiceUpdates {
    let updates = next(request)
    switch request.kind {
    case .answer: return limiting(updates)
    case .transfer:
      return Deferred { [self] in
        let meter = TransferMeter()
        return limiting(updates.handleEvents(receiveOutput: { _ in meter.touch() }).eraseToAnyPublisher(), meter)
      }
      .eraseToAnyPublisher()
    case .feed: return opening(updates)
    }
  }

  /// A feed that has to open, or to say why not, within the limit.
  private func opening(_ events: ServiceUpdates) -> ServiceUpdates {
    Deferred { [deadlines] () -> ServiceUpdates in
      let timeout = PassthroughSubject<Void, Never>()
      let isLate = LockedValue(false)
      let deadline = deadlines.add {
        isLate.withLock { $0 = true }
        timeout.send()
      }
      let remove = { deadlines.remove(deadline) }
      return events.handleEvents(
        receiveOutput: { event in
          if case .condition(.connecting) = event { return }
          remove()
        }, receiveCompletion: { _ in remove() }, receiveCancel: remove
      )
      .prefix(untilOutputFrom: timeout)
      .append(
        Deferred {
          isLate.withLock { $0 }
            ? Result.failure(ServiceError.timeout).publisher.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
        }
      )
      .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  /// The same call, which fails when it takes too long or, with a meter, when nothing is sent or received for so long.
  package func limiting<Answer>(
    _ call: AnyPublisher<Answer, ServiceError>, _ meter: TransferMeter? = nil
  ) -> AnyPublisher<Answer, ServiceError> {
    .create { subscriber in
      let deadline = begin(meter) { subscriber.send(completion: .failure(.timeout)) }
      let request = call.sink(
        receiveCompletion: { subscriber.send(completion: $0) }, receiveValue: { subscriber.send($0) })
      return AnyCancellable {
        deadline.cancel()
        request.cancel()
      }
    }
  }

  /// Begins the time of a request, or that of its silence where there is a meter.
  ///
  /// - Parameter onEnd: Runs if the time is over before it is cancelled.
  func begin(_ meter: TransferMeter? = nil, _ onEnd: @escaping @Sendable () -> Void) -> AnyCancellable {
    if let meter {
      let watch = TransferWatch(deadlines, activity: { meter.activity }, onSilence: onEnd)
      return AnyCancellable { watch.stop() }
    }
    let deadline = deadlines.add(onEnd)
    return AnyCancellable { [deadlines] in deadlines.remove(deadline) }
  }
}

/// Finds that nothing happens in a transfer for as long as the limit, and for twice as long at most.
private final class TransferWatch: Sendable {
  private let deadlines: Deadlines
  private let activity: @Sendable () -> Int
  private let onSilence: @Sendable () -> Void
  /// The number of the present deadline; `nil` after the end.
  private let deadline = LockedValue<Int?>(nil)

  init(_ deadlines: Deadlines, activity: @escaping @Sendable () -> Int, onSilence: @escaping @Sendable () -> Void) {
    self.deadlines = deadlines
    self.activity = activity
    self.onSilence = onSilence
    deadline.withLock { $0 = next() }
  }

  private func next() -> Int {
    let last = activity()
    return deadlines.add { [weak self] in self?.check(last) }
  }

  private func check(_ last: Int) {
    guard activity() != last else {
      if deadline.withLock({ $0.take() }) != nil { onSilence() }
      return
    }
    let number = next()
    let isOver = deadline.withLock { deadline in
      if deadline != nil { deadline = number }
      return deadline == nil
    }
    if isOver { deadlines.remove(number) }
  }

  func stop() {
    if let number = deadline.withLock({ $0.take() }) { deadlines.remove(number) }
  }
}

/// The deadlines of the requests under way. All have the same limit, so they end in the order in which they started, and one
/// timer waits for the first of them.
private final class Deadlines: Sendable {
  typealias Time = DispatchQueue.SchedulerTimeType

  private struct Deadline {
    var time: Time
    let onTimeout: @Sendable () -> Void
  }

  private struct State {
    /// The deadlines by their numbers. The numbers of requests that ended are missing.
    var waiting: [Int: Deadline] = [:]
    /// No number below it waits.
    var first = 0
    var next = 0
    var isTimerSet = false

    /// Removes the deadlines that have come.
    mutating func removeDue(at time: Time) -> [Deadline] {
      var due: [Deadline] = []
      while let deadline = earliest, deadline.time <= time {
        waiting[first] = nil
        due.append(deadline)
      }
      return due
    }

    /// Puts all deadlines off to a time. They stay in their order.
    mutating func putOff(to time: Time) {
      for number in waiting.keys { waiting[number]?.time = time }
    }

    /// The deadline that comes first.
    var earliest: Deadline? {
      mutating get {
        while first < next {
          if let deadline = waiting[first] { return deadline }
          first += 1
        }
        return nil
      }
    }
  }

  private let limit: Time.Stride
  private let scheduler: AnySchedulerOf<DispatchQueue>
  private let state = LockedValue(State())

  init(limit: Time.Stride, scheduler: AnySchedulerOf<DispatchQueue>) {
    self.limit = limit
    self.scheduler = scheduler
  }

  /// Adds the deadline of a request that starts. Returns its number.
  func add(_ onTimeout: @escaping @Sendable () -> Void) -> Int {
    let time = scheduler.now.advanced(by: limit)
    let (number, needsTimer) = state.withLock { state in
      defer { state.isTimerSet = true }
      state.waiting[state.next] = Deadline(time: time, onTimeout: onTimeout)
      state.next += 1
      return (state.next - 1, !state.isTimerSet)
    }
    if needsTimer { setTimer(for: time) }
    return number
  }

  func remove(_ number: Int) { state.withLock { _ = $0.waiting.removeValue(forKey: number) } }

  private func setTimer(for time: Time) {
    scheduler.schedule(after: time) { [weak self] in self?.timerFired(at: time) }
  }

  private func timerFired(at time: Time) {
    let now = scheduler.now
    let wasStopped = WakeRule.wasStopped(due: time, now: now, limit: limit)
    let (due, next) = state.withLock { state in
      if wasStopped { state.putOff(to: now.advanced(by: limit)) }
      let due = state.removeDue(at: time)
      let next = state.earliest?.time
      state.isTimerSet = next != nil
      return (due, next)
    }
    if let next { setTimer(for: next) }
    for deadline in due { deadline.onTimeout() }
  }
}

/// Whether a process was stopped, as far as its timers tell: it has not listened meanwhile, so nothing is late yet.
package enum WakeRule {
  package typealias Time = DispatchQueue.SchedulerTimeType

  /// - Parameters:
  ///   - due: when a timer was due.
  ///   - now: when it has run.
  ///   - limit: the time that it measures.
  package static func wasStopped(due: Time, now: Time, limit: Time.Stride) -> Bool {
    // NB: the timers of a busy machine are late by less.
    due.distance(to: now).magnitude > min(max(limit.magnitude / 10, 100_000_000), 500_000_000)
  }
}
