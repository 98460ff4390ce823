import ExpectSupport
import Terminal
import Testing

@Suite struct LineBufferTests {
  @Test(
    arguments: [
      ("", []), ("\n", [.text("")]), ("a\nb\n", [.text("a"), .text("b")]), ("a\nb", [.text("a"), .text("b")]),
      ("a\r\nb\r\n", [.text("a"), .text("b")]), ("a\r", [.text("a")]), ("\n\n", [.text(""), .text("")]),
      ("a\rb\nc", [.damaged(.controlCharacter), .text("c")]),
      ("\u{1B}[31m\nok", [.damaged(.controlCharacter), .text("ok")]),
      ("a\0b\nok\n", [.damaged(.controlCharacter), .text("ok")]), ("a\tb", [.text("a\tb")]),
      ("\u{FEFF}open\n\u{FEFF}x", [.text("open"), .text("\u{FEFF}x")]), ("é🧙\n", [.text("é🧙")]),
    ] as [(String, [InputLine])])
  func `splits bytes into lines, whatever the chunks`(input: String, lines: [InputLine]) {
    for size in [1, 2, 3, 7, 1 << 16] {
      expectEqual(LineBuffer.lines(of: Array(input.utf8), size: size), lines, "in pieces of \(size)")
    }
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func `bytes that are not UTF-8 damage only their line`(bytes: [UInt8]) {
    let input = Array("a\nb".utf8) + bytes + Array("\nc\n".utf8)
    expectEqual(LineBuffer.lines(of: input, size: 2), [.text("a"), .damaged(.notUTF8), .text("c")])
    expectEqual(LineBuffer.lines(of: bytes, size: 2), [.damaged(.notUTF8)])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `refuses only the line that is too long`(end: String) {
    let longest = String(repeating: "x", count: LineBuffer.longestLine)
    let input = Array("\(longest)\(end)\(longest)y\(end)\(longest)\(longest)\(end)z".utf8)
    let lines: [InputLine] = [.text(longest), .damaged(.tooLong), .damaged(.tooLong), .text("z")]
    for size in [1000, 1 << 16, 1 << 20] {
      expectEqual(LineBuffer.lines(of: input, size: size), lines, "in pieces of \(size)")
    }
  }

  @Test func `refuses a last line that is too long`() {
    let input = [UInt8](repeating: 0x78, count: LineBuffer.longestLine * 3)
    expectEqual(LineBuffer.lines(of: input, size: 4096), [.damaged(.tooLong)])
  }

  @Test func `reads nothing after the end`() {
    var buffer = LineBuffer()
    var reads = 0
    let read: () -> [UInt8] = {
      reads += 1
      return reads == 1 ? Array("last".utf8) : []
    }
    expectEqual(buffer.next(read: read), .text("last"))
    #expect(buffer.next(read: read) == nil)
    #expect(buffer.next(read: read) == nil)
    expectEqual(reads, 2)
  }
}

extension LineBuffer {
  fileprivate static func lines(of input: [UInt8], size: Int) -> [InputLine] {
    var buffer = LineBuffer()
    var rest = input[...]
    var lines: [InputLine] = []
    while let line = buffer.next(read: {
      let piece = rest.prefix(size)
      rest = rest.dropFirst(size)
      return Array(piece)
    }) {
      lines.append(line)
    }
    return lines
  }
}
