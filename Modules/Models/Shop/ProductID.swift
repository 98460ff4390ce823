/// What the backend calls a product: any text that is not empty.
public struct ProductID: RawRepresentable, Hashable, Sendable {
  /// The backend's own text.
  public let rawValue: String

  /// A product's identifier; `nil` if the text is empty.
  public init?(rawValue: String) {
    guard !rawValue.isEmpty else { return nil }
    self.rawValue = rawValue
  }
}

extension ProductID: Codable, CustomStringConvertible {
  public var description: String { rawValue }
}

extension ProductID: ExpressibleByStringLiteral {
  /// A product's identifier written in the source.
  ///
  /// - Precondition: the literal is not empty.
  public init(stringLiteral value: String) {
    precondition(!value.isEmpty, "A ProductID is not empty.")
    rawValue = value
  }
}
