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
    let core = PacedCore(schedule) { subscriber.receive(unsafeDowncast($0, to: Box<Output>.self).element) }
    upstream.subscribe(PacedSubscriber(core, subscriber))
  }
}

/// An element as an object, which code can pass on that does not know its type.
private final class Box<Element> {
  let element: Element

  init(_ element: Element) { self.element = element }
}

/// The side of upstream.
private struct PacedSubscriber<Downstream: Subscriber>: Subscriber {
  let core: PacedCore
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  init(_ core: PacedCore, _ downstream: Downstream) {
    self.core = core
    self.downstream = downstream
  }

  func receive(subscription: any Subscription) {
    if core.begin(subscription) { downstream.receive(subscription: core) } else { subscription.cancel() }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    core.receive(Box(input))
    return .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.receive(completion: { [downstream] in downstream.receive(completion: completion) })
  }
}

/// The elements in boxes, because code that is generic in an element's type looks up its types again with each call.
private final class PacedCore: Subscription, @unchecked Sendable {
  // Sendable because the state is locked, and downstream is called by one job at a time.

  private struct State {
    /// Passes an element on; `nil` after the end.
    var downstream: ((AnyObject) -> Subscribers.Demand)?
    var upstream: (any Subscription)?
    var demand = Subscribers.Demand.none
    /// What waits for a job: one element, if upstream sends no more than is requested.
    var queue = Deque<AnyObject>()
    /// Passes the completion on.
    var completion: (() -> Void)?
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
        self.completion = nil
        return .completion(completion)
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
    case element((AnyObject) -> Subscribers.Demand, AnyObject)
    case completion(() -> Void)
  }

  /// How many elements one job delivers.
  private static let batch = 64

  private let schedule: (@escaping () -> Void) -> Void
  private let state: LockedValue<State>

  init(
    _ schedule: @escaping (@escaping () -> Void) -> Void, _ downstream: @escaping (AnyObject) -> Subscribers.Demand
  ) {
    self.schedule = schedule
    state = LockedValue(unchecked: State(downstream: downstream))
  }

  // MARK: - From upstream

  /// - Returns: whether the subscription is kept.
  func begin(_ subscription: any Subscription) -> Bool {
    state.withLockUnchecked { state in
      guard state.upstream == nil, state.downstream != nil else { return false }
      state.upstream = subscription
      return true
    }
  }

  func receive(_ element: AnyObject) {
    scheduleJob { state in
      state.isAwaiting = false
      if state.downstream != nil { state.queue.append(element) }
    }
  }

  func receive(completion: @escaping () -> Void) {
    scheduleJob { state in
      if state.downstream != nil { state.completion = completion }
    }
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
      case .completion(let complete): return complete()
      case .element(let downstream, let element):
        let more = downstream(element)
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
      state.completion = nil
      return old
    }
    old.upstream?.cancel()
  }
}
