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
/// A client that keeps the state may be sent less than all of it. Such a topic writes the members of an update by a closure
/// of its own, and hears which of the frames that it made were sent: one that the output did not begin to take is made
/// again later, from the state of that time.
///
/// ```swift
/// var odometer = 0
/// var made = 0
/// var sent = 0
/// let distance = Topic("odometer/moved", members: { $0.member("metres", odometer) }) {
///   made = odometer
///   $0.member("moved", odometer - sent)
/// } didBegin: {
///   sent = made
/// }
/// ```
///
/// A topic belongs to its session's isolation.
public final class Topic {
  enum Phase {
    /// No frame has named the topic, so there is nothing to update.
    case unopened
    /// The frame that opens the topic waits. It reports the newest state, so it needs no update after it.
    case opening
    case open
    /// No further frame names the topic. Those that wait are still written.
    case closed
  }

  let method: String
  /// Writes the members of a reply.
  let members: (inout JSONWriter) -> Void
  /// Writes the members of an update.
  let changes: (inout JSONWriter) -> Void
  /// Runs when the output begins to take a frame that opens the topic, or an update.
  let didBegin: (() -> Void)?
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
  ///   - isOpen: whether changes are reported from the beginning. Otherwise they are from the frame on that opens the topic.
  ///   - members: writes the members of the params, or of the result, from the current state. It runs in the session's
  ///     isolation and must not send anything.
  public init(_ method: String, isOpen: Bool = true, members: @escaping (inout JSONWriter) -> Void) {
    self.method = method
    self.members = members
    changes = members
    didBegin = nil
    phase = isOpen ? .open : .unopened
  }

  /// A topic whose updates have other members than its replies.
  ///
  /// - Parameters:
  ///   - method: the method of the notifications that report a change.
  ///   - isOpen: whether changes are reported from the beginning. Otherwise they are from the frame on that opens the topic.
  ///   - members: writes the members of the result of a reply from the current state.
  ///   - changes: writes the members of the params of an update from the current state.
  ///   - didBegin: runs when the output begins to take an update, or the frame that opens the topic, and so has it to the
  ///     end. It follows the closure that made the frame. A reply that only reports the topic does not count.
  ///
  /// The closures run in the session's isolation and must not send anything.
  public init(
    _ method: String, isOpen: Bool = true, members: @escaping (inout JSONWriter) -> Void,
    changes: @escaping (inout JSONWriter) -> Void, didBegin: @escaping () -> Void
  ) {
    self.method = method
    self.members = members
    self.changes = changes
    self.didBegin = didBegin
    phase = isOpen ? .open : .unopened
  }

  /// Whether changes are reported, or will be once the frame that opens the topic is written.
  public var isOpen: Bool { phase == .opening || phase == .open }
  /// Whether the topic is closed.
  public var isClosed: Bool { phase == .closed }

  /// Ends the reports: frames that are sent from here on do not name the topic. Frames that wait are still written.
  public func close() { phase = .closed }
}
