#if os(Linux)
  import Descriptions
  import Dispatch
  import Foundation
  import Locking
  import RequestsSupport
  import Streams
  import StreamsExtras
  import Support

  @testable import HTTP

  // The service of these tests: an office that takes and gives documents.

  struct Document: JSONRecord {
    var title: String
    var pages: Int
    var image: FileReference
    var more: [FileReference] = []

    static let record = Codec(
      { Document(title: $0, pages: $1, image: $2, more: $3) }, Field(\Document.title),
      Field(\.pages), Field(\.image), Field(\.more))
  }

  struct Replacement: JSONRecord {
    var id: Int
    var content: FileReference

    static let record = Codec(
      { Replacement(id: $0, content: $1) }, Field(\Replacement.id), Field(\.content))
  }

  extension ServiceOperation {
    static var submit: ServiceOperation<Document, Int> { ServiceOperation<Document, Int>("submit") }
    static var replace: ServiceOperation<Replacement, Void> { ServiceOperation<Replacement, Void>("replace") }
    static var archive: ServiceOperation<FileReference, Int> { ServiceOperation<FileReference, Int>("archive") }
    static var fetch: ServiceOperation<Int, FileReference> { ServiceOperation<Int, FileReference>("fetch") }
  }

  /// An office behind a server, with a folder for what it gives, and transfers on a thread of its own.
  final class FileOffice: Sendable {
    let folder = TemporaryFolder()
    let server: RawServer
    let transfers = CURLTransfers()

    init(_ serve: @escaping @Sendable (RawConnection) -> Void) throws { server = try RawServer(serve: serve) }

    deinit {
      transfers.stop()
      server.close()
    }

    var downloads: FileFolder { FileFolder(folder.path + "/downloads") }

    /// The names of what was downloaded, finished or not.
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: downloads.path)) ?? []).sorted()
    }

    func backend(
      limit: Int = 1 << 30, keepsDownloads: Bool = true, ofAccounts: Bool = false,
      credentials: ServerCredentials? = nil,
      scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.global().eraseToAnyScheduler()
    ) -> Backend {
      var server = ServerConnection(URL(string: server.url)!, timeout: .seconds(600))
      server.downloads = keepsDownloads ? downloads : nil
      server.hasDownloadsOfAccounts = ofAccounts
      server.maximumDownload = limit
      server.credentials = credentials
      return Backend.http(
        server,
        routes: [
          HTTPRoute(.submit, "/documents", method: .post, status: 201),
          HTTPRoute(.replace, "/documents/{id}", method: .put, status: 204, body: "content"),
          HTTPRoute(.archive, "/archive/{name}", method: .post), HTTPRoute(.fetch, "/documents/{id}"),
        ], scheduler: scheduler, otherwise: nil, HTTPTransport(fileTransfers: transfers))
    }

    /// The session of an account that the server has ended, and that is renewed without a person.
    func endedSession() -> ServerCredentials {
      let credentials = ServerCredentials(for: URL(string: server.url)!)
      credentials.setSession(ServerSession(account: "ada", token: BearerToken("old"))) { _ in }
      credentials.renew { _ in
        Just(ServerSession(account: "ada", token: BearerToken("new"))).setFailureType(to: ServiceError.self)
          .eraseToAnyPublisher()
      }
      return credentials
    }

    /// Creates a file of zeros that takes no room on the disk.
    func file(_ name: String = "a.bin", size: Int) throws -> FileReference {
      _ = FileManager.default.createFile(atPath: path(name), contents: nil)
      truncate(path(name), off_t(size))
      return try FileReference(path: path(name))
    }

    func path(_ name: String) -> String { folder.path + "/" + name }
  }

  /// More than the buffers of two sockets hold, so that a server that reads nothing has not received all of it.
  let longSize = 64 << 20

  extension Outcome {
    /// The progress of a transfer.
    func progress<Answer>() -> [TransferProgress] where Value == TransferUpdate<Answer> {
      values.compactMap(\.progress)
    }

    /// The answer of a transfer.
    func answer<Answer>() -> Answer? where Value == TransferUpdate<Answer> { values.last?.answer }
  }
#endif
