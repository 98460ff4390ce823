public import Dispatch
public import Foundation
public import Services
public import Streams

/// Which backend the command line asks for: the options that every front has.
public struct BackendOptions: Equatable {
  /// The server; `nil` for the mock.
  public var url: URL?
  /// How slow the mock is, in milliseconds.
  public var latency: Int?
  /// What the mock fails at.
  public var failures: MockFailures?

  /// What `--fail` knows.
  public static var failureNames: String { MockFailures.names.joined(separator: ", ") }

  private static let longestLatency = 600_000

  /// The options as they are meant; without any, the mock.
  public init(url: URL? = nil, latency: Int? = nil, failures: MockFailures? = nil) {
    self.url = url
    self.latency = latency
    self.failures = failures
  }

  /// Takes an argument and, from the rest, its value; whether the argument is one of a backend's.
  public mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> Bool {
    switch argument {
    case "--backend":
      let value = try Self.value(of: argument, &rest)
      url = value == "mock" ? nil : try Self.server(value)
    case "--latency":
      guard let value = Int(try Self.value(of: argument, &rest)), (0...Self.longestLatency).contains(value) else {
        throw OptionError("--latency takes milliseconds, 0 to \(Self.longestLatency).")
      }
      latency = value
    case "--fail":
      guard let known = try? MockFailures(parsing: try Self.value(of: argument, &rest)) else {
        throw OptionError("--fail takes names with commas between them: \(Self.failureNames).")
      }
      failures = known
    default: return false
    }
    return true
  }

  /// Whether the options go together.
  public func check() throws(OptionError) {
    if url != nil, latency != nil || failures != nil {
      throw OptionError("--latency and --fail are for the mock, not for a server.")
    }
  }

  /// The backend.
  ///
  /// A mock without latency answers at once, with no timer in between.
  ///
  /// - Parameter main: where a slow mock answers.
  public func makeBackend(
    world: @autoclosure () -> MockWorld = MockWorld(), main: some Scheduler & Sendable = DispatchQueue.main
  ) -> Backend {
    if let url { return Backend(HTTPServices(baseURL: url)) }
    guard let latency, latency > 0 else { return Backend(MockServices(world: world(), failures: failures ?? [])) }
    return Backend(
      MockServices(world: world(), latency: latency, failures: failures ?? [], scheduler: main))
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
    guard let value = rest.popFirst() else { throw OptionError("\(option) needs a value.") }
    return value
  }

  private static func server(_ text: String) throws(OptionError) -> URL {
    // NB: the contract's paths are put behind the URL, so they would become part of a query or a fragment.
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
      url.query == nil, url.fragment == nil
    else { throw OptionError("--backend takes \"mock\" or the URL of an HTTP server.") }
    return url
  }
}
