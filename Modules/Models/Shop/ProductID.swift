/// The backend's identifier of a product: any text that is not empty.
public struct ProductID: RawRepresentable, Hashable, Sendable {
  /// The identifier's text.
  public let rawValue: String

  /// Creates an identifier; `nil` if the text is empty.
  public init?(rawValue: String) {
    guard !rawValue.isEmpty else { return nil }
    self.rawValue = rawValue
  }
}

// NB: Swift's `==` on texts calls two spellings of an "é" equal, which are two products of a backend.
extension ProductID {
  /// Whether two identifiers have the same code points, as a backend compares them.
  public static func == (one: Self, other: Self) -> Bool { one.rawValue.utf8.elementsEqual(other.rawValue.utf8) }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension ProductID: CustomStringConvertible {
  public var description: String { rawValue }
}

extension ProductID: ExpressibleByStringLiteral {
  /// Creates an identifier from a literal.
  ///
  /// - Precondition: the literal is not empty.
  public init(stringLiteral value: String) {
    precondition(!value.isEmpty, "A ProductID is not empty.")
    rawValue = value
  }
}
