public import Foundation
public import Recording
public import Requests
import Screens
import Words

/// The options of a backend: a mock, a server, or the client of the front.
public struct BackendOptions: Equatable, Sendable {
  /// The operations of the app, which `--fail` knows; any name is known if there are none.
  public var operations: [String] { known.names() }
  /// Whether the front can ask its client, as `--backend client` requests.
  public let hasClient: Bool
  /// The server; `nil` for the mock, and for the client.
  public var url: URL?
  /// Whether the front's client answers the operations that it names.
  public var asksClient = false
  /// What answers the other operations, if the client is asked; `nil` if nothing does.
  public var fallback: Fallback?
  /// How long the mock takes to answer.
  public var latency: Duration?
  /// Which requests to the mock fail.
  public var failures: RequestFailures?
  /// How long a server or the client may take to answer.
  public var timeout: Duration?
  /// A file with the certificates to trust in place of the system's.
  public var certificatesFile: String?

  private let known: KnownOperations

  /// What answers operations that the client does not name.
  public enum Fallback: Equatable, Sendable {
    case mock
    case server(URL)
  }

  /// No options: the mock.
  ///
  /// - Parameters:
  ///   - operations: the names of the app's operations. They are asked for when they are needed: an app has to make its mock to name
  ///     them, which a start would pay for.
  ///   - hasClient: whether the front can ask its client.
  public init(operations: @autoclosure @escaping @Sendable () -> [String] = [], hasClient: Bool = false) {
    known = KnownOperations(names: operations)
    self.hasClient = hasClient
  }

  /// The names that `--fail` takes, as a text.
  public var failureNames: String { failureList.description }

  private var failureList: LocalizedText {
    let operations = operations
    return operations.isEmpty
      ? Words.text("names of operations, or all")
      : LocalizedText(verbatim: (operations + ["all"]).joined(separator: ", "))
  }

  /// The options as a table declares them.
  var declared: [CommandOption] {
    let operations = operations
    let backend: [CommandOption] =
      hasClient
      ? [
        CommandOption(
          "--backend", .text("mock|client|URL", suggestions: ["mock", "client"]),
          Words.text(
            """
            the backend: in memory (the default), an HTTP server, or "client": the program that drives this one answers the \
            operations that it names
            """)),
        CommandOption(
          "--fallback", .text("mock|URL", suggestions: ["mock"]),
          Words.text(
            "with \"client\", the backend of the operations that the client does not name; without it, they fail")),
      ]
      : [
        CommandOption(
          "--backend", .text("mock|URL", suggestions: ["mock"]),
          Words.text("the backend: in memory (the default), or an HTTP server"))
      ]
    return backend + [
      CommandOption("--latency", .text("MS"), Words.text("how slow the mock's answers are, in milliseconds")),
      CommandOption(
        "--fail", .text("WHAT", suggestions: operations.isEmpty ? [] : operations + ["all"]), isRepeated: true,
        Words.text(
          """
          which requests to the mock fail: \(failureList); "\(exampleName):2" is the second one only, \
          "\(exampleName):1:lost" loses the first answer
          """)),
      CommandOption(
        "--timeout", .text("SECONDS"),
        hasClient
          ? Words.text("how long a server or the client may take to answer; 30 if not set")
          : Words.text("how long a server may take to answer; 30 if not set")),
      CommandOption(
        "--ca", .file("FILE"), Words.text("trust the certificates in a file (PEM) in place of the system's")),
    ]
  }

  /// Reads the value of an option.
  ///
  /// - Returns: false if it is not an option of a backend.
  /// - Throws: an `OptionError` that names the option, if its value is missing or wrong.
  package mutating func read(_ option: String, _ arguments: inout CommandLineArguments) throws(OptionError) -> Bool {
    switch option {
    case "--backend":
      let value = try arguments.value()
      if value == "client", !hasClient {
        throw OptionError(
          Words.text("--backend client is for a front that another program drives. Take \"mock\" or a URL."))
      }
      asksClient = value == "client"
      url = asksClient || value == "mock" ? nil : try server(value, option)
    case "--fallback" where hasClient:
      let value = try arguments.value()
      fallback = value == "mock" ? .mock : .server(try server(value, option))
    case "--latency":
      guard let milliseconds = Int(try arguments.value()), (0...600_000).contains(milliseconds) else {
        throw OptionError(Words.text("--latency takes milliseconds, 0 to 600000."))
      }
      latency = .milliseconds(milliseconds)
    case "--fail":
      // Given again, it adds to what was named before.
      let named = [failures?.description, try arguments.value()].compactMap(\.self)
      failures = try readFailures(named.joined(separator: ","))
    case "--timeout":
      timeout = Self.timeout(try arguments.value())
      if timeout == nil { throw OptionError(Words.text("--timeout takes seconds, such as 5 or 0.5, up to 86400.")) }
    case "--ca": certificatesFile = try Self.certificates(try arguments.value(Words.text("a file")))
    default: return false
    }
    return true
  }

