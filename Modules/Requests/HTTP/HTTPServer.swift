public import Foundation

/// A server, and how it is reached.
public struct HTTPServer: Sendable {
  /// Where the routes' paths begin: an absolute URL of the scheme `http` or `https`, without a query.
  public var url: URL
  /// How long a request may take in all.
  public var timeout: Duration
  /// A file in PEM format with the certificates to trust in place of the system's.
  public var certificatesFile: String?
  /// The token that is sent with each request, if there is one.
  public var credentials: ServerCredentials?
  /// Where the files that operations are answered with are kept; without it, such an operation fails.
  public var downloads: FileFolder?
  /// Whether those for an account are kept in a folder of its own beside ``downloads``.
  package var hasDownloadsOfAccounts = false
  /// How many bytes such a file may have.
  public var maximumDownload = 4 << 30

  /// A server.
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
