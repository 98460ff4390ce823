public import Models
public import Streams

/// The shop: products and their purchase (seed 003).
public protocol ProductService: Sendable {
  /// Requests a product, once for each subscriber. Cancelling stops the request.
  ///
  /// Publishes one product and finishes, on any thread.
  func product(id: ProductID) -> AnyPublisher<Product, ServiceError>

  /// Buys a product, once for each key. Cancelling stops the request, but perhaps not the purchase.
  ///
  /// Idempotent: any number of requests with one key buy the product once, and each publishes the same receipt.
  /// Publishes one receipt and finishes, on any thread.
  ///
  /// - Parameters:
  ///   - id: the product.
  ///   - idempotencyKey: one key for the user's intent to buy the product, kept until a definite answer: a receipt, or an
  ///     error that `isDefinite`.
  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError>
}

extension ServiceOperation {
  /// `ProductService.product(id:)`.
  public static let product = ServiceOperation("product")
  /// `ProductService.purchaseProduct(id:idempotencyKey:)`.
  public static let purchase = ServiceOperation("purchase")
}
