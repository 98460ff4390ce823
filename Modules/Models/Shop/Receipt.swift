public import Foundation

/// The backend's confirmation of a purchase.
public struct Receipt: Hashable, Sendable, Identifiable {
  /// The backend's identifier of the purchase.
  public var id: String
  /// The product that was bought.
  public var productID: ProductID
  /// The price that was paid.
  public var price: Money
  /// When the product was bought.
  public var date: Date

  /// Creates a receipt.
  public init(id: String, productID: ProductID, price: Money, date: Date) {
    self.id = id
    self.productID = productID
    self.price = price
    self.date = date
  }
}
