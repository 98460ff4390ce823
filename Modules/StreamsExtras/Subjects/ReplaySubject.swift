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
  package let roster = Roster()
  private let history: History

  /// Makes a subject.
  ///
  /// - Parameter bufferSize: How many values it remembers.
  public init(bufferSize: Int) {
    precondition(bufferSize >= 0, "A buffer cannot have a negative size")
    history = History(limit: bufferSize, keep: Boxed<Output>.keep)
  }

  deinit { roster.close() }

  public func send(_ input: Output) {
    // NB: remembered at once, also from inside a delivery: whoever subscribes there does not wait for its end.
    if roster.isDelivering {
      guard let version = history.append(input) else { return }
      roster.takeTurn { [roster] in roster.deliver(input, version) }
    } else {
      roster.takeTurn { [roster, history] in
        if let version = history.append(input) { roster.deliver(input, version) }
      }
    }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    if roster.isDelivering { history.close() }
    roster.takeTurn { [roster, history] in
      history.close()
      roster.finish { $0.receive(completion: completion) }
    }
  }

  public func send(subscription: any Subscription) { roster.attach(subscription) }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    ReplayingSeat(Port(subscriber).raw, of: self, roster: roster, history: history, name: "ReplaySubject").introduce()
  }
}

// NB: Sendable because the roster and the history are thread-safe, and the values may be shared.
extension ReplaySubject: @unchecked Sendable where Output: Sendable {}

extension ReplaySubject: RosterSubject {}
