/// A line of input, or why it is none.
enum InputLine: Equatable, Sendable {
  /// A line without its end.
  case text(String)
  /// A line that cannot be read; the next one can.
  case damaged(Damage)

  /// What is wrong with a line.
  enum Damage: Equatable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// There is a control character in it.
    case controlCharacter
    /// It is longer than `LineBuffer.longestLine`.
    case tooLong

    /// What to tell the user.
    var message: String {
      switch self {
      case .notUTF8: "is not UTF-8."
      case .controlCharacter: "holds a control character."
      case .tooLong: "is longer than \(LineBuffer.longestLine) bytes."
      }
    }
  }
}

/// Cuts bytes into lines. A line ends with LF or CR LF, the last one also with the input. It never holds more than one
/// line of the greatest length, and the chunk that came last.
struct LineBuffer {
  /// The longest line, in bytes.
  static let longestLine = 1 << 16

  private var chunk: ArraySlice<UInt8> = []
  private var line: [UInt8] = []
  private var isTooLong = false
  private var isFirst = true
  private var hasEnded = false

  /// The next line; `nil` after the last.
  ///
  /// - Parameter read: gives more bytes; none at the end. It is not called again after that.
  mutating func next(read: () -> [UInt8]) -> InputLine? {
    while true {
      if let end = chunk.firstIndex(of: 0x0A) {
        keep(chunk[..<end])
        chunk = chunk[(end + 1)...]
        return take()
      }
      keep(chunk)
      chunk = hasEnded ? [] : read()[...]
      if chunk.isEmpty {
        hasEnded = true
        return line.isEmpty && !isTooLong ? nil : take()
      }
    }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    // NB: one byte more than the longest line, for the CR of a line that ends with CR LF.
    if isTooLong || line.count + bytes.count > Self.longestLine + 1 {
      isTooLong = true
      line = []
    } else {
      line += bytes
    }
  }

  private mutating func take() -> InputLine {
    defer {
      line = []
      isTooLong = false
      isFirst = false
    }
    if line.last == 0x0D { line.removeLast() }
    if isFirst, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
    if isTooLong || line.count > Self.longestLine { return .damaged(.tooLong) }
    guard let text = String(validating: line, as: UTF8.self) else { return .damaged(.notUTF8) }
    let hasControl = line.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
    return hasControl ? .damaged(.controlCharacter) : .text(text)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
