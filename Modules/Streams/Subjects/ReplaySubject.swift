/// A subject that hands its last values to each new subscriber, also after its end.
///
/// - Demand: The values that are remembered wait until they are asked for. A subscriber that asks for less than is sent
///   finds the newest ones, as many as the subject remembers. Upstream publishers are asked for everything as soon as one
///   subscriber asks for something.
/// - Completion: A subscriber gets it after the values before it.
/// - Threads: As ``PassthroughSubject``.
///
/// ```swift
/// let log = ReplaySubject<String, Never>(bufferSize: 100)
/// log.send("started")
/// let cancellable = log.sink { print($0) }  // started
/// ```
public final class ReplaySubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // NB: usable from any thread because the roster is, and the history is touched only inside its gate.
  let roster = Roster()
  private let history: History

  /// Makes a subject.
  ///
  /// - Parameter bufferSize: How many values it remembers.
  public init(bufferSize: Int) {
    precondition(bufferSize >= 0, "A buffer cannot have a negative size")
    history = History(limit: bufferSize, keep: Boxed<Output>.keep)
  }

  deinit { roster.abandon() }

  public func send(_ input: Output) {
    roster.takeTurn { [roster, history] in
      withUnsafePointer(to: input) {
        guard !roster.hasEnded else { return }
        history.append($0)
        roster.deliver($0)
      }
    }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    roster.end { $0.receive(completion: completion) }
  }

  public func send(subscription: any Subscription) { roster.attach(subscription, wantsAll: false) }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    ReplayingSeat(Port(subscriber).raw, roster: roster, history: history, name: "ReplaySubject").introduce()
  }
}

extension ReplaySubject: RosterSubject {}
