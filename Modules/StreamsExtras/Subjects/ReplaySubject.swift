public import Streams

/// A subject that hands its last values to each new subscriber, also after its end.
///
/// - Demand: The values that are remembered wait until they are asked for. A subscriber that asks for less than is sent
///   finds the newest ones, as many as the subject remembers. Upstream publishers are asked for everything as soon as one
///   subscriber asks for something.
/// - Completion: A subscriber gets it after the values before it.
/// - Threads: As `PassthroughSubject`.
///
/// ```swift
/// let log = ReplaySubject<String, Never>(bufferSize: 100)
/// log.send("started")
/// let cancellable = log.sink { print($0) }  // started
/// ```
public final class ReplaySubject<Output, Failure: Error>: Subject {
  package let subscribers = SubscriberList()
  private let replayBuffer: ReplayBuffer

  /// Makes a subject.
  ///
  /// - Parameter bufferSize: How many values it remembers.
  public init(bufferSize: Int) {
    precondition(bufferSize >= 0, "A buffer cannot have a negative size")
    replayBuffer = ReplayBuffer(limit: bufferSize, keep: QueuedValue<Output>.keep)
  }

  deinit { subscribers.close() }

  public func send(_ input: Output) {
    // NB: remembered at once, also from inside a delivery: whoever subscribes there does not wait for its end.
    if subscribers.isDelivering {
      guard let version = replayBuffer.append(input) else { return }
      subscribers.takeTurn { [subscribers] in subscribers.deliver(input, version) }
    } else {
      subscribers.takeTurn { [subscribers, replayBuffer] in
        if let version = replayBuffer.append(input) { subscribers.deliver(input, version) }
      }
    }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    if subscribers.isDelivering { replayBuffer.close() }
    subscribers.takeTurn { [subscribers, replayBuffer] in
      replayBuffer.close()
      subscribers.finish { $0.receive(completion: completion) }
    }
  }

  public func send(subscription: any Subscription) { subscribers.attach(subscription) }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    ReplaySubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: subscribers, replayBuffer: replayBuffer,
      name: "ReplaySubject"
    ).introduce()
  }
}

// NB: Sendable because the subscribers and the replayBuffer are thread-safe, and the values may be shared.
extension ReplaySubject: @unchecked Sendable where Output: Sendable {}

extension ReplaySubject: ListedSubject {}
