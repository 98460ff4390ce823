public import Foundation
public import Recording
public import Requests
import Screens

/// The options of a backend: a mock, or a server.
public struct BackendOptions: Equatable {
  /// The operations of the app, which `--fail` knows; any name is known if there are none.
  public let operations: [String]
  /// The server; `nil` for the mock.
  public var url: URL?
  /// How long the mock takes to answer, in milliseconds.
  public var latency: Int?
  /// Which requests to the mock fail.
  public var failures: RequestFailures?
  /// How long a server may take to answer, in milliseconds.
  public var timeout: Int?
  /// A file with the certificates to trust in place of the system's.
  public var certificatesFile: String?

  /// No options: the mock.
  ///
  /// - Parameter operations: the names of the app's operations.
  public init(operations: [String] = []) { self.operations = operations }

  /// The names that `--fail` takes, as a text.
  public var failureNames: String {
    operations.isEmpty ? "names of operations, or all" : (operations + ["all"]).joined(separator: ", ")
  }

  /// The options as a table declares them.
  public var declared: [CommandOption] {
    [
      CommandOption(
        "--backend", .choice("mock|URL", ["mock"]), "the backend: in memory (the default), or an HTTP server"),
      CommandOption("--latency", .text("MS"), "how slow the mock's answers are, in milliseconds"),
      CommandOption(
        "--fail", .choice("WHAT", operations.isEmpty ? [] : operations + ["all"]),
        """
        which requests to the mock fail: \(failureNames); "\(exampleName):2" is the second one only, \
        "\(exampleName):1:lost" loses the first answer
        """),
      CommandOption("--timeout", .text("SECONDS"), "how long a server may take to answer; 30 if not set"),
      CommandOption("--ca", .file("FILE"), "trust the certificates in a file (PEM) in place of the system's"),
    ]
  }

  /// Reads the value of an option.
  ///
  /// - Returns: false if it is not an option of a backend.
  /// - Throws: an `OptionError` that names the option, if its value is missing or wrong.
  public mutating func read(_ option: String, _ arguments: inout CommandLineArguments) throws(OptionError) -> Bool {
    switch option {
    case "--backend":
      let value = try arguments.value()
      url = value == "mock" ? nil : try Self.server(value)
    case "--latency":
      latency = Int(try arguments.value())
      if !(0...600_000).contains(latency ?? -1) { throw OptionError("--latency takes milliseconds, 0 to 600000.") }
    case "--fail": failures = try readFailures(try arguments.value())
    case "--timeout":
      timeout = Self.milliseconds(try arguments.value())
      if timeout == nil { throw OptionError("--timeout takes seconds, such as 5 or 0.5, up to 86400.") }
    case "--ca": certificatesFile = try Self.certificates(try arguments.value("a file"))
    default: return false
    }
    return true
  }

  private func readFailures(_ list: String) throws(OptionError) -> RequestFailures {
    do throws(UnknownFailure) {
      return try RequestFailures(parsing: list, names: operations.isEmpty ? nil : operations)
    } catch {
      let name = String(error.item.prefix { $0 != ":" })
      if !operations.contains(name), let nearest = nearestName(to: name, among: operations + ["all"]) {
        throw OptionError("--fail knows no \(name). Did you mean \(nearest)?")
      }
      throw OptionError(
        """
        --fail takes names with commas between them: \(failureNames). A name may have the number of the request that \
        fails, as in "\(exampleName):2", and "lost" for a lost answer, as in "\(exampleName):1:lost".
        """)
    }
  }

  var exampleName: String { operations.first ?? "all" }

  /// Checks that the options fit together.
  public func check() throws(OptionError) {
    if url == nil, timeout != nil || certificatesFile != nil {
      throw OptionError("\(timeout == nil ? "--ca" : "--timeout") is for a server, not for the mock.")
    }
    if url != nil, latency != nil || failures != nil {
      throw OptionError("\(latency == nil ? "--fail" : "--latency") is for the mock, not for a server.")
    }
  }

  /// The mock; `nil` if there is a server.
  public var mock: SessionConfiguration.Mock? {
    url == nil ? .init(latency: latency ?? 0, failures: failures ?? []) : nil
  }

  /// The server; `nil` for the mock.
  public var server: HTTPServer? {
    url.map { HTTPServer($0, timeout: timeout ?? 30_000, certificatesFile: certificatesFile) }
  }

  /// The milliseconds of a decimal number of seconds; `nil` for another text, and out of bounds.
  private static func milliseconds(_ text: String) -> Int? {
    guard text.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,9})?/) != nil, let seconds = Double(text),
      (0.001...86_400).contains(seconds)
    else { return nil }
    return Int((seconds * 1_000).rounded())
  }

  private static func certificates(_ path: String) throws(OptionError) -> String {
    guard FileManager.default.contents(atPath: path)?.firstRange(of: Data("-----BEGIN CERTIFICATE-----".utf8)) != nil
    else { throw OptionError("--ca takes a file with certificates in PEM format.") }
    return path
  }

  private static func server(_ text: String) throws(OptionError) -> URL {
    // NB: the paths of operations are appended to the URL, so they would become part of a query or a fragment.
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
      url.query == nil, url.fragment == nil
    else { throw OptionError("--backend takes \"mock\" or the URL of an HTTP server.") }
    guard (1...65_535).contains(url.port ?? 80) else { throw OptionError("--backend takes a port from 1 to 65535.") }
    return url
  }
}
