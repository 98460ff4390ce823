#if os(Linux)
  import ExpectSupport
  import Testing

  @testable import HTTP

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
      try expectEqual(head("HTTP/1.1 103 Early\r\n", "A: b\r\n", "\r\n", "HTTP/1.1 404 No\r\n", "\r\n").headers, [])
    }

    @Test func `is 64 KiB long at most`() throws {
      let line = "A: " + String(repeating: "b", count: (64 << 10) - 3 - 17)
      try expectEqual(head("HTTP/1.1 200 OK\r\n", line).headers.count, 1)
      #expect(throws: ReplyHead.Defect.tooLarge) { try head("HTTP/1.1 200 OK\r\n", line + "b") }
    }

    private func head(of bytes: [UInt8]) throws -> ReplyHead {
      var head = ReplyHead()
      for line in [Array("HTTP/1.1 200 OK\r\n".utf8), bytes + Array("\r\n".utf8), Array("\r\n".utf8)] {
        try line.withUnsafeBytes { try head.receive($0) }
      }
      return head
    }

    @Test func `a header may be folded at each of its spaces`() throws {
      let words = ["application/json;", "charset=utf-8;", "a=b;", "c=\"d", "e\""]
      for bits in 0..<16 {
        for indent in [" ", "\t", " \t  "] {
          var lines = ["HTTP/1.1 200 OK\r\n", "Content-Type: " + words[0]]
          for (index, word) in words.dropFirst().enumerated() {
            if bits >> index & 1 == 1 { lines.append(indent + word) } else { lines[lines.count - 1] += " " + word }
          }
          var head = ReplyHead()
          for line in lines + ["X: y", ""] {
            try Array((line.filter { $0 != "\r\n" } + "\r\n").utf8).withUnsafeBytes { try head.receive($0) }
          }
          expectEqual(head.headers.map(\.value), [words.joined(separator: " "), "y"])
        }
      }
      #expect(throws: ReplyHead.Defect.malformed) { try self.head("HTTP/1.1 200 OK\r\n", " a: b\r\n") }
    }

    @Test func `a length is decimal digits that a number holds`() throws {
      func length(_ text: String) throws -> Int? {
        try head("HTTP/1.1 200 OK", "Content-Length: " + text, "").contentLength
      }
      for text in [
        "", "+111", "-1", "0x2", "2 x", "1e3", "1.0", "2,3", "2,", ",2", "2,2,3", "\u{FF11}", "\u{661}", "2;2",
        "9223372036854775808", "18446744073709551617",
      ] {
        #expect(throws: ReplyHead.Defect.malformed) { try length(text) }
      }
      var digits = "9"
      for count in 1...40 {
        if count <= 18 {
          try expectEqual(length(digits), Int(digits))
          try expectEqual(length("000" + digits), Int(digits))
          try expectEqual(length(digits + ", " + digits + "\t," + digits), Int(digits))
        } else if count > 19 {
          #expect(throws: ReplyHead.Defect.malformed) { try length(digits) }
        }
        digits += String(count % 10)
      }
    }

    @Test func `the one transfer coding is chunked, once`() throws {
      let codings = ["chunked", "CHUNKED", "identity", "gzip", "chunked;q=1", "chun\u{212A}ed"]
      func head(_ lines: [String], _ version: String = "1.1") throws -> ReplyHead {
        var head = ReplyHead()
        for line in ["HTTP/\(version) 200 OK"] + lines + [""] {
          try Array(line.utf8).withUnsafeBytes { try head.receive($0) }
        }
        return head
      }
      for coding in codings {
        let line = "Transfer-Encoding: " + coding
        if coding.utf8.count == 7, coding.lowercased() == "chunked" {
          #expect(try head([line]).isComplete)
        } else {
          #expect(throws: ReplyHead.Defect.malformed) { try head([line]) }
        }
        #expect(throws: ReplyHead.Defect.malformed) { try head([line], "1.0") }
        #expect(throws: ReplyHead.Defect.malformed) { try head([line, "Content-Length: 2"]) }
        for other in codings {
          #expect(throws: ReplyHead.Defect.malformed) { try head([line + ", " + other]) }
          #expect(throws: ReplyHead.Defect.malformed) { try head([line, "Transfer-encoding: " + other]) }
        }
      }
    }

    @Test(arguments: ["Content-Type", "ETag", "location", "CONTENT-ENCODING", "Content-Length"])
    func `a header that is read has one value`(name: String) throws {
      let values = name == "Content-Length" ? ["2", "3"] : ["a/b", "c/d"]
      for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let lines = ["\(name): \(values[one])", "X: 1", "\(name.lowercased()): \(values[other])", "X: 2"]
        if one == other {
          try expectEqual(head("HTTP/1.1 200 OK", lines[0], lines[1], lines[2], lines[3], "").headers.count, 4)
        } else {
          #expect(throws: ReplyHead.Defect.malformed) {
            try head("HTTP/1.1 200 OK", lines[0], lines[1], lines[2], lines[3], "")
          }
        }
      }
    }

    @Test func `bytes that are not UTF-8 are no text that is read`() throws {
      for byte in UInt8(0x80)...0xFF {
        for rest in [[], [0x41], [byte], [0xE2, 0x82]] as [[UInt8]] {
          let value = [byte] + rest
          guard String(validating: value, as: UTF8.self) == nil else { continue }
          let other = try head(of: Array("Server: ".utf8) + value)
          #expect(!other.headers[0].value.unicodeScalars.contains("\u{FFFD}"))
          for name in ["Location: /", "ETag: ", "Content-Type: "] {
            #expect(throws: ReplyHead.Defect.malformed) { try head(of: Array(name.utf8) + value) }
          }
        }
      }
      try expectEqual(head(of: Array("Location: /é".utf8)).headers[0].value, "/é")
    }

    @Test(arguments: ["Content-Length ", "Content Length", "", "a\u{301}", "(a)", "a\t"])
    func `the name of a header is a token`(name: String) throws {
      #expect(throws: ReplyHead.Defect.malformed) { try head("HTTP/1.1 200 OK", name + ": 2", "") }
    }

    @Test func `a reply before a reset is read as far as it is whole`() {
      func late(_ text: String, limit: Int = 100) -> TransferReply? {
        TransferReply(late: Array(text.utf8), maximumBody: limit)
      }
      let head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\nContent-Length: 4\r\n\r\n"
      let whole = late(head + "long, and more")
      expectEqual(whole?.status, 413)
      expectEqual(whole?.body, Array("long".utf8))
      for text in [head + "lon", head] {
        let part = late(text)
        #expect(part?.status == 413 && part?.body == [])
      }
      #expect(late(head + "long", limit: 3)?.body == [])
      #expect(late("HTTP/1.1 413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nlong\r\n")?.body == [])
      for text in ["", "HTTP/1.1 413", "HTTP/1.1 413 Too Large\r\nContent-", "220 smtp\r\n\r\n"] {
        #expect(late(text) == nil)
      }
    }
  }
#endif
