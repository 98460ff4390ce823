public import Descriptions
import Dispatch
import Foundation
public import Requests
import Streams
import StreamsExtras

extension PictureSource {
  /// Pictures by HTTP, from some origins alone, and pictures of the app's own. A redirection is followed within its origin.
  ///
  /// ```swift
  /// let covers = PictureSource(origins: ["https://covers.example"])
  /// ```
  ///
  /// - Parameters:
  ///   - origins: The origins, such as `https://covers.example`, with a port if it is not the usual one.
  ///   - maximumSize: The most bytes of a picture that is loaded by HTTP.
  ///   - timeout: How long one may take.
  ///   - own: The bytes of a picture that the app has itself, at an address of the app's own; see `PictureSource.init(own:)`.
  public init(
    origins: Set<String>, maximumSize: Int = 2 << 20, timeout: Duration = .seconds(10),
    own: (@Sendable (Link) -> [UInt8]?)? = nil
  ) {
    self.init(origins: origins, maximumSize: maximumSize, timeout: timeout, own: own, transport: HTTPTransport())
  }

  init(
    origins: Set<String>, maximumSize: Int, timeout: Duration, own: (@Sendable (Link) -> [UInt8]?)?,
    transport: HTTPTransport
  ) {
    let allowed = Set(origins.compactMap { URL(string: $0)?.origin })
    let limit = TimeLimit(timeout, scheduler: .global())
    self.init(loading: { link in
      if let bytes = own?(link) { return Just(bytes).setFailureType(to: PictureError.self).eraseToAnyPublisher() }
      guard link.isAllowed(schemes: ["http", "https"]), let url = URL(escaping: link.description),
        let host = url.host(), url.user() == nil, url.password() == nil, allowed.contains(url.origin)
      else { return nil }
      let request = TransferRequest(
        url: url.absoluteString, host: host.trimmingCharacters(in: ["[", "]"]), readsOnly: true,
        maximumBody: maximumSize)
      return limit.limiting(transport.reply(to: request))
        .mapError { _ in PictureError.unavailable }
        .flatMap { reply in
          guard reply.status == 200 else {
            return Fail<[UInt8], PictureError>(error: .unavailable).eraseToAnyPublisher()
          }
          return Just(reply.body).setFailureType(to: PictureError.self).eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    })
  }
}
