import Locking
package import Streams

/// Publishes the updates of a transfer, one at a time: a progress that waits is replaced by the next one.
///
/// - Demand: As requested. What waits is one progress, the answer and the end.
/// - Cancellation: Stops the transfer. A downloaded file that has not reached the subscriber is removed.
package struct TransferPublisher: Publisher {
  package typealias Output = ServiceUpdate
  package typealias Failure = ServiceError
  package typealias Sink = TransferSink

  private let schedule: (@escaping () -> Void) -> Void
  private let start: (Sink) -> AnyCancellable

  /// A transfer that starts at each subscription.
  ///
  /// - Parameters:
  ///   - schedule: where updates are delivered; by default, where they are sent.
  ///   - start: starts the transfer, which sends its updates into the sink from any thread.
  package init(
    on schedule: @escaping (@escaping () -> Void) -> Void = { $0() }, _ start: @escaping (Sink) -> AnyCancellable
  ) {
    self.schedule = schedule
    self.start = start
  }

  /// The updates of a transfer, one at a time, elsewhere. What has arrived is delivered, or removed.
  package init(
    on schedule: @escaping (@escaping () -> Void) -> Void, _ upstream: AnyPublisher<Output, Failure>
  ) {
    self.init(on: schedule) { sink in
      let relay = Relay(sink)
      upstream.subscribe(relay)
      return AnyCancellable { relay.cancel() }
    }
  }

  /// Passes on all that arrives, also after a cancellation.
  private final class Relay: Subscriber, @unchecked Sendable {
    // Sendable because the subscription is locked.
    private let sink: Sink
    private let subscription = LockedValue<(any Subscription)?>(unchecked: nil)
    private let isCancelled = LockedValue(false)

    init(_ sink: Sink) { self.sink = sink }

    func receive(subscription: any Subscription) {
      self.subscription.withLockUnchecked { $0 = subscription }
      if isCancelled.withLock({ $0 }) { return subscription.cancel() }
      subscription.request(.unlimited)
    }

    func receive(_ input: Output) -> Subscribers.Demand {
      sink.send(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { sink.send(completion: completion) }

    func cancel() {
      isCancelled.withLock { $0 = true }
      subscription.withLockUnchecked { $0.take() }?.cancel()
    }
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let sink = Sink(
      schedule, receive: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
    subscriber.receive(subscription: sink)
    sink.keep(start(sink))
  }
}

/// What a transfer sends its updates into.
package final class TransferSink: Subscription, @unchecked Sendable {
  // Sendable because the state is locked, and downstream is called by one job at a time.

  private struct State {
    /// `nil` after the end.
    var receive: ((ServiceUpdate) -> Subscribers.Demand)?
    var complete: ((Subscribers.Completion<ServiceError>) -> Void)?
    var demand = Subscribers.Demand.none
    var progress: TransferProgress?
    var last: TransferProgress?
    var answer: (any Sendable)?
    var completion: Subscribers.Completion<ServiceError>?
    /// Whether a job is due or runs.
    var isScheduled = false
    var work: AnyCancellable?

    mutating func next() -> Step? {
      guard let receive else { return nil }
      if demand > .none, let update = takeUpdate() {
        demand -= 1
        return .update(receive, update)
      }
      if progress == nil, answer == nil, let completion, let complete {
        let work = work
        self = State()
        return .completion(complete, completion, work)
      }
      isScheduled = false
      return nil
    }

    private mutating func takeUpdate() -> ServiceUpdate? {
      if let progress {
        self.progress = nil
        return .progress(progress)
      }
      return answer.take().map { .answer($0) }
    }

    var isDue: Bool {
      let waits = progress != nil || answer != nil
      return receive != nil && !isScheduled && (waits ? demand > .none : completion != nil)
    }
  }

  private enum Step {
    case update((ServiceUpdate) -> Subscribers.Demand, ServiceUpdate)
    case completion(
      (Subscribers.Completion<ServiceError>) -> Void, Subscribers.Completion<ServiceError>, AnyCancellable?)
  }

  private let schedule: (@escaping () -> Void) -> Void
  private let state: LockedValue<State>

  init(
    _ schedule: @escaping (@escaping () -> Void) -> Void,
    receive: @escaping (ServiceUpdate) -> Subscribers.Demand,
    complete: @escaping (Subscribers.Completion<ServiceError>) -> Void
  ) {
    self.schedule = schedule
    state = LockedValue(unchecked: State(receive: receive, complete: complete))
  }

  /// Keeps what stops the transfer, until it has ended.
  func keep(_ work: AnyCancellable) {
    let isKept = state.withLockUnchecked { state in
      guard state.receive != nil else { return false }
      state.work = work
      return true
    }
    if !isKept { work.cancel() }
  }

  // MARK: - From the transfer

  /// Sends an update. A progress that is behind the last one is dropped, and so is what comes after the end.
  package func send(_ update: ServiceUpdate) {
    var isDropped = false
    change { state in
      isDropped = state.receive == nil || state.completion != nil || state.answer != nil
      guard !isDropped else { return }
      switch update {
      case .answer(let answer): state.answer = answer
      case .progress(let progress):
        if let last = state.last, !progress.follows(last) { return }
        state.progress = progress
        state.last = progress
      case .element, .condition, .unreadable: break
      }
    }
    if isDropped, let answer = update.answer { Self.discard(answer) }
  }

  /// Sends the end.
  package func send(completion: Subscribers.Completion<ServiceError>) {
    change { state in
      if state.receive != nil, state.completion == nil { state.completion = completion }
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let isDue = state.withLockUnchecked { state in
      change(&state)
      guard state.isDue else { return false }
      state.isScheduled = true
      return true
    }
    if isDue { schedule { self.run() } }
  }

  private func run() {
    while let step = state.withLockUnchecked({ $0.next() }) {
      switch step {
      case .update(let receive, let update):
        if let file = update.answer as? FileReference { file.content.keep() }
        let more = receive(update)
        state.withLockUnchecked { $0.demand += more }
      case .completion(let complete, let completion, let work):
        complete(completion)
        work?.cancel()
      }
    }
  }

  // MARK: - From the subscriber

  package func request(_ demand: Subscribers.Demand) { change { $0.demand += demand } }

  package func cancel() {
    let old = state.withLockUnchecked { state in
      defer { state = State() }
      return state
    }
    old.work?.cancel()
    if let answer = old.answer { Self.discard(answer) }
  }

  /// Removes the file of an answer that reaches no subscriber.
  private static func discard(_ answer: any Sendable) { (answer as? FileReference)?.content.discard() }
}
