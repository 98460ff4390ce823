public import Foundation

/// How a server is reached: its address, its certificates, what signs in to it, and the limits of what it may take and send.
public struct ServerConnection: Sendable {
  // MARK: Limits

  /// The longest answer that is read into memory, in bytes.
  public static let maximumBody = 1 << 20
  /// How many bytes a file may have that an operation is answered with.
  public var maximumDownload = 4 << 30
  /// How long a request may take in all; one with files, how long nothing may move.
  public var timeout: Duration

  // MARK: Address

  /// Where the routes' paths begin: an absolute URL of the scheme `http` or `https`, without a query.
  public var url: URL
  /// A file in PEM format with the certificates to trust in place of the system's.
  public var certificatesFile: String?
  /// The token that is sent with each request, if there is one.
  public var credentials: ServerCredentials?

  // MARK: Files

  /// Where the files that operations are answered with are kept; without it, such an operation fails.
  public var downloads: FileFolder?
  /// Whether those for an account are kept in a folder of its own beside ``downloads``.
  package var hasDownloadsOfAccounts = false

  /// A connection to a server.
  ///
  /// - Parameters:
  ///   - url: where the routes' paths begin.
  ///   - timeout: how long a request may take in all.
  ///   - certificatesFile: a file in PEM format with the certificates to trust in place of the system's.
  ///   - credentials: the token that is sent with each request, to its own origin only.
  public init(
    _ url: URL, timeout: Duration = .seconds(30), certificatesFile: String? = nil, credentials: ServerCredentials? = nil
  ) {
    self.url = url
    self.timeout = timeout
    self.certificatesFile = certificatesFile
    self.credentials = credentials
  }
}

extension URL {
  /// The scheme, the host and the port (RFC 6454, section 4).
  package var origin: String {
    let scheme = scheme?.lowercased() ?? ""
    return "\(scheme)://\(host()?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}
