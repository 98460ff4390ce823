import JSON
import JSONRPC

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

  /// The longest line: as much as a session may have waiting for its reader.
  static let longestLine = 64 << 20
  /// The longest first line. A file that is something else is given up soon.
  static let longestHeader = 1 << 16
  /// The most bytes of a file.
  static let mostBytes = 1 << 30

  /// Reads the next piece of the file.
  ///
  /// - Throws: a `RecordingError`.
  mutating func read(_ piece: some Collection<UInt8>) throws(RecordingError) {
    size += piece.count
    guard size <= Self.mostBytes else { throw .tooLarge }
    var rest = piece[...]
    while let end = rest.firstIndex(of: 0x0A) {
      partial += rest[..<end]
      rest = rest[rest.index(after: end)...]
      try endLine()
    }
    partial += rest
    try checkSize()
  }

  /// The recording, once all is read. A last line that is not whole is left out.
  ///
  /// - Throws: a `RecordingError`.
  mutating func finish() throws(RecordingError) -> Recording {
    // NB: a part of a JSON object is never one itself.
    if (try? JSONText(scanning: partial.strippedLine, depthLimit: 128))?.kind == .object || recording?.isCutOff == false
    {
      try endLine()
    }
    guard let recording else { throw .noRecording }
    return recording
  }

  private func checkSize() throws(RecordingError) {
    guard recording != nil else {
      if partial.count > Self.longestHeader { throw .noRecording }
      return
    }
    if partial.count > Self.longestLine { throw .damaged(line: lineNumber + 1) }
  }

  private mutating func endLine() throws(RecordingError) {
    try checkSize()
    lineNumber += 1
    if lineNumber == 1, partial.starts(with: [0xEF, 0xBB, 0xBF]) { partial.removeFirst(3) }
    let line = partial.strippedLine
    partial = []
    if recording == nil {
      recording = Recording(try RecordingHeader(line))
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
  fileprivate var strippedLine: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var line = drop(while: isSpace)
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }
}
