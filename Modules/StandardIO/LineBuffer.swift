/// A line of input.
public enum InputLine: Equatable, Sendable {
  /// A line without its end.
  case text(String)
  /// A line that cannot be used. The next one can.
  case damaged(Damage)

  /// What is wrong with a line.
  public enum Damage: Equatable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The line contains a control character other than a tab.
    case controlCharacter
    /// The line is longer than ``LineBuffer/longestLine``.
    case tooLong
    /// A pasted text is too long, and none of it was used.
    case pasteTooLong

    /// The damage as a text for the user.
    public var message: String {
      switch self {
      case .notUTF8: "The line is not UTF-8."
      case .controlCharacter: "The line holds a control character."
      case .tooLong: "The line is longer than \(LineBuffer.longestLine) bytes."
      case .pasteTooLong: "The pasted text is longer than \(KeyDecoder.longestPaste) bytes."
      }
    }
  }

  /// The line in bytes without its end.
  init(decoding bytes: [UInt8]) {
    let hasControl = bytes.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
    self =
      if bytes.count > LineBuffer.longestLine {
        .damaged(.tooLong)
      } else if let text = String(validating: bytes, as: UTF8.self) {
        hasControl ? .damaged(.controlCharacter) : .text(text)
      } else { .damaged(.notUTF8) }
  }
}

/// Splits bytes into lines. A line ends with LF or CR LF, and the last line may end with the input.
///
/// It holds at most one line of the greatest length and one chunk.
public struct LineBuffer: Sendable {
  /// The greatest length of a line, in bytes.
  public static let longestLine = 1 << 16

  private var chunk: ArraySlice<UInt8>
  private var line: [UInt8] = []
  private var isTooLong = false
  private var isFirst = true
  private var hasEnded = false

  /// A buffer.
  ///
  /// - Parameter bytes: what is read before anything else.
  public init(_ bytes: [UInt8] = []) { chunk = bytes[...] }

  /// The next line; `nil` after the last.
  ///
  /// - Parameter read: returns the next bytes, or none at the end, after which it is not called again.
  public mutating func next(read: () -> [UInt8]) -> InputLine? {
    while true {
      if let end = chunk.firstIndex(of: 0x0A) {
        append(chunk[..<end])
        chunk = chunk[(end + 1)...]
        return removeLine()
      }
      append(chunk)
      chunk = hasEnded ? [] : read()[...]
      if chunk.isEmpty {
        hasEnded = true
        return line.isEmpty && !isTooLong ? nil : removeLine()
      }
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    // NB: one byte more than the longest line, for the CR of a line that ends with CR LF.
    if isTooLong || line.count + bytes.count > Self.longestLine + 1 {
      isTooLong = true
      line = []
    } else {
      line += bytes
    }
  }

  private mutating func removeLine() -> InputLine {
    defer { (line, isTooLong, isFirst) = ([], false, false) }
    if line.last == 0x0D { line.removeLast() }
    if isFirst, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
    return isTooLong ? .damaged(.tooLong) : InputLine(decoding: line)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
