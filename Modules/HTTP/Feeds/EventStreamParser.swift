/// Server-sent events, byte by byte: the interpretation of an event stream in section 9.2.6 of WHATWG's HTML.
///
/// It is a value, and the events are the same wherever the bytes are cut. An event is complete as soon as its empty line is: a
/// carriage return ends a line at once, and a line feed behind it is skipped.
struct EventStreamParser: Sendable {
  /// An event that is complete.
  struct Event: Equatable, Sendable {
    /// The type: `message` unless the server names another.
    var name = "message"
    /// The data, with a line feed between its lines.
    var data: [UInt8]
    /// Whether the event has too many bytes. It has no data then.
    var isTooLarge = false
  }

  private enum Field {
    case data, event, id, retry

    /// The field of a name; `nil` for one without a meaning.
    init?(_ name: ArraySlice<UInt8>) {
      // By its first byte, because this is asked for every line.
      let (field, text): (Field, StaticString)
      switch name.first {
      case UInt8(ascii: "d"): (field, text) = (.data, "data")
      case UInt8(ascii: "e"): (field, text) = (.event, "event")
      case UInt8(ascii: "i"): (field, text) = (.id, "id")
      case UInt8(ascii: "r"): (field, text) = (.retry, "retry")
      default: return nil
      }
      let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard name.count == expected.count, zip(name, expected).allSatisfy(==) else { return nil }
      self = field
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let maximumRetry = 3_600_000

  /// The id of the latest complete event that has one, also of one without data: the resume point. Empty if there is none.
  private(set) var lastID: String
  /// The id of the event that is not complete, as far as it has arrived: its own, or else that of the latest one before.
  private(set) var id: String
  /// Whether the event that is not complete has too many bytes. They are dropped, but for its id, its type and its end.
  private(set) var isTooLarge = false
  /// The time in milliseconds after which a server wants to be asked again; `nil` unless it says so.
  private(set) var retry: Int?

  private let maximumSize: Int
  /// How many bytes of a byte order mark have arrived; `nil` behind the start of the stream.
  private var markCount: Int? = 0
  /// The begin of a line whose end has not arrived.
  private var line: [UInt8] = []
  /// Whether the rest of the line is dropped.
  private var isDropped = false
  private var followsReturn = false
  private var name: [UInt8] = []
  /// The lines of data, each with a line feed behind it.
  private var data: [UInt8] = []

  /// - Parameters:
  ///   - lastID: the resume point from which the stream goes on.
  ///   - maximumSize: how many bytes an event may have before it is complete.
  init(lastID: String = "", maximumSize: Int) {
    self.lastID = lastID
    self.maximumSize = maximumSize
    id = lastID
  }

  /// Reads bytes up to the end of the next event.
  ///
  /// - Parameters:
  ///   - bytes: what has arrived.
  ///   - position: the first byte that was not read, before and after.
  /// - Returns: an event; `nil` if the bytes end before one is complete.
  mutating func next(in bytes: [UInt8], from position: inout Int) -> Event? {
    skipMark(bytes, &position)
    while position < bytes.count {
      if followsReturn {
        followsReturn = false
        if bytes[position] == UInt8(ascii: "\n") {
          position += 1
          continue
        }
      }
      let start = position
      position = Self.lineEnd(in: bytes, from: start)
      let part = bytes[start..<position]
      // Nothing is kept of a comment.
      if line.isEmpty, part.first == UInt8(ascii: ":") { isDropped = true }
      guard position < bytes.count else {
        keep(part)
        return nil
      }
      followsReturn = bytes[position] == UInt8(ascii: "\r")
      let isEmpty = part.isEmpty && line.isEmpty && !isDropped
      if !line.isEmpty { keep(part) }
      if !isDropped { read(line.isEmpty ? part : line[...]) }
      position += 1
      line.removeAll(keepingCapacity: true)
      isDropped = false
      if isEmpty, let event = complete() { return event }
    }
    return nil
  }

  /// Skips a byte order mark at the start of the stream. Bytes that only begin as one are a part of the first line.
  private mutating func skipMark(_ bytes: [UInt8], _ position: inout Int) {
    while let count = markCount, position < bytes.count {
      if bytes[position] == Self.byteOrderMark[count] {
        position += 1
        markCount = count + 1 < Self.byteOrderMark.count ? count + 1 : nil
      } else {
        line = Array(Self.byteOrderMark[..<count])
        markCount = nil
      }
    }
  }

  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var position = start
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") {
        position += 1
      }
      return position
    }
  }

  /// Keeps a part of a line until its end arrives.
  private mutating func keep(_ part: ArraySlice<UInt8>) {
    guard !isDropped, hasRoom(for: line.count + part.count) else { return }
    line += part
  }

  /// Whether the event has room for a line of a size. If not, the line is dropped, and the event has too many bytes.
  private mutating func hasRoom(for count: Int) -> Bool {
    if count <= maximumSize - data.count - name.count { return true }
    isTooLarge = true
    isDropped = true
    data = []
    line = []
    return false
  }

  /// Reads a line without its end.
  private mutating func read(_ line: ArraySlice<UInt8>) {
    guard hasRoom(for: line.count) else { return }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    let field = line[..<(colon ?? line.endIndex)]
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch Field(field) {
    case .data:
      guard !isTooLarge else { return }
      data += value
      data.append(UInt8(ascii: "\n"))
    case .event:
      name = Array(value)
    case .id:
      // NB: beside NUL, which the standard excludes, no other control character can be sent back in a header.
      guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return }
      id = String(decoding: value, as: UTF8.self)
    case .retry:
      guard !value.isEmpty, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return }
      retry = min(Int(String(decoding: value, as: UTF8.self)) ?? .max, Self.maximumRetry)
    case nil: break
    }
  }

  /// The type of the event that is not complete, as far as it has arrived.
  var eventName: String { name.isEmpty ? "message" : String(decoding: name, as: UTF8.self) }

  /// - Returns: the event; `nil` if it has no data.
  private mutating func complete() -> Event? {
    lastID = id
    defer {
      data = []
      name = []
      isTooLarge = false
    }
    if isTooLarge { return Event(name: eventName, data: [], isTooLarge: true) }
    guard !data.isEmpty else { return nil }
    data.removeLast()
    return Event(name: eventName, data: data)
  }
}
