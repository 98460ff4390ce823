import Locking
public import Requests

/// A feed of a ``ScriptedBackend``, as one follower has it. It is open from the beginning, and the test tells what it tells.
///
///     world.backend.last(.messages).send(Message(id: 1, text: "Hello"))
///     world.scheduler.advance()
///     world.backend.last(.messages).fail(.timeout)
///
/// What is sent waits for the app as that of any backend does: beyond the feed's window it is an overrun.
public struct ScriptedFeed<Input: Sendable, Element: Sendable>: AnyScriptedCall {
  public let name: String
  /// What the caller asked with.
  public let input: Input
  private let source: FeedSource<any Sendable>
  private let progress: Progress

  init(_ call: RecordedCall, _ source: FeedSource<any Sendable>) {
    name = call.name
    input = call.input()
    progress = call.progress
    self.source = source
  }

  public var isPending: Bool { progress.state.withLock { $0 } == .pending }

  public var isCancelled: Bool { progress.state.withLock { $0 } == .cancelled }

  /// Whether the app has handled enough that another element has room in the feed's window.
  public var hasRoom: Bool { source.hasRoom }

  /// Tells an element.
  public func send(_ element: Element) { source.send(element) }

  /// Tells how the feed is, such as `.connecting`.
  public func send(_ condition: FeedCondition) { source.send(condition) }

  /// Publishes that the connection was lost, and the time until the next try.
  public func interrupt(_ reason: ServiceError = .timeout, nextTry: Duration = .seconds(1)) {
    source.send(.interrupted(reason, nextTry: nextTry))
  }

  /// Tells that there is an element which cannot be read.
  public func sendUnreadable() { source.sendUnreadable() }

  /// Ends the feed in order.
  public func finish() {
    progress.end(.answered)
    source.send(completion: .finished)
  }

  /// Ends the feed. Without an argument, the backend says "Something went wrong!".
  public func fail(_ error: ServiceError = .somethingWentWrong) {
    progress.end(.answered)
    source.send(completion: .failure(error))
  }
}
