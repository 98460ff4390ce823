#if os(Linux)
  import ExpectSupport
  import Foundation
  import Locking
  import Support
  import Testing

  @testable import HTTP

  @Suite(.timeLimit(.minutes(30))) struct CURLTransfersTests {
    @Test func `a request arrives as it was made`() async throws {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      var request = TransferRequest.to(server, "PUT", body: Array("{\"a\":1}".utf8))
      request.url = server.url + "/a/%2E%2E/b%2Fc?d=e%20f"
      request.headers = [HTTPHeader(name: "X-Key", value: "k"), HTTPHeader(name: "X-Empty", value: "")]
      await expectEqual(send(request).body, "{}")
      let received = try #require(server.requests.first)
      expectEqual(received.method, "PUT")
      expectEqual(received.target, "/a/%2E%2E/b%2Fc?d=e%20f")
      expectEqual(received.bodyText, "{\"a\":1}")
      expectEqual(received.header("X-Key"), "k")
      expectEqual(received.header("X-Empty"), "")
      #expect(received.header("Expect") == nil)
    }

    @Test(arguments: [("POST", "0"), ("PUT", nil), ("DELETE", nil), ("GET", nil)])
    func `a request may have no body`(method: String, length: String?) async throws {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      await expectEqual(send(.to(server, method)).body, "{}")
      expectEqual(server.requests.first?.header("Content-Length"), length)
      expectEqual(server.requests.first?.method, method)
    }

    @Test func `a long body arrives without a permission for it`() async throws {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      let body = [UInt8](repeating: 7, count: (1 << 20) - 1)
      await expectEqual(send(.to(server, "POST", body: body)).body, "{}")
      expectEqual(server.requests.first?.body, body)
    }

    @Test(arguments: [
      HTTPHeader(name: "A", value: "b\r\nHost: other"), HTTPHeader(name: "A: b\nC", value: "d"),
      HTTPHeader(name: "A", value: "b\0c"), HTTPHeader(name: "", value: "b"),
    ])
    func `a header cannot smuggle another one`(header: HTTPHeader) async throws {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      var request = TransferRequest.to(server)
      request.headers = [header]
      await expectEqual(send(request).failure, .invalidRequest)
      expectEqual(server.connectionCount, 0)
    }

    @Test func `a reply has its status, headers and body`() async throws {
      let server = try RawServer { connection in
        _ = connection.request()
        connection.send("HTTP/1.1 404 Not Found\r\nContent-Type:  text/plain \r\nContent-Length: 3\r\n\r\nno!")
        connection.waitForEnd()
      }
      defer { server.close() }
      let reply = try await send(.to(server)).get()
      expectEqual(reply.status, 404)
      expectEqual(reply.header("content-type"), "text/plain")
      expectEqual(reply.body, Array("no!".utf8))
    }

    @Test func `a redirection is a reply`() async throws {
      let server = try RawServer { connection in
        _ = connection.request()
        connection.send("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        connection.waitForEnd()
      }
      defer { server.close() }
      let reply = try await send(.to(server)).get()
      expectEqual(reply.status, 302)
      expectEqual(reply.header("Location"), "/other")
      expectEqual(server.requests.count, 1)
    }

    @Test(arguments: [0, 1]) func `a body may be as long as the bound`(excess: Int) async throws {
      let server = try RawServer { connection in
        _ = connection.request()
        connection.send(reply(String(repeating: "x", count: 1000)))
        connection.waitForEnd()
      }
      defer { server.close() }
      var request = TransferRequest.to(server)
      request.maximumBody = 1000 - excess
      #expect(await send(request).failure == (excess == 0 ? nil : .tooLarge))
    }

    @Test func `a server on IPv6 is reached`() async throws {
      let server = try RawServer(isIPv6: true) { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      #expect(server.url.hasPrefix("http://[::1]:"))
      await expectEqual(send(.to(server)).body, "{}")
    }

    @Test func `a closed port, an unknown host and a host without TLS read differently`() async throws {
      let port = try ClosedPort()
      await expectEqual(
        send(TransferRequest(url: port.url, host: "127.0.0.1", maximumBody: 1)).failure, .connectionRefused)
      withExtendedLifetime(port) {}
      let unknown = TransferRequest(url: "http://nowhere.invalid/", host: "nowhere.invalid", maximumBody: 1)
      await expectEqual(send(unknown).failure, .unknownHost)
      let server = try RawServer { _ in }
      defer { server.close() }
      let secure = TransferRequest(url: "https://127.0.0.1:\(server.port)/", host: "127.0.0.1", maximumBody: 1)
      await expectEqual(send(secure).failure, .noSecureConnection(nil))
    }

    // MARK: Many transfers

    @Test func `transfers that hang do not delay another`() async throws {
      let gate = Gate()
      let server = try RawServer { connection in
        guard let request = connection.request() else { return }
        if request.method == "POST" { connection.wait(for: gate) }
        connection.send(reply("{}"))
        connection.waitForEnd()
      }
      defer { server.close() }
      let hanging = (0..<40).map { _ in Task { await send(.to(server, "POST")) } }
      await expectEqual(send(.to(server)).body, "{}")
      gate.open()
      for task in hanging { await expectEqual(task.value.body, "{}") }
    }

    // A transfer that ends leaves its connection to another one, whose answer is no surplus of the first.
    @Test func `a hundred transfers at once are all answered`() async throws {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      for _ in 0..<10 {
        let bodies = await withTaskGroup(of: String.self) { group in
          for _ in 0..<100 {
            group.addTask {
              let reply = await send(.to(server))
              return reply.body ?? "\(reply)"
            }
          }
          return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        expectEqual(bodies, ["{}": 100])
      }
    }

    // MARK: Cancelling

    @Test func `the server sees a cancelled transfer end`() async throws {
      let (received, isReceived) = (Gate(), Gate())
      let server = try RawServer { connection in
        _ = connection.request()
        received.open()
        connection.waitForEnd()
        isReceived.open()
      }
      defer { server.close() }
      let cancel = CURLTransfers.shared.start(.to(server)) { Issue.record("completed: \($0)") }
      await received.opened()
      cancel()
      await isReceived.opened()
    }

    @Test func `nothing of a transfer is kept`() async throws {
      let server = try RawServer { connection in
        while let request = connection.request() {
          if request.method == "POST" { connection.waitForEnd() } else { connection.send(reply("{}")) }
        }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      let alive = await leaks { detector in
        await withCheckedContinuation { continuation in
          let object = detector.watch(Captured())
          _ = transfers.start(.to(server)) { _ in continuation.resume(returning: withExtendedLifetime(object) {}) }
        }
        let object = detector.watch(Captured())
        transfers.start(.to(server, "POST")) { _ in withExtendedLifetime(object) {} }()
        transfers.stop()
        // The block of a completion is released after it has run.
        transfers.queue.sync(flags: .barrier) {}
      }
      expectEqual(alive, [])
    }

    @Test func `nothing is kept of a transfer that is cancelled while it connects`() async throws {
      let full = try FullPort()
      defer { withExtendedLifetime(full) {} }
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(reply("{}")) }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      let alive = await leaks { detector in
        let object = detector.watch(Captured())
        let request = TransferRequest(
          method: "POST", url: full.url, host: "127.0.0.1", readsOnly: false, maximumBody: 1)
        let cancel = transfers.start(request) { _ in withExtendedLifetime(object) {} }
        // When a later one has ended, the socket of the first is open.
        await expectEqual(send(.to(server), on: transfers).body, "{}")
        cancel()
        transfers.stop()
      }
      expectEqual(alive, [])
    }

    private final class Captured: Sendable {}

    // MARK: The process

    @Test(.exitTest) func `a server that closes does not end the process by a signal`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        signal(SIGPIPE, SIG_DFL)
        let server = try RawServer { $0.resetAtEnd() }
        for _ in 0..<50 {
          let outcome = await send(.to(server, "POST", body: [UInt8](repeating: 1, count: 4 << 20)))
          guard outcome.failure == .connectionLost else {
            exit(8)
          }
        }
        // The program's own handling of the signal stays.
        var action = sigaction()
        sigaction(SIGPIPE, nil, &action)
        exit(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 ? 7 : 9)
      }
    }

    @Test(.exitTest) func `the process ends while transfers run`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let received = Gate()
        let server = try RawServer { connection in
          _ = connection.request()
          received.open()
          connection.waitForEnd()
        }
        for _ in 0..<20 { _ = CURLTransfers.shared.start(.to(server)) { _ in } }
        await received.opened()
        exit(7)
      }
    }

    @Test(.exitTest) func `the process ends at once after a transfer was started`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        _ = CURLTransfers.shared.start(TransferRequest(url: "http://127.0.0.1:1/", host: "127.0.0.1", maximumBody: 1)) {
          _ in
        }
        exit(7)
      }
    }

    @Test(.exitTest) func `without the library there is a clear error`() async throws {
      await #expect(processExitsWith: .exitCode(7)) {
        let transfers = CURLTransfers(libraries: ["libnone.so.4"])
        let request = TransferRequest(url: "http://127.0.0.1:1/", host: "127.0.0.1", maximumBody: 1)
        for _ in 0..<3 {
          guard await send(request, on: transfers).failure == .noLibrary else { exit(8) }
        }
        exit(7)
      }
    }
  }
#endif
