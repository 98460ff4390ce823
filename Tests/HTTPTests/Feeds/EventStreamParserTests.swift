import ExpectSupport
import Testing

@testable import HTTP

@Suite struct EventStreamParserTests {
  private typealias Event = EventStreamParser.Event

  /// What a parser has made of a stream.
  private struct Outcome: Equatable {
    var events: [String] = []
    var lastID = ""
    var retry: Int?
    var isTooLarge = false
  }

  /// Parses a stream that arrives in chunks.
  private func parse(_ chunks: [[UInt8]], lastID: String = "", maximumSize: Int = 1000) -> Outcome {
    var parser = EventStreamParser(lastID: lastID, maximumSize: maximumSize)
    var outcome = Outcome()
    for chunk in chunks {
      var position = 0
      while let event = parser.next(in: chunk, from: &position) {
        if event.isTooLarge {
          outcome.isTooLarge = true
        } else {
          outcome.events.append("\(event.name)|\(String(decoding: event.data, as: UTF8.self))|\(parser.lastID)")
        }
      }
      expectEqual(position, chunk.count)
    }
    if parser.isTooLarge { outcome.isTooLarge = true }
    outcome.lastID = parser.lastID
    outcome.retry = parser.retry
    return outcome
  }

  /// Parses a stream in one piece, byte by byte, and at every cut, and expects the same each time.
  private func parse(_ text: String, lastID: String = "", maximumSize: Int = 1000) -> Outcome {
    let bytes = Array(text.utf8)
    let whole = parse([bytes], lastID: lastID, maximumSize: maximumSize)
    expectEqual(parse(bytes.map { [$0] }, lastID: lastID, maximumSize: maximumSize), whole, "byte by byte")
    for cut in 0...bytes.count {
      let chunks = [Array(bytes[..<cut]), [], Array(bytes[cut...])]
      expectEqual(parse(chunks, lastID: lastID, maximumSize: maximumSize), whole, "cut at \(cut)")
    }
    return whole
  }

  @Test(arguments: [
    ("data: a\n\n", ["message|a|"]),
    ("data:a\n\ndata:  b\n\n", ["message|a|", "message| b|"]),
    ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message|YHOO\n+2\n10|"]),
    (
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      ["message|first event|1", "message|second event|", "message| third event|"]
    ),
    ("data\n\ndata\ndata\n\ndata:", ["message||", "message|\n|"]),
    ("data:test\n\ndata: test\n\n", ["message|test|", "message|test|"]),
    ("event: add\ndata: 1\n\ndata: 2\n\n", ["add|1|", "message|2|"]),
    ("event: add\nevent: remove\ndata: 1\n\n", ["remove|1|"]),
    ("event: add\n\ndata: 1\n\n", ["message|1|"]),
    ("Data: 1\ndata : 2\n data: 3\nunknown: 4\nunknown\n\n", []),
    ("data: a:b: c\n\n", ["message|a:b: c|"]),
    ("data: å ∂ 🐟\nid: ü\n\n", ["message|å ∂ 🐟|ü"]),
    ("", []), ("\n\n\n", []), (":\n", []), ("data: a\n", []), ("data: a", []),
  ])
  func `reads fields as the standard says`(_ text: String, _ events: [String]) {
    expectEqual(parse(text).events, events)
  }

  @Test(arguments: ["\n", "\r", "\r\n"], ["\n", "\r", "\r\n"])
  func `takes each line end, also mixed`(_ one: String, _ other: String) {
    let text = "data: a" + one + "data: b" + other + one + "data: c" + other + one
    let isEmptyLineMissing = one == "\n" && other == "\r"
    // A line feed behind a carriage return belongs to it.
    #expect(parse(text).events == (isEmptyLineMissing ? [] : ["message|a\nb|", "message|c|"]))
  }

  @Test func `publishes an event with the byte that ends its empty line`() {
    for end in ["\n\n", "\r\r", "\r\n\r"] {
      var parser = EventStreamParser(maximumSize: 100)
      var position = 0
      let event = parser.next(in: Array("data: a\(end)".utf8), from: &position)
      expectEqual(event, Event(data: [UInt8(ascii: "a")]))
      position = 0
      #expect(parser.next(in: Array("\n".utf8), from: &position) == nil)
    }
  }

  @Test func `stops behind each event`() {
    var parser = EventStreamParser(maximumSize: 100)
    let bytes = Array("data: a\n\ndata: b\n\n".utf8)
    var position = 0
    expectEqual(parser.next(in: bytes, from: &position)?.data, Array("a".utf8))
    expectEqual(position, 9)
    expectEqual(parser.next(in: bytes, from: &position)?.data, Array("b".utf8))
  }

