public import Descriptions
import Foundation
public import Streams

/// Where the pictures come from that a front shows. Their addresses may come from strangers, so a front loads none of them itself.
///
/// ```swift
/// let covers = PictureSource { $0 == Link("shop:dot") ? Array("GIF89a".utf8) : nil }
/// ```
///
/// What is loaded counts as a picture if its first bytes say so, whatever a server says of it: PNG, JPEG, GIF and WebP. An SVG is a document,
/// and is none.
public struct PictureSource: Sendable {
  /// No pictures: fronts show their words.
  public static let none = PictureSource(own: { _ in nil })

  /// Loads the bytes at an address; `nil` for one that the app does not allow.
  private let load: @Sendable (Link) -> AnyPublisher<[UInt8], PictureError>?

  /// Pictures of the app's own. Those that come over HTTP are made by the module `HTTP`.
  ///
  /// - Parameter own: The bytes of a picture that the app has itself, such as those of a file, at an address of the app's own; `nil` for another
  ///   address. It may be called on any thread.
  public init(own: @escaping @Sendable (Link) -> [UInt8]?) {
    self.init { link in own(link).map { Just($0).setFailureType(to: PictureError.self).eraseToAnyPublisher() } }
  }

  package init(loading load: @escaping @Sendable (Link) -> AnyPublisher<[UInt8], PictureError>?) { self.load = load }

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
