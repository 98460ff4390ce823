#if canImport(FoundationEssentials) || canImport(Foundation)
  /// Something to buy (seed 003).
  public struct Product: Hashable, Sendable, Codable, Identifiable {
    /// What the backend calls the product.
    public var id: ProductID
    /// The product's name.
    public var title: String
    /// What there is to say about the product.
    public var description: String
    /// What a purchase costs.
    public var price: Money

    /// A product as the backend describes it.
    public init(id: ProductID, title: String, description: String, price: Money) {
      self.id = id
      self.title = title
      self.description = description
      self.price = price
    }
  }
#endif
