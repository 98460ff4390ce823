#if os(Linux)
  import HTTPSupport
  import ExpectSupport
  import Foundation
  import Locking
  import RequestsSupport
  import Streams
  import Support
  import Testing

  @testable import HTTP

  /// Both sides of a route with files: what a client sends is what a server's backend is asked with.
  @Suite(.timeLimit(.minutes(30))) struct FileEndpointsTests {
    private static let routes = [
      HTTPRoute(.submit, "/documents", method: .post, status: 201),
      HTTPRoute(.replace, "/documents/{id}", method: .put, status: 204, body: "content"),
      HTTPRoute(.archive, "/archive/{name}", method: .post), HTTPRoute(.fetch, "/documents/{id}"),
    ]

    private let folder = TemporaryFolder()

    private func backend(_ url: String) -> Backend {
      var server = ServerConnection(URL(string: url)!, timeout: .seconds(3_600))
      server.downloads = FileFolder(folder.path + "/downloads")
      return Backend.http(server, routes: Self.routes)
    }

    private func server(_ handlers: ServiceHandler...) throws -> LoopbackServer {
      let endpoints = HTTPEndpoints(Backend.handlers(handlers), routes: Self.routes)
      return try LoopbackServer { Answer(of: endpoints, to: $0) }
    }

    @Test func `a form has its members and files`() async throws {
      let received = LockedValue<Document?>(nil)
      let server = try server(
        ServiceHandler(.submit) { document in
          received.withLock { $0 = document }
          return document.pages
        })
      let document = Document(
        title: "a\r\n--b", pages: 3,
        image: FileReference(name: "ü \"x\".png", mediaType: "image/png", bytes: [0, 13, 10, 255]),
        more: [
          FileReference(name: "b", mediaType: "x/y", bytes: []), FileReference(name: "c", mediaType: "x/y", bytes: [1]),
        ])
      await expectEqual(outcome(of: backend(server.url).answer(.submit, document)).value, 3)
      let other = try #require(received.withLock { $0 })
      #expect(other.title == document.title && other.image == document.image && other.more == document.more)
    }

    @Test func `a file is the body, and the answer`() async throws {
      let kept = LockedValue<FileReference?>(nil)
      let server = try server(
        ServiceHandler(.replace) { replacement in kept.withLock { $0 = replacement.content } },
        ServiceHandler(.archive) { file in file.name == "a b" ? file.size : -1 },
        ServiceHandler(.fetch) { id in
          guard let file = kept.withLock({ $0 }), id == 4 else { throw ServiceError.status(404) }
          return FileReference(name: "ü.txt", mediaType: file.mediaType, bytes: file.bytes ?? [])
        })
      let file = FileReference(name: "a b", mediaType: "text/plain", bytes: Array("Hello".utf8))
      #expect(await outcome(of: backend(server.url).answer(.replace, Replacement(id: 4, content: file))).error == nil)
      await expectEqual(outcome(of: backend(server.url).answer(.archive, file)).value, 5)
      let answer = try #require(await outcome(of: backend(server.url).answer(.fetch, 4)).value)
      #expect(answer.name == "ü.txt" && answer.mediaType == "text/plain")
      try expectEqual(answer.readBytes(limit: 9), file.bytes)
      await expectEqual(outcome(of: backend(server.url).answer(.fetch, 5)).error?.httpStatus, 404)
    }

    @Test(arguments: ["", "multipart/form-data", "multipart/form-data; boundary=x", "application/json"])
    func `another body is not understood`(type: String) {
      let endpoints = HTTPEndpoints(Backend.handlers([ServiceHandler(.submit) { _ in 1 }]), routes: Self.routes)
      for body in ["", "{}", "--x", "--x\r\n", "--x--", "--x\r\nA: b\r\n\r\n\r\n--x--", "--x\r\n\r\n--x--"] {
        var request = HTTPRequest(method: "POST", target: "/documents", body: Array(body.utf8))
        request.headers = [.init(name: "Content-Type", value: type)]
        expectEqual(endpoints.reply(to: request).status, 400)
      }
    }
  }
#endif
