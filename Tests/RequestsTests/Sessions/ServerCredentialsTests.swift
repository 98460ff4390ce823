import ExpectSupport
import Foundation
import Locking
import Requests
import Storage
import Streams
import Testing

@Suite struct ServerCredentialsTests {
  private static let secret = "xyzzy-7319.plugh~+/=="

  @Test func `a late refusal of an older token is not published`() async throws {
    let credentials = ServerCredentials(for: URL(string: "https://one.example")!)
    let count = LockedValue(0)
    let cancellable = credentials.refusals.sink { count.withLock { $0 += 1 } }
    defer { cancellable.cancel() }
    let old = credentials.attempt
    try await credentials.setToken(BearerToken("new"))
    credentials.refuse(old)
    expectEqual(count.withLock { $0 }, 0)
    credentials.refuse(credentials.attempt)
    expectEqual(count.withLock { $0 }, 1)
  }

  @Test func `a stored token is that of its origin`() async throws {
    let storage = Storage()
    let (one, two) = (URL(string: "https://One.example/a")!, URL(string: "http://one.example")!)
    try await ServerCredentials(for: one, in: storage).setToken(BearerToken("1"))
    #expect(!ServerCredentials(for: two, in: storage).hasToken)
    try await ServerCredentials(for: two, in: storage).setToken(BearerToken("2"))
    expectEqual(ServerCredentials(for: URL(string: "HTTPS://one.example:443")!, in: storage).secrets, ["1"])
    expectEqual(ServerCredentials(for: two, in: storage).secrets, ["2"])
    try await ServerCredentials(for: one, in: storage).setToken(nil)
    #expect(!ServerCredentials(for: one, in: storage).hasToken)
    expectEqual(ServerCredentials(for: two, in: storage).secrets, ["2"])
  }

  @Test func `sets a token without a wait`() async throws {
    let url = URL(string: "https://one.example")!
    let storage = Storage()
    let credentials = ServerCredentials(for: url, in: storage)
    let results = await withCheckedContinuation { continuation in
      credentials.setToken(BearerToken(Self.secret)) { continuation.resume(returning: $0) }
      #expect(credentials.hasToken)
    }
    #expect(throws: Never.self) { try results.get() }
    expectEqual(ServerCredentials(for: url, in: storage).secrets, [Self.secret])
  }

  @Test func `a stored token outlives the process, in a file of its owner`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let url = URL(string: "https://one.example")!
    let storage = try Storage(folder: folder)
    try await ServerCredentials(for: url, in: storage).setToken(BearerToken(Self.secret))
    storage.close()
    let later = try Storage(folder: folder)
    defer { later.close() }
    expectEqual(ServerCredentials(for: url, in: later).secrets, [Self.secret])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("access-tokens") }
    #expect(!files.isEmpty)
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }
}
