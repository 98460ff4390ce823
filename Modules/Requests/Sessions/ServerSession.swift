public import Descriptions

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

/// A session on a server: whose it is, and the tokens that it consists of.
public struct ServerSession: Sendable {
  /// The name of the account; `nil` in an app without accounts. With a name, the token goes only with requests that are made while
  /// the app is signed in to this account.
  public var account: String?
  /// The token of each request.
  public var token: BearerToken
  /// The token with which the session is renewed; `nil` if it has none.
  public var refreshToken: BearerToken?

  /// A session.
  public init(account: String? = nil, token: BearerToken, refreshToken: BearerToken? = nil) {
    self.account = account
    self.token = token
    self.refreshToken = refreshToken
  }

  /// What no text for people may repeat.
  package var secrets: [String] { [token, refreshToken].compactMap { $0?.withRevealedText(\.self) } }
}

// MARK: - In a file

extension ServerSession {
  /// Reads a session, or the token alone, as an earlier version of the program has stored it.
  init?(stored json: JSONText) {
    if let token = BearerToken(json) {
      self.init(token: token)
      return
    }
    guard let token = json["token"].flatMap(BearerToken.init(_:)) else { return nil }
    self.init(
      account: json["account"]?.string, token: token, refreshToken: json["refreshToken"].flatMap(BearerToken.init(_:)))
  }

  /// Writes the session with its secrets: for the storage alone.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      if let account { writer.member("account", account) }
      refreshToken?.withRevealedText { writer.member("refreshToken", $0) }
      token.withRevealedText { writer.member("token", $0) }
    }
  }
}
