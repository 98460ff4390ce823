import Testing

@testable import Transports

@Suite struct FirstLineTests {
  private func read(_ pieces: String..., names: [String] = ["screens", "mcp"]) -> (name: String?, rest: String)? {
    var line = FirstLine(names: names)
    for piece in pieces {
      guard let (name, rest) = line.read(Array(piece.utf8)) else { continue }
      return (name, String(decoding: rest, as: UTF8.self))
    }
    return nil
  }

  @Test func `chooses a protocol, in one piece or byte by byte, and leaves the rest`() throws {
    let whole = try #require(read("{\"protocol\":\"mcp\"}\n{\"id\":1}\n"))
    #expect(whole == ("mcp", "{\"id\":1}\n"))
    let pieces = try #require(read(" {\"prot", "ocol\" : \"screens\" }\r", "\n", "more"))
    #expect(pieces == ("screens", ""))
  }

  @Test func `waits for the end of the line`() {
    #expect(read("{\"protocol\":") == nil)
    #expect(read("") == nil)
  }

  @Test(arguments: [
    "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n", "{\"protocol\":\"soap\"}\n", "{\"protocol\":1}\n",
    "{\"protocol\":\"mcp\",\"id\":1}\n", "[]\n", "\n", "Content-Length: 2\r\n\r\n{}", "nothing\n",
  ])
  func `any other line is the session's`(text: String) throws {
    #expect(try #require(read(text)) == (nil, text))
  }

  @Test func `does not wait for a line that is too long`() throws {
    let text = String(repeating: "x", count: 300)
    #expect(try #require(read(text)) == (nil, text))
  }

  @Test func `looks for nothing where no protocol has a name`() throws {
    let text = "{\"protocol\":\"mcp\"}"
    #expect(try #require(read(text, names: [])) == (nil, text))
  }
}
