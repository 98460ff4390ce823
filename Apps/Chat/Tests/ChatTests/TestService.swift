import AppTesting
import Foundation
import HTTP
import Screens

@testable import Chat

/// A service that keeps the contract: the world in memory, or the server in Python.
enum ServiceKind: String, CaseIterable, Sendable {
  case memory, server
}

extension ServiceOperation<Void, Void> {
  fileprivate static var expire: Self { Self("expire") }
  fileprivate static var cut: Self { Self("cut") }
  fileprivate static var forget: Self { Self("forget") }
}

private struct Fault: JSONRecord, Sendable {
  var method: String
  var path: String
  var kind: String
  var status: Int

  static let record = Codec(Fault.init(method:path:kind:status:), \.method, \.path, \.kind, \.status)
}

extension ServiceOperation<[Fault], Void> {
  fileprivate static var faults: Self { Self("faults") }
}

/// A service as its clients see it.
struct TestClient {
  let backend: Backend
  let credentials: ServerCredentials
  /// The server runs as long as a client of it is there.
  var service: TestService?

  func answer<Input, Answer>(_ operation: ServiceOperation<Input, Answer>, _ input: Input) async throws -> Answer {
    for try await answer in backend.answer(operation, input).values { return answer }
    throw ServiceError.cancelled
  }

  func answer<Answer>(_ operation: ServiceOperation<Void, Answer>) async throws -> Answer {
    try await answer(operation, ())
  }

  /// Why an operation fails; `nil` if it does not.
  func failure<Input, Answer>(_ operation: ServiceOperation<Input, Answer>, _ input: Input) async -> ServiceError? {
    do {
      _ = try await answer(operation, input)
      return nil
    } catch {
      return error as? ServiceError
    }
  }

  /// The next changes behind a position.
  func changes(after position: String, count: Int, when: @escaping @Sendable (Int) -> Void = { _ in }) async throws
    -> [Change]
  {
    var changes: [Change] = []
    for try await change in backend.follow(.changes, Since(position: position)).elements().values {
      changes.append(change)
      when(changes.count)
      if changes.count == count { break }
    }
    return changes
  }
}

final class TestService: Sendable {
  let kind: ServiceKind
  private let world: World
  private let server: ServerProcess?

  init(_ kind: ServiceKind) throws {
    self.kind = kind
    world = World(
      AppDefinition.MockContext(
        now: { .fixed }, random: SeededGenerator(seed: 7), scheduler: .main))
    server = kind == .server ? try ServerProcess() : nil
  }

  /// A client that is not signed in.
  func client() -> TestClient {
    guard let server else {
      let credentials = ServerCredentials(for: World.url)
      return TestClient(backend: world.backend(credentials), credentials: credentials, service: self)
    }
    let credentials = ServerCredentials(for: server.url)
    var address = ServerConnection(server.url, credentials: credentials)
    address.downloads = FileFolder(server.folder.path)
    let backend = Backend.http(address, routes: HTTPRoute.chat(credentials))
    return TestClient(backend: backend, credentials: credentials, service: self)
  }

  func client(_ name: String) async throws -> TestClient {
    let client = client()
    _ = try await client.answer(.signInWithPassword, SignIn(name: name, password: SecretText("1234")))
    // A token goes only with the requests of an app that is signed in to its account.
    client.credentials.use(account: name)
    return client
  }

  /// A client of which the first message has its answer lost.
  func losing(_ client: TestClient) async throws -> TestClient {
    guard server != nil else {
      let backend = client.backend.wrapped(FaultInjector(failures: ["post:1:lost"]).intercept)
      return TestClient(backend: backend, credentials: client.credentials, service: self)
    }
    try await control.answer(.faults, [Fault(method: "POST", path: "/rooms/1/messages", kind: "lose", status: 0)])
    return client
  }

  /// A client whose next request for the rooms fails.
  func failing(_ client: TestClient) async throws -> TestClient {
    guard server != nil else {
      let backend = client.backend.wrapped(FaultInjector(failures: ["rooms:1"]).intercept)
      return TestClient(backend: backend, credentials: client.credentials, service: self)
    }
    try await control.answer(.faults, [Fault(method: "GET", path: "/rooms", kind: "refuse", status: 503)])
    return client
  }

  /// Ends the session of an account.
  func expire(_ account: String) async throws {
    if server == nil { world.expire(account) } else { try await control.answer(.expire) }
  }

  /// Forgets what happened, so that no feed can go on where it was.
  func forgetChanges() async throws {
    if server == nil { world.forgetChanges() } else { try await control.answer(.forget) }
  }

  /// Breaks all feeds.
  func cut() async throws { try await control.answer(.cut) }

  private var control: TestClient {
    let url = server?.url ?? World.url
    let backend = Backend.http(
      url,
      routes: [
        HTTPRoute(.expire, "/expire", method: .post, status: 204), HTTPRoute(.cut, "/cut", method: .post, status: 204),
        HTTPRoute(.forget, "/forget", method: .post, status: 204),
        HTTPRoute(.faults, "/faults", method: .post, status: 204),
      ])
    return TestClient(backend: backend, credentials: ServerCredentials(for: url))
  }
}

/// The server in Python, which ends when its standard input does.
///
/// Sendable because the process is started in the initialiser, and only ended later.
private final class ServerProcess: @unchecked Sendable {
  let url: URL
  /// Where its clients keep what they download.
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let process = Process()
  private let input = Pipe()

  init() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Server/server.py")
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script.standardizedFileURL.path()]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
    guard let url = URL(string: "http://127.0.0.1:" + String(decoding: line, as: UTF8.self)) else {
      throw ServiceError.failed
    }
    self.url = url
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
