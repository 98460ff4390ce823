public import Streams

/// A subject that replays its last elements to each new subscriber, also after its completion.
///
/// - Demand: Replayed elements wait until the subscriber requests them. A subscriber that requests less than is sent receives
///   the latest elements, as many as the subject replays. Requests unlimited from an upstream once a subscriber requests
///   elements.
/// - Completion, failure: After the elements that are replayed.
/// - Cancellation: Releases the subscriber.
/// - Threads: As `PassthroughSubject`.
///
/// ```swift
/// let log = ReplaySubject<String, Never>(bufferSize: 100)
/// log.send("started")
/// let cancellable = log.sink { print($0) }  // started
/// ```
public final class ReplaySubject<Output, Failure: Error>: Subject {
  @usableFromInline package let subscribers = SubscriberList()
  @usableFromInline package let replayBuffer: ReplayBuffer<Output>

  /// Creates a subject.
  ///
  /// - Parameter bufferSize: The number of elements to replay. A negative number is a programming error.
  // NB: never inlined: the optimiser could put a subject, whose making it sees, on the stack.
  @inlinable @inline(never) public init(bufferSize: Int) {
    precondition(bufferSize >= 0, "A buffer cannot have a negative size")
    replayBuffer = ReplayBuffer(limit: bufferSize)
  }

  deinit { subscribers.cancelUpstreams() }

  @inlinable public func send(_ input: Output) {
    let thread = currentThread()
    guard subscribers.enterInTurn(thread) else { return sendQueued(input) }
    if let version = replayBuffer.append(input) { subscribers.deliver(input, version) }
    subscribers.exit(thread)
  }

  /// Sends an element that must not wait for its turn.
  // Not inlined, so that this rare path takes no registers where an element passes.
  @inlinable @inline(never) package func sendQueued(_ input: Output) {
    // NB: appended before the delivery ends, so that a subscriber that attaches inside it receives the element.
    if subscribers.isDelivering {
      guard let version = replayBuffer.append(input) else { return }
      subscribers.runInTurn { [subscribers] in subscribers.deliver(input, version) }
    } else {
      subscribers.runInTurn { [subscribers, replayBuffer] in
        if let version = replayBuffer.append(input) { subscribers.deliver(input, version) }
      }
    }
  }

  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    if subscribers.isDelivering { replayBuffer.end() }
    subscribers.runInTurn { [subscribers, replayBuffer] in
      replayBuffer.end()
      subscribers.complete { $0.receive(completion: completion) }
    }
  }

  public func send(subscription: any Subscription) { subscribers.attach(subscription) }

  @inlinable public var _hasEnded: Bool { subscribers.hasEnded }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    BufferingSubjectSubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: subscribers, name: "ReplaySubject",
      memory: ReplayMemory(replayBuffer), copy: QueuedValue<Output>.copy
    ).start()
  }
}

// Sendable because the subscriber list and the replay buffer are thread-safe, and the elements are Sendable.
extension ReplaySubject: @unchecked Sendable where Output: Sendable {}
