import ExpectSupport
import JSON
import Testing

@Suite struct LineSplitterTests {
  /// The lines of an input that arrives in chunks of a size; `nil` for a line that is too long.
  private func lines(_ input: String, limit: Int = 4, size: Int) -> [String?] {
    var splitter = LineSplitter(limit: limit)
    var lines: [LineSplitter.Line] = []
    let bytes = Array(input.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let chunk = Array(bytes[start..<min(start + size, bytes.count)])
      var position = 0
      while let line = splitter.next(chunk, &position) { lines.append(line) }
      expectEqual(position, chunk.count)
    }
    if let last = splitter.finish() { lines.append(last) }
    #expect(splitter.finish() == nil)
    return lines.map { line in
      guard case .bytes(let bytes) = line else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("", []), ("\n", [""]), ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
      ("\r\n\n\r", ["", "", ""]), ("a\rb\nc", ["a\rb", "c"]), ("abcd\nabcd\r\nabcd", ["abcd", "abcd", "abcd"]),
      ("abcde\nab\n", [nil, "ab"]), ("abcde\r\nab\n", [nil, "ab"]), ("abcdefghijkl\nab", [nil, "ab"]),
      ("abcd\rx\nab", [nil, "ab"]), ("ab\nabcdefgh", ["ab", nil]), ("a\n\u{0}\u{A}\n", ["a", "\u{0}", ""]),
    ] as [(String, [String?])])
  func `splits the input in the same way whatever the chunks are`(input: String, expected: [String?]) {
    for size in 1...20 {
      expectEqual(lines(input, size: size), expected, "in chunks of \(size)")
    }
  }

  @Test func `finds a line end at each position of a long line`() {
    for length in 0..<40 {
      let text = String(repeating: "\u{8B}", count: length) + "\n" + String(repeating: "\u{8A}\u{B}", count: length)
      expectEqual(lines(text, limit: 200, size: 200).first, String(repeating: "\u{8B}", count: length))
      #expect(lines(text, limit: 200, size: 200).count == (length == 0 ? 1 : 2))
    }
  }

  @Test func `reports a line that is too long before its end`() {
    var splitter = LineSplitter(limit: 4)
    var position = 0
    #expect(splitter.next(Array("abcd".utf8), &position) == nil)
    position = 0
    expectEqual(splitter.next(Array("e".utf8), &position), .tooLong)
    position = 0
    #expect(splitter.next(Array("fgh".utf8), &position) == nil)
    #expect(splitter.finish() == nil)
  }

  @Test func `copies no line that arrives in one chunk`() {
    var splitter = LineSplitter(limit: 100)
    let chunk = Array("one\ntwo\n".utf8)
    var position = 0
    guard case .bytes(let first)? = splitter.next(chunk, &position) else {
      Issue.record("There is no line.")
      return
    }
    expectEqual(first.startIndex, 0)
    guard case .bytes(let second)? = splitter.next(chunk, &position) else {
      Issue.record("There is no second line.")
      return
    }
    expectEqual(second.startIndex, 4)
  }
}