  private func readFailures(_ list: String) throws(OptionError) -> RequestFailures {
    let operations = operations
    do throws(UnknownFailure) {
      return try RequestFailures(parsing: list, names: operations.isEmpty ? nil : operations)
    } catch {
      let name = String(error.item.prefix { $0 != ":" })
      if !operations.contains(name), let nearest = nearestName(to: name, among: operations + ["all"]) {
        throw OptionError(Words.text("--fail knows no \(name). Did you mean \(nearest)?"))
      }
      throw OptionError(
        Words.text(
          """
          --fail takes names with commas between them: \(failureList). A name may have the number of the request that \
          fails, as in "\(exampleName):2", and "lost" for a lost answer, as in "\(exampleName):1:lost".
          """))
    }
  }

  var exampleName: String { operations.first ?? "all" }

  /// Checks that the options fit together.
  func check() throws(OptionError) {
    if fallback != nil, !asksClient { throw OptionError(Words.text("--fallback needs --backend client.")) }
    if serverURL == nil, certificatesFile != nil || timeout != nil && !asksClient {
      let option = timeout == nil || asksClient ? "--ca" : "--timeout"
      throw OptionError(
        asksClient && fallback == nil
          ? Words.text("\(option) is for a server, not for the client.")
          : Words.text("\(option) is for a server, not for the mock."))
    }
    if !hasMock, latency != nil || failures != nil {
      let option = latency == nil ? "--fail" : "--latency"
      throw OptionError(
        serverURL == nil
          ? Words.text("\(option) is for the mock, not for the client: add --fallback mock.")
          : Words.text("\(option) is for the mock, not for a server."))
    }
  }

  private var hasMock: Bool { asksClient ? fallback == .mock : url == nil }

  private var serverURL: URL? {
    if case .server(let url)? = fallback { return url }
    return url
  }

  /// The mock; `nil` if there is none.
  public var mock: SessionConfiguration.Mock? {
    hasMock ? .init(latency: latency ?? .zero, failures: failures ?? []) : nil
  }

  /// The server; `nil` if there is none.
  public var server: ServerConnection? {
    serverURL.map { ServerConnection($0, timeout: answerTimeout, certificatesFile: certificatesFile) }
  }

  /// How long a server or the client may take to answer.
  var answerTimeout: Duration { timeout ?? .seconds(30) }

  /// The time of a decimal number of seconds, in whole milliseconds; `nil` for another text, and out of bounds.
  private static func timeout(_ text: String) -> Duration? {
    guard let time = Duration(seconds: text), (.milliseconds(1)...(.seconds(86_400))).contains(time) else { return nil }
    return .milliseconds((time / .milliseconds(1)).rounded())
  }

  private static func certificates(_ path: String) throws(OptionError) -> String {
    guard FileManager.default.contents(atPath: path)?.firstRange(of: Data("-----BEGIN CERTIFICATE-----".utf8)) != nil
    else { throw OptionError(Words.text("--ca takes a file with certificates in PEM format.")) }
    return path
  }

  private func server(_ text: String, _ option: String) throws(OptionError) -> URL {
    // NB: the paths of operations are appended to the URL, so they would become part of a query or a fragment.
    guard let url = URL(escaping: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false,
      url.query == nil, url.fragment == nil
    else {
      let words = hasClient && option == "--backend" ? "\"mock\", \"client\"" : "\"mock\""
      throw OptionError(Words.text("\(option) takes \(words) or the URL of an HTTP server."))
    }
    guard (1...65_535).contains(url.port ?? 80) else {
      throw OptionError(Words.text("\(option) takes a port from 1 to 65535."))
    }
    return url
  }
}

/// Names that are known when they are asked for.
private struct KnownOperations: Equatable, Sendable {
  let names: @Sendable () -> [String]

  static func == (one: Self, other: Self) -> Bool { one.names() == other.names() }
}
