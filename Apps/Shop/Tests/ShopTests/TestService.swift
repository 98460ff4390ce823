import AppTesting
import Foundation
import HTTP
import Screens

@testable import Shop

/// A service that keeps the contract: the world in memory, or the server in Python.
final class TestService: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case memory, server
  }

  /// What goes wrong with the next request of a path.
  struct Fault: JSONRecord, Sendable {
    var method: String
    var path: String
    var kind: String
    var status: Int

    init(_ path: String, _ kind: String, status: Int = 0, method: String = "GET") {
      self.method = method
      self.path = path
      self.kind = kind
      self.status = status
    }

    static let record = Codec({ Fault($1, $2, status: $3, method: $0) }, \.method, \.path, \.kind, \.status)
  }

  let backend: Backend
  private let server: ServerProcess?

  init(_ kind: Kind) throws {
    server = kind == .server ? try ServerProcess() : nil
    if let server {
      let credentials = ServerCredentials(for: server.url)
      backend = Backend.http(
        ServerConnection(server.url, credentials: credentials), routes: HTTPRoute.shop(credentials))
    } else {
      let context = AppDefinition.MockContext(
        now: { .fixed }, random: SeededGenerator(seed: 7), scheduler: .main)
      backend = World(context, pace: .milliseconds(10)).backend
    }
  }

  func answer<Input, Answer>(_ operation: ServiceOperation<Input, Answer>, _ input: Input) async throws -> Answer {
    for try await answer in backend.answer(operation, input).values { return answer }
    throw ServiceError.cancelled
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

  func signIn(_ name: String) async throws {
    _ = try await answer(.signInWithPassword, SignIn(name: name, password: SecretText("1234")))
    // A token goes only with the requests of an app that is signed in to its account.
    for credentials in backend.credentials { credentials.use(account: name) }
  }

  /// Two teapots.
  func lines() async throws -> [Line] { [Line(product: try await answer(.product, 1), count: 2)] }

  /// The number of an order of two teapots.
  func order() async throws -> Int {
    try await answer(.pay, NewOrder(lines: lines(), total: Price(amount: 68), key: .sample("order"))).id
  }

  func fail(_ faults: Fault...) async throws { try await control(.faults, faults) }

  func expire() async throws { try await control(.expire, ()) }

  private func control<Input>(_ operation: ServiceOperation<Input, Void>, _ input: Input) async throws {
    guard let server else { return }
    let backend = Backend.http(
      server.url,
      routes: [
        HTTPRoute(.expire, "/expire", method: .post, status: 204),
        HTTPRoute(.faults, "/faults", method: .post, status: 204),
      ])
    for try await _ in backend.answer(operation, input).values {}
  }
}

extension ServiceOperation<Void, Void> {
  fileprivate static var expire: Self { Self("expire") }
}

extension ServiceOperation<[TestService.Fault], Void> {
  fileprivate static var faults: Self { Self("faults") }
}

extension IdempotencyKey {
  static func sample(_ text: String) -> IdempotencyKey { IdempotencyKey(rawValue: text)! }
}

/// The server in Python, which ends when its standard input does.
///
/// Sendable because the process is started in the initialiser, and only ended later.
private final class ServerProcess: @unchecked Sendable {
  let url: URL
  private let process = Process()
  private let input = Pipe()

  init() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Server/server.py")
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script.standardizedFileURL.path(), "--pace", "0.05"]
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
  }
}
