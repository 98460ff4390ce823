#if os(Linux)
  import ExpectSupport
  import Foundation
  import Locking
  import RequestsSupport
  import StandardIO
  import Streams
  import StreamsExtras
  import StreamsTesting
  import Support
  import Testing

  @testable import HTTP

  @Suite(.timeLimit(.minutes(30))) struct DownloadTests {
    /// An office whose server answers each request with a text, and ends the connection.
    private func office(_ reply: String, thenWaits: Bool = false) throws -> FileOffice {
      try FileOffice { connection in
        guard connection.request() != nil else { return }
        connection.send(reply)
        if thenWaits { connection.waitForEnd() }
      }
    }

    private func reply(_ body: String, length: Int? = nil, headers: String = "") -> String {
      "HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `keeps a file in the folder, whole and for its owner alone`() async throws {
      let office = try office(
        reply(
          "Hello", headers: "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=\"../a b.txt\"\r\n"))
      let outcome = await outcome(of: office.backend().transfer(.fetch, 4))
      let file = try #require(outcome.answer())
      #expect((file.name, file.size, file.mediaType) == ("a b.txt", 5, "text/plain"))
      #expect(file.path == office.downloads.path + "/a b.txt" && office.names == ["a b.txt"])
      try expectEqual(file.readBytes(limit: 5), Array("Hello".utf8))
      #expect(try FileManager.default.attributesOfItem(atPath: file.path ?? "")[.posixPermissions] as? Int == 0o600)
      expectEqual(outcome.progress().first, TransferProgress(.received, 0, of: 5))
      expectEqual(outcome.progress().last, TransferProgress(.received, 5, of: 5))
      let request = try #require(office.server.requests.first)
      #expect(request.target == "/documents/4" && request.header("Accept") == "*/*, application/problem+json")
    }

    @Test func `after a 401 it is asked for once more, and leaves no other file`() async throws {
      let office = try FileOffice { connection in
        guard let request = connection.request() else { return }
        let status = request.header("Authorization") == "Bearer old" ? "401 Unauthorized" : "200 OK"
        connection.send("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 5\r\n\r\nHello")
      }
      let outcome = await outcome(of: office.backend(credentials: office.endedSession()).transfer(.fetch, 4))
      try expectEqual(outcome.answer()?.readBytes(limit: 5), Array("Hello".utf8))
      #expect(office.names == ["4"] && office.server.requests.count == 2)
    }

    @Test func `has a folder for each account, if the program says so`() async throws {
      let office = try office(reply("Hello"))
      let credentials = ServerCredentials(for: try #require(URL(string: office.server.url)))
      let backend = office.backend(ofAccounts: true, credentials: credentials)
      let scope = KeyOwner.scope(of: "ada")
      for (account, folder) in [(nil, "downloads"), ("ada", scope + ".downloads")] {
        credentials.setSession(ServerSession(account: account, token: BearerToken("xyzzy"))) { _ in }
        let file = await outcome(of: backend.answer(.fetch, 4)).value
        expectEqual(file?.path, office.folder.path + "/" + folder + "/4")
      }
    }

    @Test func `writes over no file, and has the name in the path without another one`() async throws {
      let office = try office(reply("Hello"))
      let first = await outcome(of: office.backend().answer(.fetch, 4)).value
      let second = await outcome(of: office.backend().answer(.fetch, 4)).value
      expectEqual([first?.name, second?.name], ["4", "4"])
      expectEqual(office.names, ["4", "4 (2)"])
      expectEqual(second?.path, office.downloads.path + "/4 (2)")
    }

    @Test(arguments: [
      ("attachment; filename*=UTF-8''%C3%BCber%20uns.txt; filename=\"x\"", "über uns.txt"),
      ("attachment; filename=a.txt", "a.txt"), ("inline; filename=\"a\\\"b;c.txt\"", "a\"b;c.txt"),
      ("attachment; FileName=\"\"; x=y", "file"), ("attachment", "4"),
      ("attachment; filename*=latin1''%E4; filename=b", "b"),
      ("attachment; filename=\"..\"", "file"), ("attachment; filename=\".bashrc\"", ".bashrc"),
      (
        "attachment; filename=\"\(String(repeating: "a", count: 300)).txt\"",
        String(repeating: "a", count: 251) + ".txt"
      ),
      ("attachment; filename*=UTF-8''..%2F%CC%81a", "\u{301}a"),
    ])
    func `takes the name that the server gives, as a label`(header: String, name: String) async throws {
      let office = try office(reply("x", headers: "Content-Disposition: \(header)\r\n"))
      await expectEqual(outcome(of: office.backend().answer(.fetch, 4)).value?.name, name)
      expectEqual(office.names, [name])
    }

    @Test func `an unknown length is progress without a part`() async throws {
      let office = try office(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n0\r\n\r\n")
      let outcome = await outcome(of: office.backend().transfer(.fetch, 4))
      expectEqual(outcome.answer()?.size, 5)
      expectEqual(outcome.progress().last, TransferProgress(.received, 5, of: nil))
      #expect(outcome.progress().allSatisfy { $0.fraction == nil })
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n",
    ])
    func `a cut leaves no file`(reply: String) async throws {
      let office = try office(reply)
      let outcome = await outcome(of: office.backend().transfer(.fetch, 4))
      expectEqual(outcome.error, .transport(code: NSURLErrorNetworkConnectionLost))
      office.transfers.stop()
      #expect(office.names.isEmpty)
    }

    @Test func `an answer that is longer than it says leaves no file`() async throws {
      let office = try office(reply("Hello, longer", length: 5))
      let outcome = await outcome(of: office.backend().transfer(.fetch, 4))
      expectEqual(outcome.error, .decoding)
      office.transfers.stop()
      #expect(office.names.isEmpty)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n0\r\n\r\n",
    ])
    func `an answer that is longer than it may be leaves no file`(reply: String) async throws {
      let office = try office(reply)
      let outcome = await outcome(of: office.backend(limit: 4).transfer(.fetch, 4))
      expectEqual(outcome.error, .tooLarge)
      office.transfers.stop()
      #expect(office.names.isEmpty)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n0\r\n\r\n",
    ])
    func `an answer that is just as long as it may be is a file`(reply: String) async throws {
      let office = try office(reply)
      let outcome = await outcome(of: office.backend(limit: 5).transfer(.fetch, 4))
      #expect(outcome.error == nil)
      expectEqual(office.names.count, 1)
    }

    @Test func `an error is none, and leaves no file`() async throws {
      let office = try office(
        "HTTP/1.1 404 No\r\nContent-Type: application/problem+json\r\nContent-Length: 20\r\n\r\n{\"detail\":\"No file.\"}"
      )
      let outcome = await outcome(of: office.backend().transfer(.fetch, 4))
      #expect(outcome.error?.httpStatus == 404 && outcome.values.isEmpty)
      #expect(office.names.isEmpty)
    }

    @Test func `follows a redirection`() async throws {
      let office = try FileOffice { connection in
        while let request = connection.request() {
          let isFirst = request.target == "/documents/4"
          connection.send(
            isFirst
              ? "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
              : "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello")
        }
      }
      let outcome = await outcome(of: office.backend().transfer(.fetch, 4))
      #expect(outcome.answer()?.size == 5 && outcome.progress().allSatisfy { $0.attempt == 1 })
    }

    @Test func `needs a folder that can be written to`() async throws {
      let office = try office(reply("Hello"))
      let backend = office.backend(keepsDownloads: false)
      await expectEqual(outcome(of: backend.answer(.fetch, 4)).error, .file("The app has no folder for files."))
      expectEqual(office.server.connectionCount, 0)
      _ = FileManager.default.createFile(atPath: office.downloads.path, contents: nil)
      let error = await outcome(of: office.backend().answer(.fetch, 4)).error
      #expect(error?.code == .file && error?.message.contains(office.folder.path) == false)
    }

    @Test func `a cancellation ends it on the wire, and leaves no file`() async throws {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let office = try FileOffice { connection in
        guard connection.request() != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHello")
        connection.waitForEnd()
        end.finish()
      }
      let begun = Gate()
      let transfer = office.backend().transfer(.fetch, 4)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in begun.open() })
      await begun.opened()
      transfer.cancel()
      for await _ in ends {}
      office.transfers.stop()
      #expect(office.names.isEmpty)
    }

    @Test func `ends when nothing arrives for as long as the time limit`() async throws {
      let scheduler = TestScheduler()
      let office = try office(reply("Hello", length: 9), thenWaits: true)
      let begun = Gate()
      let transfer = Recording(
        office.backend(scheduler: .test(scheduler)).transfer(.fetch, 4)
          .handleEvents(receiveOutput: { if $0.progress?.count == 5 { begun.open() } })
          .eraseToAnyPublisher())
      await begun.opened()
      scheduler.advance(by: .seconds(600))
      scheduler.advance(by: .seconds(600))
      scheduler.advance(by: .seconds(600))
      await expectEqual(transfer.outcome.error, .timeout)
    }
  }
#endif
