public import Streams

/// Delivers to one subscriber what a source sends: one element at a time, in order, and no more than is requested.
///
/// It is the subscription of a publisher that you write. A source sends from any thread; what the subscriber has not requested waits in a
/// ``DeliveryQueue``, which decides what is kept.
///
/// ```swift
/// struct Locations: Publisher {
///   typealias Output = Location
///   typealias Failure = Never
///
///   func receive<S: Subscriber<Location, Never>>(subscriber: S) {
///     let delivery = SerialDelivery(UnboundedQueue<Location>(), to: subscriber)
///     delivery.start {
///       let observer = tracker.observe { delivery.send($0) }
///       return AnyCancellable { observer.stop() }
///     }
///   }
/// }
/// ```
///
/// - Demand: Counted. A source that is a `Subscription` or a publisher is asked for what the queue says
///   (``DeliveryQueue/demandOfSource()``).
/// - Completion, failure: After what waits. The source is cancelled as soon as the end is sent.
/// - Cancellation: Cancels the source, and releases the subscriber and what waits. Nothing is delivered afterwards, but what another
///   thread delivers at the time.
/// - Threads: Each method may be called from any thread, also during a delivery, and none waits for one. The thread that sends or requests
///   delivers, and what is sent meanwhile is delivered by it too; or a job of a scheduler does. No lock is held during a delivery.
public final class SerialDelivery<Queue: DeliveryQueue, Failure: Error>: Subscription, @unchecked Sendable {
  // Sendable because the state is locked, and the subscriber is called by one thread at a time.

  /// Runs a job.
  public typealias Schedule = (@escaping () -> Void) -> Void

  /// What ends with the delivery.
  @usableFromInline struct Open {
    @usableFromInline var queue: Queue
    @usableFromInline let subscriber: ErasedSubscriber<Queue.Element, Failure>
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    @inlinable init(_ queue: Queue, _ subscriber: ErasedSubscriber<Queue.Element, Failure>) {
      self.queue = queue
      self.subscriber = subscriber
    }

    /// Books what the subscriber has requested.
    ///
    /// - Returns: What to request from the source.
    @inlinable mutating func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
      demand += more
      return demand > .none && completion == nil ? queue.demandOfSource() : .none
    }

    // NB: these are mutating, so that what is in an optional is not copied with all that it keeps, at each call.
    @inlinable mutating func isDue() -> Bool { queue.isEmpty ? completion != nil : demand > .none }

    @inlinable mutating func accepts() -> Bool { completion == nil }

    @inlinable mutating func popFirst() -> Queue.Element? {
      guard demand > .none, let element = queue.popFirst() else { return nil }
      demand -= 1
      return element
    }