  @Test(arguments: [
    ("\u{FEFF}data: a\n\n", ["message|a|"]),
    ("\u{FEFF}\u{FEFF}data: a\n\n", []),
    ("data: a\n\n\u{FEFF}data: b\n\n", ["message|a|"]),
    ("\u{FEFF}\ndata: a\n\n", ["message|a|"]),
    ("\u{FEFF}: comment\ndata: a\n\n", ["message|a|"]),
  ])
  func `skips one byte order mark at the start`(_ text: String, _ events: [String]) {
    expectEqual(parse(text).events, events)
  }

  @Test func `takes the begin of a byte order mark for text`() {
    expectEqual(parse([[0xEF], [0xBB], Array("data: a\n\ndata: b\n\n".utf8)]).events, ["message|b|"])
    expectEqual(parse([[0xEF, 0xBB, 0x0A], Array("data: b\n\n".utf8)]).events, ["message|b|"])
  }

  @Test(arguments: [
    ("id: 1\ndata: a\n\n", "1"), ("id: 1\n\n", "1"), ("id: 1\ndata: a\n", "0"), ("id: 1\n\nid: 2\n\n", "2"),
    ("id: 1\n\nid:\n\n", ""), ("id: 1\n\nid\n\n", ""), ("id: a\0b\n\n", "0"), ("id: 1\nid: 2\0\n\n", "1"),
    ("id: a\u{7}\n\n", "0"), ("id: a\tb\n\n", "a\tb"), ("data: a\n\n", "0"), ("", "0"),
  ])
  func `moves the resume point with each complete event`(_ text: String, _ id: String) {
    expectEqual(parse(text, lastID: "0").lastID, id)
  }

  @Test(
    arguments: [
      ("retry: 1500\n", 1500), ("retry:0\n\n", 0), ("retry: 1s\n", nil), ("retry:\n", nil), ("retry: -1\n", nil),
      ("retry: ٣\n", nil), ("retry: 1\nretry: 2\n", 2), ("retry: 99999999999999999999\n", 3_600_000),
    ] as [(String, Int?)])
  func `reads the time of a reconnection`(_ text: String, _ retry: Int?) {
    expectEqual(parse(text).retry, retry)
  }

  @Test func `drops an event that is too long, and goes on behind it`() {
    let data = String(repeating: "a", count: 20)
    expectEqual(parse("data:\(data)\n\n", maximumSize: 25).events, ["message|\(data)|"])
    #expect(parse("data:\(data)a\n\n", maximumSize: 25).isTooLarge)
    #expect(
      parse("data:\(data)a", maximumSize: 25).isTooLarge || parse("data:\(data)a", maximumSize: 25).events.isEmpty)
    #expect(parse("data:a\n" + String(repeating: "data:a\n", count: 20), maximumSize: 25).isTooLarge)
    #expect(parse("other:\(data)\n\n", maximumSize: 25).isTooLarge)
    #expect(parse([Array("data:\(data)".utf8), [0x61]], maximumSize: 25).isTooLarge)
  }

  @Test func `keeps the id and the type of what it drops, wherever it is cut`() {
    let long = String(repeating: "a", count: 40)
    let streams = ["id: 1\ndata: \(long)\n\ndata: b\n\n", "data: \(long)\nid: 1\n: c\n\ndata: b\n\n"]
    for text in streams {
      let outcome = parse(text, lastID: "0", maximumSize: 25)
      #expect(outcome.isTooLarge && outcome.lastID == "1" && outcome.events == ["message|b|1"], "\(outcome)")
    }
    var parser = EventStreamParser(maximumSize: 25)
    var position = 0
    let event = parser.next(in: Array("data: \(long)\nevent: other\n\n".utf8), from: &position)
    #expect(event?.isTooLarge == true && event?.name == "other" && event?.data == [])
  }

  @Test func `counts no comment`() {
    let comment = ":" + String(repeating: "c", count: 100) + "\n"
    expectEqual(parse("data:a\n\(comment)data:b\n\n", maximumSize: 10).events, ["message|a\nb|"])
  }

  @Test func `reads bytes that are not UTF-8`() {
    let bytes: [UInt8] = Array("data: ".utf8) + [0xFF, 0xC3] + Array("\n\n".utf8)
    expectEqual(parse([bytes]).events, ["message|\u{FFFD}\u{FFFD}|"])
  }
}
