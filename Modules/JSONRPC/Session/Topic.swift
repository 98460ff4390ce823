public import JSON

/// A state that a session reports: in notifications, of which only the newest counts, and in replies.
///
/// It is the key under which notifications are conflated. A frame that reports a topic is made when it is written, from
/// the state at that time: a value that has to be hidden meanwhile is hidden in it, however long it waited for the
/// reader. Frames that wait keep the topic, and with it what its closure captures, until they are written.
///
/// ```swift
/// let topic = Topic("counter/update") { $0.member("number", counter.number) }
/// session.update(topic)
/// ```
///
/// A topic belongs to its session's isolation.
public final class Topic {
  enum Phase {
    /// No frame has named the topic, so there is nothing to update.
    case unopened
    /// The reply that opens the topic waits. It reports the newest state, so it needs no update after it.
    case opening
    case open
    /// No further frame names the topic. Those that wait are still written.
    case closed
  }

  let method: String
  let members: (inout JSONWriter) -> Void
  var phase: Phase
  /// Whether the state has changed since the last update was written.
  var owesUpdate = false
  /// The number of waiting entries that report the topic.
  var waitingCount = 0
  /// The piece that holds its latest update; see ``FrameQueue``.
  var updatedPiece = 0

  /// A topic.
  ///
  /// - Parameters:
  ///   - method: the method of the notifications that report a change.
  ///   - isOpen: whether changes are reported from the beginning. Otherwise they are from the reply on that opens the topic.
  ///   - members: writes the members of the params, or of the result, from the current state. It runs in the session's
  ///     isolation and must not send anything.
  public init(_ method: String, isOpen: Bool = true, members: @escaping (inout JSONWriter) -> Void) {
    self.method = method
    self.members = members
    phase = isOpen ? .open : .unopened
  }

  /// Whether changes are reported, or will be once the reply that opens the topic is written.
  public var isOpen: Bool { phase == .opening || phase == .open }
  /// Whether the topic is closed.
  public var isClosed: Bool { phase == .closed }

  /// Ends the reports: frames that are sent from here on do not name the topic. Frames that wait are still written.
  public func close() { phase = .closed }
}
