import JSON

/// A state that a session reports: in updates, of which only the newest counts, and in replies.
///
/// A frame that reports a topic is made when it is written, from the state of that moment: what has to be hidden
/// meanwhile is hidden in it, however long it waited for the reader. Frames that wait keep the topic, and with it what
/// its closure needs, until they are written.
///
///     let topic = Topic("counter/update") { text in text += #"{"number":\#(counter.number)}"#.utf8 }
///     session.update(topic)
///
/// A topic belongs to its session's isolation.
public final class Topic {
  enum Phase {
    /// No frame has named it: there is nothing to update.
    case unopened
    /// The reply that opens it waits to be written. It reports the newest state, so it needs no update behind it.
    case opening
    case open
    /// No further frame names it. Those that wait are still written.
    case closed
  }

  let method: StaticString
  let write: (inout [UInt8]) -> Void
  var phase: Phase
  /// Whether the state has changed since the last update was written.
  var owesUpdate = false
  /// How many frames wait that report it.
  var waitingCount = 0
  /// The pass in which its update was made last; see `FrameQueue`.
  var lastPass = 0

  /// A topic.
  /// - Parameters:
  ///   - method: the method of the notifications that report a change.
  ///   - isOpen: whether changes are reported from the beginning; otherwise from the reply on that opens it.
  ///   - write: appends the state of the moment as a JSON object on one line, compact and with sorted keys. It runs in
  ///     the session's isolation and must not send anything.
  public init(_ method: StaticString, isOpen: Bool = true, write: @escaping (inout [UInt8]) -> Void) {
    self.method = method
    self.write = write
    phase = isOpen ? .open : .unopened
  }

  /// Whether changes are reported, or will be once the reply that opens the topic is written.
  public var isOpen: Bool { phase == .opening || phase == .open }
  /// Whether the topic is closed.
  public var isClosed: Bool { phase == .closed }

  /// Reports nothing more: what is sent from here on does not name the topic. Frames that wait are still written.
  public func close() { phase = .closed }
}

/// The reply to a request for a topic's state.
struct StateReply {
  let id: [UInt8]
  let topic: Topic
  /// Whether the reply opens the topic.
  let opens: Bool
  /// The answer if the topic is closed before the reply is sent.
  let errorIfClosed: RPCError

  func append(to text: inout [UInt8]) {
    text.appendReply(id[...]) { topic.write(&$0) }
  }
}

extension [UInt8] {
  /// Appends a reply whose result `write` appends.
  @inline(__always)
  mutating func appendReply(_ id: ArraySlice<UInt8>, _ write: (inout [UInt8]) -> Void) {
    append(#"{"id":"#)
    append(contentsOf: id)
    append(#","jsonrpc":"2.0","result":"#)
    let start = count
    write(&self)
    assert(
      count > start && self[start] == 0x7B && last == 0x7D && !self[start...].contains(0x0A),
      "A result must be a JSON object on one line: encode a struct or a dictionary, without .prettyPrinted")
    append(0x7D)
  }

  /// Appends an error reply.
  mutating func appendReply(_ id: ArraySlice<UInt8>, _ error: RPCError) {
    appendJSON {
      $0.object {
        $0.member("error") { error.write(to: &$0) }
        $0.member("id") { $0.raw(id) }
        $0.member("jsonrpc", "2.0")
      }
    }
  }

  /// Appends a notification whose params `write` appends.
  mutating func appendNotification(_ method: StaticString, _ write: (inout [UInt8]) -> Void) {
    append(#"{"jsonrpc":"2.0","method":""#)
    append(method)
    append(#"","params":"#)
    write(&self)
    append(0x7D)
  }

  @inlinable @inline(__always)
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
