import Foundation
import Services
import Testing

@testable import ServerSupport
@testable import Stdio

/// A recording that does not fit the program is told apart from one that cannot be read.
@MainActor @Suite struct DifferenceTests {
  private let lines: [String]

  /// A session of a counter: open, two taps, end.
  init() {
    let stage = RecordedStage()
    stage.say(open(1, "counter"))
    stage.say(send(2, "counter-1", "nextButtonWasTapped"))
    stage.say(send(3, "counter-1", "nextButtonWasTapped"))
    stage.end()
    lines = stage.recording.split(separator: "\n").map(String.init)
  }

  private func replay(_ lines: [String]) throws -> Replay.Difference? {
    Replay(try Recording(Array((lines.joined(separator: "\n") + "\n").utf8))).run()
  }

  @Test func theLinesAreThoseOfTheFormat() throws {
    #expect(
      lines.map { $0.prefix(9) } == [
        #"{"backend"#, #"{"at":0,""#, #"{"in":{"i"#, #"{"out":{""#, #"{"at":0,""#, #"{"in":{"i"#, #"{"out":{""#,
        #"{"out":{""#, #"{"at":0,""#, #"{"in":{"i"#, #"{"out":{""#, #"{"out":{""#, #"{"at":0,""#, #"{"end":"e"#,
      ])
    #expect(try replay(lines) == nil)
  }

  @Test func aFrameThatDiffersIsNamed() throws {
    var tampered = lines
    tampered[10] = lines[10].replacingOccurrences(of: #""rev":3"#, with: #""rev":4"#)
    #expect(
      try replay(tampered) == Replay.Difference(line: 11, expected: tampered[10], actual: lines[10]))
  }

  @Test func theFirstOfTwoIsNamed() throws {
    var tampered = lines
    tampered[7] = #"{"out":{}}"#
    tampered[11] = #"{"out":{}}"#
    #expect(try replay(tampered) == Replay.Difference(line: 8, expected: #"{"out":{}}"#, actual: lines[7]))
  }

  @Test func aFrameThatIsNotSaidIsNamed() throws {
    let longer = lines[..<12] + [lines[11]] + lines[12...]
    #expect(try replay(Array(longer)) == Replay.Difference(line: 13, expected: lines[11], actual: nil))
  }

  @Test func aFrameTooManyIsNamed() throws {
    let shorter = Array(lines[..<7] + lines[8...])
    #expect(try replay(shorter) == Replay.Difference(line: 7, expected: nil, actual: lines[7]))
  }

  @Test func anotherEndIsNamed() throws {
    let other = lines.dropLast() + [#"{"end":"exit","exit":1}"#]
    #expect(
      try replay(Array(other))
        == Replay.Difference(line: 14, expected: #"{"end":"exit","exit":1}"#, actual: lines[13]))
  }

  @Test func theOrderOfATurnsFramesCounts() throws {
    let stage = RecordedStage()
    stage.say(open(1, "terms"), open(2, "terms"))
    let event = #","event":{"type":"nameChanged","text":"Ada"}}}"#
    let notify = #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"terms-"#
    stage.say(notify + #"1""# + event, notify + #"2""# + event)
    stage.end()
    var lines = stage.recording.split(separator: "\n").map(String.init)
    #expect(try replay(lines) == nil)
    let updates = lines.indices.filter { lines[$0].contains("screen/update") }
    try #require(updates.count == 2)
    lines.swapAt(updates[0], updates[1])
    #expect(
      try replay(lines)
        == Replay.Difference(line: updates[0] + 1, expected: lines[updates[0]], actual: lines[updates[1]]))
  }

  @Test func anInstancesOwnOrderCountsWhereJobsMayChangePlaces() throws {
    let stage = RecordedStage()
    stage.say(open(1, "blog"), open(2, "blog"))
    stage.say(send(3, "blog-1", "publishButtonWasTapped"))
    stage.wait()
    let lines = stage.recording.split(separator: "\n").map(String.init)
    let updates = lines.indices.filter { lines[$0].contains("screen/update") }.suffix(2)
    var swapped = lines
    swapped.swapAt(updates.first ?? 0, updates.last ?? 0)
    #expect(try replay(swapped) == nil)
    let last = updates.last ?? 0
    swapped = lines
    swapped[last] = lines[last].replacingOccurrences(of: #""newestTitle":"#, with: #""newTitle":"#)
    #expect(try replay(swapped)?.line == last + 1)
  }

  @Test(arguments: [
    #"{"at":0,"job":9,"time":0,"turn":"job"}"#,
    #"{"answer":{"available":true},"at":0,"request":9,"time":0,"turn":"answer"}"#,
  ])
  func aJobOrAnAnswerThatNobodyWaitsForIsNamed(line: String) throws {
    let longer = lines.dropLast(2) + [line]
    #expect(try replay(Array(longer)) == Replay.Difference(line: 13, expected: line, actual: nil))
  }

  @Test func aRecordingThatIsCutOffIsPlayedAsFarAsItGoes() throws {
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    for count in Array(lines[0].utf8).count + 1..<text.count - 1 {
      let recording = try Recording(Array(text[..<count]))
      #expect(recording.isCutOff)
      #expect(Replay(recording).run() == nil)
    }
  }

  private func text(_ lines: [String], separator: String = "\n") -> [UInt8] {
    Array((lines.joined(separator: separator) + separator).utf8)
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
      #expect(Replay(recording).run() == nil)
    }
  }

  @Test func `compares the last line without a line feed`() throws {
    let other = lines.dropLast() + [#"{"end":"exit","exit":1}"#]
    let recording = try Recording(Array(text(Array(other)).dropLast()))
    #expect(!recording.isCutOff)
    #expect(Replay(recording).run()?.line == lines.count)
  }

  @Test func `does not count the order of keys, white space and escapes`() throws {
    func reversed(_ value: Any) -> String {
      switch value {
      case let object as [String: Any]:
        let members = object.sorted { $0.key > $1.key }.map { "\"\($0.key)\" : \(reversed($0.value))" }
        return "{ \(members.joined(separator: " , ")) }"
      case let array as [Any]: return "[ \(array.map(reversed).joined(separator: " , ")) ]"
      case let text as String:
        return "\"\(text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined())\""
      default: return "\(value)"
      }
    }
    let changed = try lines.map { reversed(try JSONSerialization.jsonObject(with: Data($0.utf8))) }
    #expect(changed[3].contains(#""rev" : 1"#))
    #expect(try replay(changed) == nil)
    let tampered = changed.map { $0.replacingOccurrences(of: #""rev" : 3"#, with: #""rev" : 4"#) }
    #expect(try replay(tampered)?.line == 11)
  }

  @Test func `gives up a file that is something else before it is read`() {
    var reader = RecordingReader()
    #expect(throws: RecordingError.noRecording) {
      while true { try reader.read([UInt8](repeating: 0, count: 1 << 10)) }
    }
  }

  @Test func `bounds the length of a line`() throws {
    var reader = RecordingReader()
    try reader.read(Array((lines[0] + "\n").utf8))
    let piece = [UInt8](repeating: 0x20, count: 1 << 22)
    #expect(throws: RecordingError.damaged(line: 2)) {
      while true { try reader.read(piece) }
    }
  }

  @Test(arguments: ["", "\n", "{}\n", "hello\n", #"{"recording":"2"}"# + "\n", #"{"recording":2"#])
  func whatIsNoRecordingIsRefused(text: String) {
    #expect(throws: RecordingError.noRecording) { try Recording(Array(text.utf8)) }
  }

  @Test func anotherVersionIsRefused() {
    let other = lines[0].replacingOccurrences(of: #""recording":2"#, with: #""recording":1"#) + "\n"
    #expect(throws: RecordingError.otherVersion) { try Recording(Array(other.utf8)) }
  }

  @Test func anUnknownTimeZoneIsRefused() {
    let other = lines[0].replacingOccurrences(of: #""GMT""#, with: #""Middle/Earth""#) + "\n"
    #expect(throws: RecordingError.unknownTimeZone) { try Recording(Array(other.utf8)) }
  }

  @Test(arguments: [
    "", "hello", "{}", "[]", #"{"in":null,"flaw":"none"}"#, #"{"turn":"input"}"#, #"{"at":0,"time":0,"turn":"tea"}"#,
    #"{"at":0,"time":0,"turn":"job"}"#, #"{"at":0,"request":1,"time":0,"turn":"answer"}"#, #"{"shown":1,"value":1}"#,
    #"{"at":0,"at":0,"time":0,"turn":"input"}"#, "{\"out\":\"\u{0}\"}",
  ])
  func aDamagedLineIsNamed(line: String) {
    let damaged = (lines[..<7] + [line] + lines[7...]).joined(separator: "\n") + "\n"
    #expect(throws: RecordingError.damaged(line: 8)) { try Recording(Array(damaged.utf8)) }
  }

  @Test func aDamagedHeaderIsNamed() {
    let damaged = lines[0].replacingOccurrences(of: "mock", with: "sand") + "\n"
    #expect(throws: RecordingError.damaged(line: 1)) { try Recording(Array(damaged.utf8)) }
  }

  @Test func nothingFollowsTheEnd() {
    let longer = (lines + [lines[12]]).joined(separator: "\n") + "\n"
    #expect(throws: RecordingError.damaged(line: 15)) { try Recording(Array(longer.utf8)) }
  }

  @Test func theHeaderIsReadAsItIsWritten() throws {
    var options = RecordedStage.slow(20, failures: [.balance, .purchase])
    options.framing = .auto
    for failures in [options.backend.failures, .all, [], try MockFailures(parsing: "balance:2,purchase:1:lost")] {
      options.backend.failures = failures
      let header = RecordingHeader(options, seed: .max, timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)
      #expect(try RecordingHeader(header.text[...]) == header)
    }
  }
}
