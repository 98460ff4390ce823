import Locking
public import Streams

extension Publisher {
  /// Delivers elements on a scheduler, one after the other: the next one is requested when the delivery of the last has returned.
  ///
  /// It is how the elements of a feed reach the app: what the app has not handled waits in the feed's ``FeedWindow``, although
  /// `sink` and `assign` request everything.
  ///
  /// - Demand: Requests one element at a time from upstream, while downstream has demand.
  /// - Completion, failure: On the scheduler, after the elements.
  /// - Cancellation: Cancels upstream. An element whose job has not run yet is dropped.
  ///
  /// - Parameter scheduler: Where elements are delivered. One job delivers several that wait, but not so many that others of the
  ///   scheduler would have to wait for long. An immediate scheduler delivers in the same call.
  public func paced(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    PacedPublisher(upstream: self) { scheduler.schedule($0) }.eraseToAnyPublisher()
  }
}

private struct PacedPublisher<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let schedule: (@escaping () -> Void) -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(PacedSubscription(subscriber, schedule))
  }
}

private final class PacedSubscription<Downstream: Subscriber>: Subscription, Subscriber, @unchecked Sendable {
  // Sendable because the state is locked, and downstream is called by one job at a time.
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private struct State {
    /// `nil` after the end.
    var downstream: Downstream?
    var upstream: (any Subscription)?
    var demand = Subscribers.Demand.none
    /// What waits for a job: one element, if upstream sends no more than is requested.
    var queue = Deque<Input>()
    var completion: Subscribers.Completion<Failure>?
    /// Whether an element was requested that has not arrived.
    var isAwaiting = false
    /// Whether a job is due or runs.
    var isScheduled = false

    /// What a job delivers next; `nil` if there is nothing, and then the job ends.
    mutating func next() -> Step? {
      guard let downstream else { return nil }
      if demand > .none, let element = queue.popFirst() {
        demand -= 1
        return .element(downstream, element)
      }
      if queue.isEmpty, let completion {
        self.downstream = nil
        upstream = nil
        return .completion(downstream, completion)
      }
      isScheduled = false
      return nil
    }

    /// Begins a job, if there is something to deliver and no job does.
    mutating func beginJob() -> Bool {
      let isDue = downstream != nil && (demand > .none && !queue.isEmpty || queue.isEmpty && completion != nil)
      guard isDue, !isScheduled else { return false }
      isScheduled = true
      return true
    }

    /// The subscription of which one element is to be requested; `nil` if none is wanted.
    mutating func beginRequest() -> (any Subscription)? {
      guard downstream != nil, let upstream, demand > .none, queue.isEmpty, completion == nil, !isAwaiting else {
        return nil
      }
      isAwaiting = true
      return upstream
    }
  }

  private enum Step {
    case element(Downstream, Input)
    case completion(Downstream, Subscribers.Completion<Failure>)
  }

  /// How many elements one job delivers.
  private static var batch: Int { 64 }

  private let schedule: (@escaping () -> Void) -> Void
  private let state: LockedValue<State>

  init(_ downstream: Downstream, _ schedule: @escaping (@escaping () -> Void) -> Void) {
    self.schedule = schedule
    state = LockedValue(unchecked: State(downstream: downstream))
  }

  // MARK: - From upstream

  func receive(subscription: any Subscription) {
    let downstream = state.withLockUnchecked { state -> Downstream? in
      guard state.upstream == nil, state.downstream != nil else { return nil }
      state.upstream = subscription
      return state.downstream
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    scheduleJob { state in
      state.isAwaiting = false
      if state.downstream != nil { state.queue.append(input) }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    scheduleJob { $0.completion = completion }
  }

  private func scheduleJob(after change: (inout State) -> Void) {
    let isDue = state.withLockUnchecked { state in
      change(&state)
      return state.beginJob()
    }
    if isDue { schedule { self.runJob() } }
  }

  // MARK: - To downstream

  private func runJob() {
    for _ in 0..<Self.batch {
      switch state.withLockUnchecked({ $0.next() }) {
      case nil: return
      case .completion(let downstream, let completion): return downstream.receive(completion: completion)
      case .element(let downstream, let element):
        let more = downstream.receive(element)
        state.withLockUnchecked { state in
          state.demand += more
          return state.beginRequest()
        }?.request(.max(1))
      }
    }
    schedule { self.runJob() }
  }

  func request(_ demand: Subscribers.Demand) {
    let (upstream, isDue) = state.withLockUnchecked { state in
      state.demand += demand
      return (state.beginRequest(), state.beginJob())
    }
    upstream?.request(.max(1))
    if isDue { schedule { self.runJob() } }
  }

  func cancel() {
    let old = state.withLockUnchecked { state in
      let old = state
      state.downstream = nil
      state.upstream = nil
      state.queue.removeAll()
      return old
    }
    old.upstream?.cancel()
  }
}
