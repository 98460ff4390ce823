import ExpectSupport
import Testing

@testable import HTTP

@Suite struct LineParserTests {
  /// Parses a stream that arrives in chunks and ends in order; `nil` at the end if a line is too long.
  private func parse(_ chunks: [[UInt8]], maximumSize: Int = 100) -> [String?] {
    var parser = LineParser(maximumSize: maximumSize)
    var lines: [String?] = []
    for chunk in chunks {
      var position = 0
      while let line = parser.next(in: chunk, from: &position) {
        lines.append(line.isEmpty ? nil : String(decoding: line, as: UTF8.self))
      }
    }
    if parser.isTooLarge { return lines + [nil] }
    return lines + (parser.last().map { [String(decoding: $0, as: UTF8.self)] } ?? [])
  }

  @Test(arguments: [
    ("1\n2\n", ["1", "2"]), ("1\r\n2\r\n", ["1", "2"]), ("1\n\n\r\n \t\n2", ["1", "2"]),
    ("{\"a\":\r1}\n", ["{\"a\":\r1}"]),
    ("1", ["1"]), ("", []), ("\n", []), ("\u{FEFF}1\n\u{FEFF}2\n", ["1", "\u{FEFF}2"]), ("\u{FEFF}\n1", ["1"]),
    ("\"å\"\n", ["\"å\""]),
  ])
  func `reads lines at every cut`(_ text: String, _ lines: [String]) {
    let bytes = Array(text.utf8)
    expectEqual(parse([bytes]), lines)
    expectEqual(parse(bytes.map { [$0] }), lines)
    for cut in 0...bytes.count { expectEqual(parse([Array(bytes[..<cut]), [], Array(bytes[cut...])]), lines) }
  }

  @Test func `refuses a line that is too long, before it is complete`() {
    expectEqual(parse([Array("12345\n123456".utf8)], maximumSize: 5), ["12345", nil])
    expectEqual(parse([Array("123".utf8), Array("456".utf8)], maximumSize: 5), [nil])
  }
}
