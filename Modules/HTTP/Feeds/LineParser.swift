/// Lines of JSON (`application/x-ndjson`, `application/jsonl`), byte by byte. It is a value, and the lines are the same wherever
/// the bytes are cut.
struct LineParser: Sendable {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let maximumSize: Int
  private var isAtStart = true
  /// The begin of a line whose end has not arrived.
  private var line: [UInt8] = []
  /// Whether the line whose end has not arrived has too many bytes, which are dropped.
  private(set) var isTooLarge = false

  /// - Parameter maximumSize: how many bytes a line may have before it is complete.
  init(maximumSize: Int) { self.maximumSize = maximumSize }

  /// Reads bytes up to the end of the next line that is not empty.
  ///
  /// - Parameters:
  ///   - bytes: what has arrived.
  ///   - position: the first byte that was not read, before and after.
  /// - Returns: a line without its end, which is empty if it has too many bytes; `nil` if the bytes end before one is complete.
  mutating func next(in bytes: [UInt8], from position: inout Int) -> [UInt8]? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
      let part = bytes[position..<(end ?? bytes.count)]
      position = end.map { $0 + 1 } ?? bytes.count
      if part.count > maximumSize - line.count { isTooLarge = true }
      if isTooLarge { line = [] } else { line += part }
      if end != nil, let line = takeLine() { return line }
    }
    return nil
  }

  /// The last line, if it has no end and the stream has ended in order.
  mutating func last() -> [UInt8]? { takeLine() }

  private mutating func takeLine() -> [UInt8]? {
    defer {
      line.removeAll(keepingCapacity: true)
      isAtStart = false
      isTooLarge = false
    }
    if isTooLarge { return [] }
    var text = line[...]
    if isAtStart, text.starts(with: Self.byteOrderMark) { text = text.dropFirst(Self.byteOrderMark.count) }
    // White space around a value is a part of JSON's text.
    while let last = text.last, [0x20, 0x09, 0x0D].contains(last) { text.removeLast() }
    return text.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? nil : Array(text)
  }
}
