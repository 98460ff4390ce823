import JSON

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
    /// A pasted text has several lines where one is asked for, and none of it was used.
    case severalLines

    /// The damage as a text for the user.
    public var message: String {
      switch self {
      case .notUTF8: "The line is not UTF-8."
      case .controlCharacter: "The line holds a control character."
      case .tooLong: "The line is longer than \(LineBuffer.longestLine) bytes."
      case .severalLines: "The pasted text has several lines, and an answer is one."
      case .pasteTooLong: "The pasted text is longer than \(KeyDecoder.longestPaste) bytes."
      }
    }
  }

  /// The line in bytes without its end.
  init(decoding bytes: ArraySlice<UInt8>) {
    let hasControl = bytes.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
    self =
      if bytes.count > LineBuffer.longestLine {
        .damaged(.tooLong)
      } else if let text = String(validating: bytes, as: UTF8.self) {
        hasControl ? .damaged(.controlCharacter) : .text(text)
      } else { .damaged(.notUTF8) }
  }
}

/// The lines of a text input, up to a greatest length, in UTF-8 and with an optional byte order mark.
///
/// It holds at most one line of the greatest length and one chunk.
public struct LineBuffer: Sendable {
  /// The greatest length of a line, in bytes.
  public static let longestLine = 1 << 16

  private var chunk: [UInt8]
  private var position = 0
  private var splitter = LineSplitter(limit: LineBuffer.longestLine)
  private var isFirst = true
  private var hasEnded = false

  /// A buffer.
  ///
  /// - Parameter bytes: what is read before anything else.
  public init(_ bytes: [UInt8] = []) { chunk = bytes }

  /// The next line; `nil` after the last.
  ///
  /// - Parameter read: returns the next bytes, or none at the end, after which it is not called again.
  public mutating func next(read: () -> [UInt8]) -> InputLine? {
    while !hasEnded {
      if let line = splitter.next(chunk, &position) { return inputLine(line) }
      chunk = read()
      position = 0
      hasEnded = chunk.isEmpty
    }
    return splitter.finish().map { inputLine($0) }
  }

  private mutating func inputLine(_ line: LineSplitter.Line) -> InputLine {
    let wasFirst = isFirst
    isFirst = false
    guard case .bytes(let bytes) = line else { return .damaged(.tooLong) }
    let hasMark = wasFirst && bytes.starts(with: Self.byteOrderMark)
    return InputLine(decoding: hasMark ? bytes.dropFirst(Self.byteOrderMark.count) : bytes)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
