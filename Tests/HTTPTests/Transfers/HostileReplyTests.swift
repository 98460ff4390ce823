#if os(Linux)
  import ExpectSupport
  import Locking
  import Support
  import Testing

  @testable import HTTP

  /// Servers that send too much, or something else than an answer.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct HostileReplyTests {
    private static func outcome(_ text: String) async throws -> Result<TransferReply, TransferFailure> {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(text)
        connection.waitForEnd()
      }
      defer { server.close() }
      return await send(.to(server))
    }

    /// A text to begin with, and one to repeat without end.
    struct Flood: CustomTestStringConvertible, Sendable {
      var name: String
      var start: String
      var piece: String

      var testDescription: String { name }

      static let all = [
        Flood(name: "body", start: "HTTP/1.1 200 OK\r\n\r\n", piece: "x"),
        Flood(name: "announced body", start: "HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n", piece: "x"),
        Flood(name: "chunks", start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", piece: "1\r\nx\r\n"),
        Flood(name: "body of a redirection", start: "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", piece: "x"),
        Flood(name: "body of a challenge", start: "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\n\r\n", piece: "x"),
        Flood(name: "headers", start: "HTTP/1.1 200 OK\r\n", piece: "Name: value\r\n"),
        Flood(name: "one header", start: "HTTP/1.1 200 OK\r\nName: ", piece: "x"),
        Flood(name: "one reason", start: "HTTP/1.1 200 ", piece: "x"),
        Flood(name: "interim replies", start: "", piece: "HTTP/1.1 103 Early\r\n\r\n"),
        Flood(
          name: "chunk extension", start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", piece: "x"),
        Flood(
          name: "trailers", start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
          piece: "Name: value\r\n"),
      ]
    }

    @Test(arguments: Flood.all) func `a flood ends at the bound`(flood: Flood) async throws {
      let hasLeft = Gate()
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        let piece = Array(String(repeating: flood.piece, count: 4096).utf8)
        connection.send(flood.start)
        while connection.send(piece) {}
        hasLeft.open()
      }
      defer { server.close() }
      await expectEqual(send(.to(server)).failure, .tooLarge)
      await expectEqual(send(.to(server, "POST", body: [1])).failure, .tooLarge)
    }

    @Test func `a flood on one connection does not end a slow one`() async throws {
      let isOver = Gate()
      let server = try RawServer { connection in
        guard let request = connection.request() else { return }
        if request.method == "GET" {
          let piece = [UInt8](repeating: 0, count: 1 << 16)
          connection.send("HTTP/1.1 200 OK\r\n\r\n")
          while connection.send(piece) {}
        } else {
          connection.send("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n")
          connection.wait(for: isOver)
          connection.send("\r\n{}")
          connection.waitForEnd()
        }
      }
      defer { server.close() }
      let slow = Task { await send(.to(server, "POST", body: [1])) }
      for _ in 0..<20 { await expectEqual(send(.to(server)).failure, .tooLarge) }
      isOver.open()
      await expectEqual(slow.value.body, "{}")
    }

    @Test func `a socket of the program to the same host is left alone`() async throws {
      let server = try RawServer { connection in
        guard let request = connection.request() else { return }
        if request.target == "/own" {
          connection.send("own")
        } else {
          let piece = [UInt8](repeating: 0, count: 1 << 16)
          connection.send("HTTP/1.1 200 OK\r\n\r\n")
          while connection.send(piece) {}
        }
      }
      defer { server.close() }
      let own = try ClientSocket(port: server.port)
      defer { own.close() }
      #expect(own.send("GET /own HTTP/1.1\r\n"))
      for _ in 0..<3 { await expectEqual(send(.to(server)).failure, .tooLarge) }
      #expect(own.send("\r\n"))
      expectEqual(own.received(), "own")
    }

    /// Answers that are not HTTP.
    static let malformed = [
      "220 smtp ready\r\n", "\0\u{FF}\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}",
      "HTTP/1.1 9999999 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: nonsense\r\n\r\n{}", "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    ]

    @Test(arguments: malformed)
    func `an answer that is not HTTP is malformed`(text: String) async throws {
      try await expectEqual(Self.outcome(text).failure, .malformed)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "HTTP/1.0 200\r\nContent-Length: 2\r\n\r\n{}",
    ])
    func `an unusual answer that is HTTP is taken`(text: String) async throws {
      try await expectEqual(Self.outcome(text).body, "{}")
    }

    // MARK: Bytes behind an answer

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}x",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nx", "HTTP/1.1 204 No Content\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nx",
    ])
    func `bytes behind an answer belong to no answer`(text: String) async throws {
      let server = try RawServer { connection in
        while let request = connection.request() {
          connection.send(request.method == "POST" ? Array(text.utf8) : reply("second"))
        }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      let first = try await send(.to(server, "POST"), on: transfers).get()
      #expect(["", "{}"].contains(String(decoding: first.body, as: UTF8.self)))
      await expectEqual(send(.to(server), on: transfers).body, "second")
    }

    // Whether it is that of a request that only reads is up to the version of libcurl.
    @Test func `a late surplus is not the answer of a request that changes something`() async throws {
      let isAnswered = Gate()
      let isSent = Gate()
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(reply("\(connection.number)"))
        guard connection.number == 1 else { return connection.waitForEnd() }
        connection.wait(for: isAnswered)
        connection.send(reply("surplus"))
        isSent.open()
        connection.waitForEnd()
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      await expectEqual(send(.to(server), on: transfers).body, "1")
      isAnswered.open()
      await isSent.opened()
      await expectEqual(send(.to(server, "POST"), on: transfers).body, "2")
    }
  }
#endif
