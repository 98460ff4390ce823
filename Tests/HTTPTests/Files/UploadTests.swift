#if os(Linux)
  import ExpectSupport
  import Foundation
  import JSON
  import Locking
  import RequestsSupport
  import Streams
  import Support
  import Testing

  @testable import HTTP

  @Suite(.timeLimit(.minutes(30))) struct UploadTests {
    private func office(
      answering reply: String = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n7"
    ) throws -> FileOffice {
      try FileOffice { connection in
        while connection.request() != nil { connection.send(reply) }
      }
    }

    @Test func `sends a form, with the other members before the files`() async throws {
      let office = try office()
      let image = FileReference(name: "a \"b\".png", mediaType: "image/png", bytes: [0, 255, 10])
      let document = Document(
        title: "Über", pages: 3, image: image, more: [FileReference(name: "c", bytes: Array("see".utf8))])
      let outcome = await outcome(of: office.backend().transfer(.submit, document))
      #expect(outcome.answer() == 7 && outcome.error == nil)
      #expect(
        outcome.progress() == [TransferProgress(.sent, 0, of: 6), TransferProgress(.sent, 6, of: 6)]
          || outcome.progress().last == TransferProgress(.sent, 6, of: 6))
      let request = try #require(office.server.requests.first)
      let type = try #require(request.header("Content-Type"))
      let boundary = try #require(type.split(separator: "boundary=").last)
      #expect(type.hasPrefix("multipart/form-data; boundary="))
      let parts = request.bodyText.components(separatedBy: "--" + boundary).dropFirst().dropLast()
      expectEqual(parts.count, 4)
      expectEqual(parts[1], "\r\nContent-Disposition: form-data; name=\"pages\"\r\n\r\n3\r\n")
      expectEqual(parts[2], "\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nÜber\r\n")
      #expect(parts[3].hasPrefix("\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a %22b%22.png\"\r\n"))
      #expect(parts[3].contains("Content-Type: image/png\r\n"))
      #expect(parts[4].contains("name=\"more\"; filename=\"c\"") && parts[4].hasSuffix("\r\n\r\nsee\r\n"))
      #expect(request.body.firstRange(of: [13, 10, 13, 10, 0, 255, 10, 13, 10] as [UInt8]) != nil)
    }

    @Test(arguments: [false, true])
    func `after a 401 it is sent once more from its first byte, with the renewed token`(isRenewed: Bool) async throws {
      let office = try FileOffice { connection in
        while let request = connection.request() {
          let isEnded = !isRenewed || request.header("Authorization") == "Bearer old"
          let status = isEnded ? "401 Unauthorized" : "200 OK"
          connection.send("HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n9")
        }
      }
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
      let outcome = await outcome(
        of: office.backend(credentials: office.endedSession())
          .transfer(.archive, FileReference(name: "a", bytes: bytes)))
      #expect(outcome.answer() == (isRenewed ? 9 : nil))
      #expect(outcome.error == (isRenewed ? nil : .status(401)))
      expectEqual(office.server.requests.map { $0.header("Authorization") }, ["Bearer old", "Bearer new"])
      #expect(office.server.requests.allSatisfy { $0.body == bytes })
      expectEqual(outcome.progress().last?.attempt, 2)
    }

    @Test func `sends a file as the body`() async throws {
      let office = try office(answering: "HTTP/1.1 204 No Content\r\n\r\n")
      let file = FileReference(name: "a", mediaType: "text/plain", bytes: Array("Hi".utf8))
      let outcome = await outcome(of: office.backend().answer(.replace, Replacement(id: 3, content: file)))
      #expect(outcome.values.count == 1 && outcome.error == nil)
      let request = try #require(office.server.requests.first)
      #expect(request.method == "PUT" && request.target == "/documents/3" && request.bodyText == "Hi")
      #expect(request.header("Content-Type") == "text/plain" && request.header("Content-Length") == "2")
    }

    @Test func `sends an input that is a file, whose name may be in the path`() async throws {
      let office = try office(
        answering: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n9")
      let outcome = await outcome(of: office.backend().answer(.archive, FileReference(name: "a b", bytes: [])))
      expectEqual(outcome.value, 9)
      let request = try #require(office.server.requests.first)
      #expect(request.target == "/archive/a%20b" && request.header("Content-Length") == "0")
      expectEqual(request.header("Content-Type"), "application/octet-stream")
    }

    @Test func `its progress grows up to the end, in at most some hundred steps`() async throws {
      let office = try FileOffice { connection in
        var count = 0
        while count < longSize, let bytes = connection.bytes() { count += bytes.count }
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n9")
      }
      let file = try office.file(size: longSize)
      let outcome = await outcome(of: office.backend().transfer(.archive, file))
      expectEqual(outcome.answer(), 9)
      let progress = outcome.progress()
      expectEqual(progress.first, TransferProgress(.sent, 0, of: longSize))
      expectEqual(progress.last, TransferProgress(.sent, longSize, of: longSize))
      #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.count < $1.count })
      #expect(progress.count <= 205)
    }

    @Test func `a file that was changed before is not sent`() async throws {
      let office = try office()
      let file = try office.file(size: 3)
      truncate(office.path("a.bin"), 4)
      let outcome = await outcome(of: office.backend().transfer(.archive, file))
      expectEqual(outcome.error, .file("The file was changed since it was opened."))
      #expect(outcome.values.isEmpty && office.server.connectionCount == 0)
    }

    @Test func `a file without bytes is not sent`() async throws {
      let office = try office()
      let file = try #require(FileReference(JSONText(scanned: FileReference.example.json[...])))
      let outcome = await outcome(of: office.backend().transfer(.archive, file))
      expectEqual(outcome.error, .file("The bytes of the file are not here."))
    }

    @Test(arguments: [longSize - 1, longSize + 1])
    func `a file that is changed while it is sent is an error, and the server never has a whole one`(
      size: Int
    ) async throws {
      let path = LockedValue("")
      let received = LockedValue(0)
      let office = try FileOffice { connection in
        guard let first = connection.bytes() else { return }
        truncate(path.withLock { $0 }, off_t(size))
        // The head is short, and comes at once.
        let head = first.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? first.count
        var count = first.count - head
        while let bytes = connection.bytes() { count += bytes.count }
        received.withLock { $0 = count }
      }
      let file = try office.file(size: longSize)
      path.withLock { $0 = office.path("a.bin") }
      let outcome = await outcome(of: office.backend().transfer(.archive, file))
      let sentences = [
        "The file was changed since it was opened.", "The file has become shorter since it was opened.",
      ]
      #expect(sentences.contains { outcome.error == .file($0) }, "\(String(describing: outcome.error))")
      #expect(received.withLock { $0 } < longSize)
    }

    @Test func `a cut is an error`() async throws {
      let office = try FileOffice { connection in
        _ = connection.bytes()
        connection.resetAtEnd()
      }
      let outcome = await outcome(of: office.backend().transfer(.archive, try office.file(size: longSize)))
      expectEqual(outcome.error, .transport(code: NSURLErrorNetworkConnectionLost))
      #expect(outcome.answer() == nil)
    }

    @Test func `a cancellation ends it on the wire, and nothing is published any more`() async throws {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let begun = Gate()
      let office = try FileOffice { connection in
        _ = connection.bytes()
        begun.open()
        connection.waitForEnd()
        end.finish()
      }
      let file = try office.file(size: longSize)
      let updates = LockedValue(0)
      let transfer = office.backend().transfer(.archive, file)
        .sink(
          receiveCompletion: { _ in updates.withLock { $0 = -1 } }, receiveValue: { _ in updates.withLock { $0 += 1 } })
      await begun.opened()
      transfer.cancel()
      let count = updates.withLock { $0 }
      for await _ in ends {}
      office.transfers.stop()
      #expect(count > 0 && updates.withLock { $0 } == count)
      // The same file may be sent again.
      try expectEqual(file.readBytes(limit: longSize).count, longSize)
    }

    @Test func `the answer is an error as that of any other request`() async throws {
      let problem = #"{"detail":"Too many pages."}"#
      let office = try office(
        answering:
          "HTTP/1.1 413 No\r\nContent-Type: application/problem+json\r\nContent-Length: \(problem.utf8.count)\r\n\r\n"
          + problem)
      let outcome = await outcome(of: office.backend().transfer(.archive, FileReference(name: "a", bytes: [1])))
      expectEqual(outcome.error, .problem(status: 413, detail: "Too many pages."))
    }
  }
#endif
