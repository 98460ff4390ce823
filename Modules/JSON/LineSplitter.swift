/// Splits bytes that arrive in chunks into lines. A line ends with LF or CR LF, and the last one may end with the input.
///
/// It copies only lines that arrive in several chunks, and holds at most one line.
///
/// ```swift
/// var splitter = LineSplitter(limit: 1 << 20)
/// for chunk in [Array("one\ntw".utf8), Array("o\n".utf8)] {
///   var position = 0
///   while let line = splitter.next(chunk, &position) {
///     if case .bytes(let bytes) = line { print(String(decoding: bytes, as: UTF8.self)) }
///   }
/// }
/// ```
public struct LineSplitter: Sendable {
  /// A line of the input.
  public enum Line: Equatable, Sendable {
    /// A line without its end.
    case bytes(ArraySlice<UInt8>)
    /// A line that is longer than the limit. It is reported as soon as it is too long, and its rest is skipped.
    case tooLong
  }

  /// The greatest length of a line, in bytes and without its end. A change applies to the bytes that follow.
  public var limit: Int

  /// The beginning of a line whose end has not arrived.
  private var partial: [UInt8] = []
  private var skipsRest = false

  /// A splitter for lines up to a length in bytes.
  public init(limit: Int) {
    self.limit = limit
  }

  /// The next line of a chunk; `nil` when the chunk is used up, and the next one may follow.
  ///
  /// - Parameters:
  ///   - chunk: the chunk.
  ///   - position: where the unread part of the chunk begins, which moves behind the line.
  public mutating func next(_ chunk: [UInt8], _ position: inout Int) -> Line? {
    while position < chunk.count {
      let start = position
      guard let end = chunk[start...].position(of: 0x0A) else {
        position = chunk.count
        return skipsRest ? nil : keep(chunk[start...])
      }
      position = end + 1
      if skipsRest {
        skipsRest = false
        continue
      }
      guard !partial.isEmpty else { return line(chunk[start..<end]) }
      partial.append(contentsOf: chunk[start..<end])
      return removePartial()
    }
    return nil
  }

  /// The last line, if the input does not end with a line end. Call it after the last chunk.
  public mutating func finish() -> Line? {
    skipsRest = false
    return partial.isEmpty ? nil : removePartial()
  }

  private mutating func removePartial() -> Line {
    defer { partial = [] }
    return line(partial[...])
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> Line {
    let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
    return line.count > limit ? .tooLong : .bytes(line)
  }

  /// Keeps the beginning of a line, unless the line is too long.
  private mutating func keep(_ piece: ArraySlice<UInt8>) -> Line? {
    let count = partial.count + piece.count
    // One byte more may be the CR of a CR LF whose LF has not arrived.
    guard count <= limit || count == limit + 1 && piece.last == 0x0D else {
      partial = []
      skipsRest = true
      return .tooLong
    }
    partial.append(contentsOf: piece)
    return nil
  }
}
