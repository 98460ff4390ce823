import ExpectSupport
import JSON
import Testing

@Suite struct BytesTests {
  /// Around the eight bytes that are looked at together, and beside bytes that differ by one bit.
  @Test func `finds a byte wherever it is`() {
    for count in 0..<20 {
      for place in 0..<count {
        var bytes = [UInt8](repeating: 0x0B, count: count + 2)
        bytes[place + 1] = 0x0A
        expectEqual(bytes[1...].position(of: 0x0A), place + 1)
        expectEqual(bytes[(place + 2)...].position(of: 0x0A), nil)
      }
    }
  }

  @Test func `finds bytes as the standard library does`() {
    let text = Array("aab aabaaab, ab.".utf8)
    for start in text.indices {
      for end in start...text.count {
        for words in ["a", "aab", "aaab", "ab.", "b,", "c", ""].map({ Array($0.utf8) }) {
          expectEqual(
            text[start..<end].range(of: words[...]),
            words.isEmpty ? start..<start : text[start..<end].firstRange(of: words))
        }
      }
    }
  }

  /// The writer skips what needs no escape eight bytes at a time.
  @Test func `escapes a character wherever it is`() {
    let escapes = [("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{0}", "\\u0000"), ("\u{1F}", "\\u001f")]
    for plain in ["a", "é", "字", "👩‍🔬", "\u{7F}"] {
      for (before, after) in [(0, 0), (0, 9), (1, 0), (3, 8), (7, 7), (8, 1), (9, 20), (17, 3)] {
        for (character, escape) in escapes {
          let (head, tail) = (String(repeating: plain, count: before), String(repeating: plain, count: after))
          var writer = JSONWriter()
          writer.write(head + character + character + tail + character)
          expectEqual(String(decoding: writer.bytes, as: UTF8.self), "\"\(head)\(escape)\(escape)\(tail)\(escape)\"")
        }
      }
    }
  }
}
