public import Descriptions
import Dispatch
import Foundation
public import Streams
import StreamsExtras

/// Where the pictures come from that a front shows. Their addresses may come from strangers, so a front loads none of them itself.
///
/// ```swift
/// let covers = PictureSource(origins: ["https://covers.example"])
/// ```
///
/// What is loaded counts as a picture if its first bytes say so, whatever a server says of it: PNG, JPEG, GIF and WebP. An SVG is a document,
/// and is none.
public struct PictureSource: Sendable {
  /// No pictures: fronts show their words.
  public static let none = PictureSource()

  /// Loads the bytes at an address; `nil` for one that the app does not allow.
  private let load: @Sendable (Link) -> AnyPublisher<[UInt8], PictureError>?

  /// Pictures by HTTP, from some origins alone, and pictures of the app's own. A redirection is followed within its origin.
  ///
  /// - Parameters:
  ///   - origins: The origins, such as `https://covers.example`, with a port if it is not the usual one.
  ///   - maximumSize: The most bytes of a picture that is loaded by HTTP.
  ///   - timeout: How long one may take.
  ///   - own: The bytes of a picture that the app has itself, such as those of a file, at an address of the app's own; `nil` for another
  ///     address. It may be called on any thread.
  public init(
    origins: Set<String> = [], maximumSize: Int = 2 << 20, timeout: Duration = .seconds(10),
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
    load = { link in
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
    }
  }

  /// Loads the picture at an address.
  public func picture(at address: Link) -> AnyPublisher<LoadedPicture, PictureError> {
    allowedPicture(at: address) ?? Fail(error: .notAllowed).eraseToAnyPublisher()
  }

  /// Loads the picture at an address; `nil` for one that the app does not allow.
  package func allowedPicture(at address: Link) -> AnyPublisher<LoadedPicture, PictureError>? {
    load(address)?
      .flatMap { bytes in
        guard let type = PictureType(bytes) else {
          return Fail<LoadedPicture, PictureError>(error: .notAPicture).eraseToAnyPublisher()
        }
        return Just(LoadedPicture(type: type, bytes: bytes)).setFailureType(to: PictureError.self).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }
}

/// Why there is no picture at an address.
public enum PictureError: String, Error, Hashable, Sendable {
  /// The app does not allow the origin of the address, or the text is not an address.
  case notAllowed
  /// It cannot be loaded, or is too large.
  case unavailable
  /// What is there is not a picture of a type that fronts show.
  case notAPicture
}

/// A picture that was loaded.
public struct LoadedPicture: Hashable, Sendable {
  /// What the first bytes say that it is.
  public var type: PictureType
  /// The bytes as they came.
  public var bytes: [UInt8]

  /// The bytes in base 64.
  public var base64: String { Data(bytes).base64EncodedString() }
}

/// A type of pictures that fronts show. None of them can hold a script.
public enum PictureType: String, Hashable, Sendable, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webP = "image/webp"

  /// The type that the first bytes of a file say; `nil` for another one.
  public init?(_ bytes: [UInt8]) {
    func has(_ text: String, at index: Int = 0) -> Bool { bytes.dropFirst(index).starts(with: text.utf8) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webP
    } else {
      return nil
    }
  }
}
