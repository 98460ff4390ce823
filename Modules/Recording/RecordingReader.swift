import JSON

/// Reads a recording in pieces, line by line.
///
/// A byte order mark, CRLF, blank lines at the end and a last line without a line feed are accepted: editors, mail
/// programs and version control add them.
struct RecordingReader {
  private var recording: Recording?
  /// The beginning of a line.
  private var partial: [UInt8] = []
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
  mutating func read(_ piece: some Collection<UInt8>) throws(RecordingError) {
    size += piece.count
    guard size <= Self.sizeLimit else { throw .tooLarge }
    var rest = piece[...]
    while let end = rest.firstIndex(of: 0x0A) {
      partial += rest[..<end]
      rest = rest[rest.index(after: end)...]
      try endLine()
    }
    partial += rest
    try checkSize()
  }

  /// The recording, after the last piece. A last line that is incomplete is left out.
  mutating func finish() throws(RecordingError) -> Recording {
    // NB: a part of a JSON object is never a JSON object.
    if recording?.isCutOff == false || (try? JSONText(scanning: partial.trimmed, depthLimit: 128)) != nil {
      try endLine()
    }
    guard let recording else { throw .notARecording }
    return recording
  }

  private func checkSize() throws(RecordingError) {
    guard recording != nil else {
      if partial.count > Self.headerLimit { throw .notARecording }
      return
    }
    if partial.count > Self.lineLimit { throw .damaged(line: lineNumber + 1) }
  }

  private mutating func endLine() throws(RecordingError) {
    try checkSize()
    lineNumber += 1
    if lineNumber == 1, partial.starts(with: [0xEF, 0xBB, 0xBF]) { partial.removeFirst(3) }
    let line = partial.trimmed
    partial = []
    if recording == nil {
      recording = Recording(try SessionConfiguration(header: line))
    } else if line.isEmpty {
      firstBlankLine = firstBlankLine ?? lineNumber
    } else if let firstBlankLine {
      throw .damaged(line: firstBlankLine)
    } else if recording?.read(line, number: lineNumber) != true {
      throw .damaged(line: lineNumber)
    }
  }
}

extension [UInt8] {
  /// The bytes without white space around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var line = drop(while: isSpace)
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }
}
