/// A product of the shop (seed 003).
public struct Product: Hashable, Sendable, Identifiable {
  /// The backend's identifier.
  public var id: ProductID
  /// The product's name.
  public var title: String
  /// The product's description.
  public var description: String
  /// The price of one purchase.
  public var price: Money

  /// Creates a product.
  public init(id: ProductID, title: String, description: String, price: Money) {
    self.id = id
    self.title = title
    self.description = description
    self.price = price
  }
}
