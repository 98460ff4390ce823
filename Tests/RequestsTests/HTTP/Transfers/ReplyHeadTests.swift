#if os(Linux)
  import Testing

  @testable import Requests

  /// The head of a reply, line by line as libcurl hands it over.
  @Suite struct ReplyHeadTests {
    private func head(_ lines: String...) throws -> ReplyHead {
      var head = ReplyHead()
      for line in lines { try Array(line.utf8).withUnsafeBytes { try head.receive($0) } }
      return head
    }

    @Test(arguments: ["\r\n", "\n"]) func `lines end with either break`(end: String) throws {
      let head = try head("HTTP/1.1 200 OK" + end, "Content-Length: 7" + end, end)
      #expect((head.status, head.contentLength, head.isComplete) == (200, 7, true))
    }

    @Test func `an interim reply is no reply`() throws {
      #expect(try !head("HTTP/1.1 199 Wait\r\n", "\r\n").isComplete)
      #expect(try head("HTTP/1.1 103 Early\r\n", "A: b\r\n", "\r\n", "HTTP/1.1 404 No\r\n", "\r\n").headers == [])
    }

    @Test func `is 64 KiB long at most`() throws {
      let line = "A: " + String(repeating: "b", count: (64 << 10) - 3 - 17)
      #expect(try head("HTTP/1.1 200 OK\r\n", line).headers.count == 1)
      #expect(throws: ReplyHead.Defect.tooLarge) { try head("HTTP/1.1 200 OK\r\n", line + "b") }
    }
  }
#endif
