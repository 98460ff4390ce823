public import Foundation

/// A server, and how it is reached.
public struct HTTPServer: Sendable {
  /// Where the routes' paths begin: an absolute URL of the scheme `http` or `https`, without a query.
  public var url: URL
  /// How long a request may take in all, in milliseconds.
  public var timeout: Int
  /// A file in PEM format with the certificates to trust in place of the system's.
  public var certificatesFile: String?

  /// A server.
  ///
  /// - Parameters:
  ///   - url: where the routes' paths begin.
  ///   - timeout: how long a request may take in all, in milliseconds.
  ///   - certificatesFile: a file in PEM format with the certificates to trust in place of the system's.
  public init(_ url: URL, timeout: Int = 30_000, certificatesFile: String? = nil) {
    self.url = url
    self.timeout = timeout
    self.certificatesFile = certificatesFile
  }
}