    @inlinable mutating func end() -> Subscribers.Completion<Failure>? { queue.isEmpty ? completion : nil }
  }

  @usableFromInline struct State {
    /// `nil` after the end.
    @usableFromInline var open: Open?
    /// Whether a thread delivers, or a job is due or runs. The thread that sends the subscription is the first one.
    @usableFromInline var isDelivering = true
    /// The thread that schedules a job; 0 if there is none.
    @usableFromInline var schedulingThread: UInt = 0
    /// Whether a job has run while it was scheduled, and another one is due.
    @usableFromInline var needsJob = false

    @inlinable init(_ open: Open) { self.open = open }

    /// - Returns: Whether the caller has to deliver.
    @inlinable mutating func beginDelivering() -> Bool {
      guard !isDelivering, open?.isDue() == true else { return false }
      isDelivering = true
      return true
    }

    /// What is delivered next; `nil` if there is nothing, and then nothing is delivering.
    @inlinable mutating func next() -> Step? {
      if let element = open?.popFirst() { return .element(element) }
      if let completion = open?.end() { return open.take().map { .end(completion, $0) } }
      isDelivering = false
      return nil
    }

    /// - Returns: Whether another job is due.
    @inlinable mutating func endScheduling(by thread: UInt) -> Bool {
      guard schedulingThread == thread else { return false }
      schedulingThread = 0
      defer { needsJob = false }
      return needsJob
    }

    /// Leaves a job that is due to the thread that is scheduling the present one, if it is this one.
    @inlinable mutating func leaveJob(by thread: UInt) -> Bool {
      if schedulingThread == thread { needsJob = true }
      return schedulingThread == thread
    }
  }

  @usableFromInline enum Step {
    case element(Queue.Element)
    /// The end, and what ends with it.
    case end(Subscribers.Completion<Failure>, Open)
  }

  public let description: String
  @usableFromInline let state: Locked<State>
  @usableFromInline let source = UpstreamSubscription()
  @usableFromInline let schedule: Schedule?
  /// Calls `add(_:)`.
  // Made where the element's type is known, because what is called by a protocol is not specialised.
  @usableFromInline let addClosure: (SerialDelivery, Subscribers.Demand) -> Void

  /// How many elements a job delivers.
  @inlinable static var batch: Int { 64 }

  /// A delivery to a subscriber, which has received nothing.
  ///
  /// - Parameters:
  ///   - queue: What waits, and which of it is kept.
  ///   - subscriber: The subscriber.
  ///   - schedule: Runs a job in which elements are delivered, such as `{ queue.schedule($0) }`. A job delivers several that wait, but not
  ///     so many that others of the scheduler would have to wait for long. Without it the thread delivers that sends or requests.
  ///   - name: How the subscription describes itself.
  // NB: never inlined: the optimiser could put an object, whose making it sees, on the stack.
  @inlinable @inline(never)
  public init<S: Subscriber<Queue.Element, Failure>>(
    _ queue: Queue, to subscriber: S, on schedule: Schedule? = nil, named name: String = "SerialDelivery"
  ) {
    state = Locked(State(Open(queue, ErasedSubscriber(subscriber))))
    self.schedule = schedule
    description = name
    addClosure = { $0.add($1) }
  }

  // MARK: Start

  /// Sends the subscriber its subscription, and then starts the work of a source.
  ///
  /// - Parameter work: Starts the work, and returns what stops it. A `Subscription` is also asked for what the queue says.
  public func start(_ work: () -> any Cancellable) {
    guard sendSubscription() else { return }
    let work = work()
    source.attach(work as? any Subscription ?? SourceWork(work: work))
  }

  /// Sends the subscriber its subscription, and then what a publisher emits. It is asked for what the queue says.
  ///
  /// - Parameter upstream: The publisher.
  @inlinable public func start<Upstream: Publisher>(_ upstream: Upstream)
  where Upstream.Output == Queue.Element, Upstream.Failure == Failure {
    start(upstream) { self.send($0) }
  }

  /// Sends the subscriber its subscription, and then has a closure receive what a publisher emits.
  ///
  /// - Parameters:
  ///   - upstream: The publisher.
  ///   - demand: What it is asked for beside what the queue says.
  ///   - receive: Receives an element, also one that arrives after the end.
  @inlinable public func start<Upstream: Publisher>(
    _ upstream: Upstream, requesting demand: Subscribers.Demand = .none,
    receive: @escaping (Upstream.Output) -> Void
  ) where Upstream.Failure == Failure {
    guard sendSubscription() else { return }
    upstream.receive(
      subscriber: ErasedSubscriber<Upstream.Output, Failure>(
        subscription: { [self] in source.attach($0, requesting: demand) },
        value: {
          receive($0.input())
          return 0
        },
        completion: { [self] in
          _ = source.close()
          send(completion: $0)
        }))
  }

  /// - Returns: Whether neither the subscriber nor an end has ended this meanwhile.
  @inlinable func sendSubscription() -> Bool {
    state.withLock { $0.open?.subscriber }?.receive(subscription: self)
    let isDue = state.withLock { state in
      state.isDelivering = false
      return state.beginDelivering()
    }
    if isDue { deliver() }
    return state.withLock { $0.open != nil }
  }

  // MARK: From the source

  /// Sends an element. After the end it has no effect.
  @inlinable public func send(_ element: Queue.Element) { update { $0.append(element) } }

  /// Sends the end, which is delivered after what waits. What is sent after it has no effect.
  ///
  /// - Parameters:
  ///   - completion: The end.
  ///   - cancelsSource: Whether the source is cancelled. One that goes on can be cancelled later: ``cancelSource()``.
  @inlinable public func send(completion: Subscribers.Completion<Failure>, cancelsSource: Bool = true) {
    let isDue = state.withLock { state in
      guard state.open?.accepts() == true else { return false }
      state.open?.completion = completion
      return state.beginDelivering()
    }
    if cancelsSource { source.cancel() }
    if isDue { deliver() }
  }

  /// Changes what waits, and delivers what is due afterwards.
  ///
  /// - Parameter change: Changes the queue while the delivery is locked: it must not call code of others. What it returns is released
  ///   without the lock.
  /// - Returns: What the closure has returned; `nil` after an end was sent or the subscriber has cancelled, and then it has not run.
  @inlinable @discardableResult public func update<Result>(_ change: (inout Queue) -> Result) -> Result? {
    let (result, isDue) = state.withLock { state -> (Result?, Bool) in
      guard state.open?.accepts() == true else { return (nil, false) }
      let result = change(&state.open!.queue)
      return (result, state.beginDelivering())
    }
    if isDue { deliver() }
    return result
  }

  /// Cancels the source. What waits is still delivered.
  public func cancelSource() { source.cancel() }

  // MARK: From the subscriber

  public func request(_ demand: Subscribers.Demand) {
    if demand > .none { addClosure(self, demand) }
  }

  @inlinable func add(_ demand: Subscribers.Demand) {
    let (wanted, isDue) = state.withLock { state in (state.open?.add(demand) ?? .none, state.beginDelivering()) }
    if wanted > .none { source.request(wanted) }
    if isDue { deliver() }
  }

  public func cancel() {
    // What waits is released without the lock.
    let open = state.withLock { $0.open.take() }
    source.cancel()
    withExtendedLifetime(open) {}
  }

  // MARK: Delivery

  /// Delivers what is due, here or in a job.
  @inlinable func deliver() {
    if schedule != nil { scheduleJob() } else { _ = deliver(atMost: .max) }
  }

  /// - Returns: Whether it has delivered so many, and more may wait.
  @inlinable func deliver(atMost count: Int) -> Bool {
    // What is delivered outlives a cancel on another thread.
    guard let subscriber = state.withLock({ $0.open?.subscriber }) else { return false }
    for _ in 0..<count {
      switch state.withLock({ $0.next() }) {
      case .element(let element):
        let more = subscriber.receive(element)
        let wanted = state.withLock { $0.open?.add(more) ?? .none }
        if wanted > .none { source.request(wanted) }
      case .end(let completion, let open):
        subscriber.receive(completion: completion)
        withExtendedLifetime(open) {}
        return false
      case nil: return false
      }
    }
    return true
  }

  /// Schedules a job. A scheduler may run it before `schedule` returns, and another one may be due then: so this is a loop.
  @inlinable func scheduleJob() {
    let thread = currentThread()
    repeat {
      state.withLock { $0.schedulingThread = thread }
      schedule? { self.runJob() }
    } while state.withLock({ $0.endScheduling(by: thread) })
  }

  @inlinable func runJob() {
    guard deliver(atMost: Self.batch) else { return }
    let thread = currentThread()
    if !state.withLock({ $0.leaveJob(by: thread) }) { scheduleJob() }
  }
}

extension SerialDelivery: CustomStringConvertible {}

/// The work of a source that is asked for nothing.
private struct SourceWork: Subscription {
  let work: any Cancellable
  let combineIdentifier = CombineIdentifier()

  func request(_: Subscribers.Demand) {}
  func cancel() { work.cancel() }
}
