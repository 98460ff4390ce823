#if canImport(FoundationEssentials) || canImport(Foundation)
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// The backend's word that a product was bought.
  public struct Receipt: Hashable, Sendable, Codable, Identifiable {
    /// What the backend calls the purchase.
    public var id: String
    /// What was bought.
    public var productID: ProductID
    /// What was paid.
    public var price: Money
    /// When it was bought.
    public var date: Date

    /// A receipt as the backend wrote it.
    public init(id: String, productID: ProductID, price: Money, date: Date) {
      self.id = id
      self.productID = productID
      self.price = price
      self.date = date
    }
  }
#endif
