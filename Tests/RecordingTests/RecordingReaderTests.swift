import ExpectSupport
import Foundation
import Recording
import Services
import Testing

@Suite struct RecordingReaderTests {
  private let lines: [String]

  init() throws { lines = try fixture("counter.jsonl").split(separator: "\n").map(String.init) }

  private func text(_ lines: some Sequence<String>, separator: String = "\n") -> [UInt8] {
    Array(lines.map { $0 + separator }.joined().utf8)
  }

  @Test func `reads what editors and tools make of a file`() throws {
    let versions: [[UInt8]] = [
      text(lines, separator: "\r\n"),
      [0xEF, 0xBB, 0xBF] + text(lines),
      text(lines) + Array("\n \r\n".utf8),
      Array(text(lines).dropLast()),
      text(lines, separator: " \n"),
    ]
    for version in versions {
      let recording = try Recording(version)
      #expect(!recording.isCutOff)
      expectEqual(recording.stateCount, 3)
      expectEqual(recording.lastLine, lines.count)
    }
  }

  @Test(arguments: ["", "\n", "{}\n", "hello\n", #"{"recording":"3"}"# + "\n", #"{"recording":3"#])
  func `refuses what is not a recording`(text: String) {
    #expect(throws: RecordingError.notARecording) { try Recording(Array(text.utf8)) }
  }

  @Test func `refuses a large file of another kind`() {
    #expect(throws: RecordingError.notARecording) { try Recording(Array(repeating: 0, count: 1 << 17)) }
  }

  @Test func `the first line has at most 64 KB`() throws {
    let space = String(repeating: " ", count: 1 << 16 - lines[0].utf8.count)
    try expectEqual(Recording(text([lines[0] + space])).lastLine, 1)
    #expect(throws: RecordingError.notARecording) { try Recording(text([lines[0] + space + " "])) }
  }

  @Test func `leaves out an incomplete last line, however deep it is`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      text(lines[..<7])
        + Array((String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)).utf8)
    }
    // JSON that no recording has is damage. What is nested too deep is taken for a line that was cut off.
    #expect(throws: RecordingError.damaged(line: 8)) { try Recording(nested(128)) }
    #expect(try Recording(nested(129)).isCutOff)
  }

  @Test func `refuses a line that is too long`() {
    let endless = text(lines[..<1]) + Array(repeating: 0x20, count: 64 << 20 + 1)
    #expect(throws: RecordingError.damaged(line: 2)) { try Recording(endless) }
  }

  @Test func `refuses another version`() {
    let other = lines[0].replacingOccurrences(of: #""recording":7"#, with: #""recording":2"#)
    #expect(throws: RecordingError.otherVersion) { try Recording(text([other])) }
  }

  @Test func `refuses an unknown time zone`() {
    let other = lines[0].replacingOccurrences(of: #""GMT""#, with: #""Middle/Earth""#)
    #expect(throws: RecordingError.unknownTimeZone) { try Recording(text([other])) }
  }

  @Test(arguments: [
    "", "hello", "{}", "[]", #"{"turn":"input"}"#, #"{"at":0,"time":0,"turn":"tea"}"#,
    #"{"at":0,"time":0,"turn":"timer"}"#,
    #"{"at":0,"request":1,"time":0,"turn":"answer"}"#,
    #"{"at":0,"time":0,"turn":"change"}"#, #"{"shown":"1","value":1}"#,
    #"{"at":0,"at":0,"time":0,"turn":"input"}"#, "{\"print\":\"\u{0}\"}", #"{"event":1,"instance":"counter-1"}"#,
    #"{"end":false}"#,
  ])
  func `names a damaged line`(line: String) {
    #expect(throws: RecordingError.damaged(line: 8)) { try Recording(text(lines[..<7] + [line] + lines[7...])) }
  }

  @Test func `names a damaged header`() {
    for damage in [("mock", "sand"), (#""fail":"""#, #""fail":"tea:0""#)] {
      let header = lines[0].replacingOccurrences(of: damage.0, with: damage.1)
      #expect(throws: RecordingError.damaged(line: 1)) { try Recording(text([header])) }
    }
  }

  @Test func `nothing follows the end`() {
    #expect(throws: RecordingError.damaged(line: lines.count + 1)) { try Recording(text(lines + [lines[2]])) }
  }

  @MainActor @Test func `reads the configuration that was recorded`() throws {
    for failures in [[], .all, ["balance", "purchase"], ["balance:2", "purchase:1:lost"]] as [RequestFailures] {
      let configuration = SessionConfiguration(
        front: "test 1.0", mock: .init(latency: .milliseconds(20), failures: failures), seed: .max,
        timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)
      var header: [UInt8] = []
      _ = Recorder(configuration) { header += $0 }
      try expectEqual(Recording(header).configuration, configuration)
    }
  }
}
