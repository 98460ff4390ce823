import JSON

/// Reads a recording in pieces, line by line.
///
/// A byte order mark, CRLF, blank lines at the end and a last line without a line feed are accepted: editors, mail
/// programs and version control add them.
struct RecordingReader {
  private var recording: Recording?
  private var splitter = LineSplitter(limit: RecordingReader.headerLimit)
  private var lineNumber = 0
  private var firstBlankLine: Int?
  private var size = 0

  /// The longest line.
  static let lineLimit = 64 << 20
  /// The longest first line, so that a file of another kind is refused early.
  static let headerLimit = 1 << 16
  /// The most bytes of a file.
  static let sizeLimit = 1 << 30

  /// Reads the next piece of the file.
  mutating func read(_ piece: [UInt8]) throws(RecordingError) {
    size += piece.count
    guard size <= Self.sizeLimit else { throw .tooLarge }
    var position = 0
    while let line = splitter.next(piece, &position) { try read(line) }
  }

  /// The recording, after the last piece. A last line that is incomplete is left out.
  mutating func finish() throws(RecordingError) -> Recording {
    // NB: a part of a JSON object is never a JSON object.
    if let line = splitter.finish(), recording?.isCutOff == false || line.isJSON { try read(line) }
    guard let recording else { throw .notARecording }
    return recording
  }

  private mutating func read(_ line: LineSplitter.Line) throws(RecordingError) {
    lineNumber += 1
    guard case .bytes(var bytes) = line else { throw recording == nil ? .notARecording : .damaged(line: lineNumber) }
    if lineNumber == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    bytes = bytes.trimmed
    if recording == nil {
      recording = Recording(try SessionConfiguration.read(header: bytes))
      splitter.limit = Self.lineLimit
    } else if bytes.isEmpty {
      firstBlankLine = firstBlankLine ?? lineNumber
    } else if let firstBlankLine {
      throw .damaged(line: firstBlankLine)
    } else if recording?.read(bytes, number: lineNumber) != true {
      throw .damaged(line: lineNumber)
    }
  }
}

extension LineSplitter.Line {
  /// Whether the line is a JSON text.
  fileprivate var isJSON: Bool {
    guard case .bytes(let bytes) = self else { return false }
    return (try? JSONText(scanning: bytes.trimmed, depthLimit: 128)) != nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var line = drop(while: isSpace)
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }
}
