#if os(Linux)
  import ExpectSupport
  import Support
  import Testing

  @testable import HTTP

  /// Servers that close the connection after any byte of an answer.
  @Suite(.timeLimit(.minutes(30))) struct ClosedConnectionTests {
    /// The forms of an answer.
    enum Form: String, CaseIterable {
      case sized = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"a\":true}"
      case chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n6;x=y\r\n:true}\r\n0\r\nT: u\r\n\r\n"
      case continued = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n{\"a\":true}"
    }

    @Test(arguments: Form.allCases, [("GET", false), ("GET", true), ("POST", false), ("POST", true)])
    func `an answer that is cut off anywhere is a lost connection`(
      form: Form, way: (method: String, isReset: Bool)
    ) async throws {
      let bytes = Array(form.rawValue.utf8)
      let server = try RawServer { connection in
        guard let request = connection.request(), let length = Int(request.header("Length") ?? "") else { return }
        if way.isReset { connection.resetAtEnd() }
        connection.send(bytes.prefix(length))
      }
      defer { server.close() }
      var request = TransferRequest.to(server, way.method, body: way.method == "POST" ? [1, 2, 3] : nil)
      // libcurl does not wait for the line feed at the end of the last chunk.
      let end = form == .chunked ? bytes.count - 1 : bytes.count
      for length in 0..<end {
        request.headers = [HTTPHeader(name: "Length", value: "\(length)")]
        let outcome = await send(request)
        expectEqual(outcome.failure, .connectionLost, "after \(length) bytes: \(outcome)")
      }
      request.headers = [HTTPHeader(name: "Length", value: "\(bytes.count)")]
      // A reset may reach the client before it has read what was sent.
      let outcome = await send(request)
      #expect(outcome.body == "{\"a\":true}" || way.isReset && outcome.failure == .connectionLost)
      expectEqual(server.requests.count, end + 1)
    }

    @Test(arguments: ["GET", "POST"], [false, true])
    func `an answer on a used connection that is cut off is lost`(method: String, isReset: Bool) async throws {
      let bytes = Array(Form.sized.rawValue.utf8)
      let server = try RawServer { connection in
        while let request = connection.request() {
          guard let length = Int(request.header("Length") ?? "") else {
            connection.send(bytes)
            continue
          }
          if isReset { connection.resetAtEnd() }
          connection.send(bytes.prefix(length))
          return
        }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      for length in 1..<bytes.count {
        await expectEqual(send(.to(server), on: transfers).body, "{\"a\":true}")
        var request = TransferRequest.to(server, method, body: method == "POST" ? [1] : nil)
        request.headers = [HTTPHeader(name: "Length", value: "\(length)")]
        await expectEqual(send(request, on: transfers).failure, .connectionLost, "after \(length) bytes")
      }
      // A GET is sent again if no line of the answer has arrived.
      let posts = server.requests.count { $0.method == "POST" }
      #expect(posts == (method == "POST" ? bytes.count - 1 : 0))
    }

    @Test(arguments: Form.allCases)
    func `an answer may come a byte at a time`(form: Form) async throws {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        for byte in form.rawValue.utf8 { connection.send([byte]) }
        connection.waitForEnd()
      }
      defer { server.close() }
      await expectEqual(send(.to(server)).body, "{\"a\":true}")
      await expectEqual(send(.to(server, "POST", body: [1])).body, "{\"a\":true}")
    }

    @Test func `eighty thousand chunks of a byte are an answer`() async throws {
      let server = try RawServer { connection in
        while connection.request() != nil {
          connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
          for _ in 0..<800 { connection.send(String(repeating: "1\r\nx\r\n", count: 100)) }
          connection.send("0\r\n\r\n")
        }
      }
      defer { server.close() }
      await expectEqual(send(.to(server)).body?.utf8.count, 80_000)
    }

    // libcurl would send it again, and report the second answer only.
    @Test(arguments: [false, true])
    func `a purchase is sent once while its kept connection dies`(isReset: Bool) async throws {
      let server = try RawServer { connection in
        while let request = connection.request() {
          if isReset { connection.resetAtEnd() }
          guard request.method == "GET" else { return }
          connection.send(reply("{}"))
          if connection.number == 1 {
            // The kept connection ends when the next request arrives on it.
            _ = connection.bytes()
            return
          }
        }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      await expectEqual(send(.to(server), on: transfers).body, "{}")
      await expectEqual(send(.to(server, "POST", body: [1]), on: transfers).failure, .connectionLost)
      expectEqual(server.requests.map(\.method), ["GET", "POST"])
      expectEqual(server.connectionCount, 2)
    }

    @Test(arguments: ["GET", "POST"])
    func `a request that only reads is repeated when its kept connection has died`(method: String) async throws {
      let isClosed = Gate()
      let server = try RawServer { connection in
        _ = connection.request()
        connection.send(reply("{}"))
        if connection.number == 1 {
          _ = connection.bytes()
          isClosed.open()
        } else {
          connection.waitForEnd()
        }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      let request = TransferRequest.to(server, method, readsOnly: true, body: method == "POST" ? [1] : nil)
      await expectEqual(send(request, on: transfers).body, "{}")
      await expectEqual(send(request, on: transfers).body, "{}")
      expectEqual(server.connectionCount, 2)
    }

    @Test func `only a request that reads uses a kept connection`() async throws {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("\(connection.number)")) }
      }
      defer { server.close() }
      let transfers = CURLTransfers(maximumIdleAge: 3600)
      defer { transfers.stop() }
      await expectEqual(send(.to(server), on: transfers).body, "1")
      await expectEqual(send(.to(server), on: transfers).body, "1")
      await expectEqual(send(.to(server, "POST"), on: transfers).body, "2")
      await expectEqual(send(.to(server, "PUT", body: [1]), on: transfers).body, "3")
      await expectEqual(send(.to(server, "DELETE"), on: transfers).body, "4")
      // Any of the kept connections.
      for method in ["GET", "POST", "HEAD"] {
        let request = TransferRequest.to(server, method, readsOnly: true)
        try await expectEqual(send(request, on: transfers).get().status, 200)
      }
      expectEqual(server.connectionCount, 4)
    }

    @Test func `a reply that is sent twice reaches no other request`() async throws {
      let server = try RawServer { connection in
        while let request = connection.request() {
          let isRead = request.method == "GET"
          connection.send(reply(isRead ? "read" : "changed"))
          if !isRead { connection.send(reply("changed")) }
        }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      defer { transfers.stop() }
      for _ in 1...3 {
        await expectEqual(send(.to(server, "POST"), on: transfers).body, "changed")
        await expectEqual(send(.to(server), on: transfers).body, "read")
      }
    }
  }
#endif
