import Foundation

extension ServiceError {
  /// Classifies an error that `URLSession` has completed a task with.
  init(_ error: NSError, hasResponse: Bool) {
    guard error.domain == NSURLErrorDomain else {
      self = .transport(code: error.code)
      return
    }
    switch error.code {
    case NSURLErrorCancelled: self = .cancelled
    case NSURLErrorTimedOut: self = .timeout
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: self = .unknownHost
    case NSURLErrorCannotConnectToHost: self = .connectionRefused
    case NSURLErrorClientCertificateRequired...NSURLErrorSecureConnectionFailed: self = .noSecureConnection
    case NSURLErrorCannotParseResponse, NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData:
      self = .decoding
    // What Foundation on Linux reports for an answer that is not HTTP.
    case NSURLErrorUnsupportedURL: self = .decoding
    // Foundation on Linux reports most of libcurl's errors by their text alone.
    case NSURLErrorUnknown:
      let text = error.localizedDescription.lowercased()
      if !hasResponse, Self.secureTerms.contains(where: text.contains) {
        self = .noSecureConnection
      } else if Self.malformedTerms.contains(where: text.contains) {
        self = .decoding
      } else {
        self = .transport(code: error.code)
      }
    default: self = .transport(code: error.code)
    }
  }

  /// Terms in libcurl's messages about a failed TLS handshake or certificate.
  private static let secureTerms = ["ssl", "tls", "certificate", "schannel"]

  /// Terms in libcurl's messages about an answer that violates HTTP.
  private static let malformedTerms = [
    "header", "content-length", "encoding", "http/0.9", "http version", "http/1 subversion", "weird server reply",
  ]
}
