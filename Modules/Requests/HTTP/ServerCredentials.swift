public import Descriptions
public import Foundation
import Locking
public import Storage
public import Streams

/// An access token (RFC 6750). It goes to its server and into the storage of ``ServerCredentials``, and is never displayed.
public struct BearerToken: Secret {
  private let text: String

  /// The token of a text.
  public init(_ text: String) { self.text = text }

  public func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(text) }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// The access token of a server, for all backends of it: sent with each request, kept in a storage, and the one place that
/// hears when the server refuses it.
///
/// ```swift
/// let credentials = ServerCredentials(for: url, in: Storage())
/// let backend = HTTPBackend(HTTPServer(url, credentials: credentials), routes: [HTTPRoute(.forecast, "/forecasts")])
/// let refusals = credentials.refusals.sink { print("Sign in again.") }
/// // after the user has signed in
/// try await credentials.setToken(BearerToken("…"))
/// ```
///
/// The token is sent as `Authorization: Bearer …`, to the origin of the URL only: scheme, host and port. No recording, no
/// error and no description has it.
public final class ServerCredentials: Sendable {
  /// The token of a request.
  struct Attempt: Sendable {
    let token: BearerToken?
    fileprivate let number: Int
  }

  private struct State {
    var token: BearerToken?
    /// How many times the token was set.
    var number = 0
    /// Whether the server has refused the token.
    var isRefused = false
  }

  private static let key = StorageKey<[String: BearerToken]>(
    "access-tokens",
    read: { json in
      var tokens: [String: BearerToken] = [:]
      for member in json.members {
        guard let origin = member.name.string, let token = BearerToken(member.value) else { return nil }
        tokens[origin] = token
      }
      return json.kind == .object ? tokens : nil
    },
    write: { tokens, writer in
      writer.object { writer in
        for (origin, token) in tokens.sorted(by: { $0.key < $1.key }) {
          token.withRevealedText { writer.member(origin, $0) }
        }
      }
    })

  let origin: String
  private let storage: Storage
  private let state: LockedValue<State>
  private let refusal = PassthroughSubject<Void, Never>()

  /// The token for a server that a storage has, if it has one.
  ///
  /// - Parameters:
  ///   - server: a URL of the server.
  ///   - storage: keeps the token, as a secret in a file that its owner alone can read; by default, the memory.
  public init(for server: URL, in storage: Storage = Storage()) {
    origin = server.origin
    self.storage = storage
    // A token that cannot be read is asked for again.
    let tokens = try? storage.value(for: Self.key)
    state = LockedValue(State(token: tokens?[server.origin]))
  }

  /// Whether there is a token.
  public var hasToken: Bool { state.withLock { $0.token != nil } }

  /// Sets the token of all later requests, at once, and returns when it is stored; `nil` removes it.
  ///
  /// - Throws: why it could not be stored. It is used until the process ends.
  public func setToken(_ token: BearerToken?) async throws(StorageError) {
    try await withCheckedContinuation { continuation in
      setToken(token) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Sets the token of all later requests, at once, and stores it; `nil` removes it. It does not wait.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - completion: is called on the storage's queue when the token is stored, or could not be. It is used until the process
  ///     ends in both cases.
  public func setToken(
    _ token: BearerToken?, completion: @escaping @Sendable (Result<Void, StorageError>) -> Void
  ) {
    state.withLock { state in
      state.token = token
      state.number += 1
      state.isRefused = false
    }
    storage.update(
      Self.key,
      { [origin] tokens in
        var changed = tokens ?? [:]
        changed[origin] = token
        tokens = changed.isEmpty ? nil : changed
      }, completion: completion)
  }

  /// Publishes each time the server has refused the token, or its absence, with status 401: once for each token. It never
  /// finishes. The token is kept until it is set again.
  public var refusals: AnyPublisher<Void, Never> { refusal.eraseToAnyPublisher() }

  // MARK: - The backend's side

  var attempt: Attempt { state.withLock { Attempt(token: $0.token, number: $0.number) } }

  /// What no text for people may repeat.
  var secrets: [String] { attempt.token.map { [$0.withRevealedText(\.self)] } ?? [] }

  /// Publishes the refusal of a request's token, unless a newer one was set, or it was published.
  func refuse(_ attempt: Attempt) {
    let isFirst = state.withLock { state in
      guard state.number == attempt.number, !state.isRefused else { return false }
      state.isRefused = true
      return true
    }
    if isFirst { refusal.send() }
  }
}

extension ServerCredentials: CustomStringConvertible, CustomReflectable {
  /// The origin, without the token.
  public var description: String { "ServerCredentials for \(origin)" }

  /// No children, so that no dump shows the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
