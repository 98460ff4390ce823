public import Models
public import Streams

/// The shop: what there is to buy, and buying it (seed 003).
public protocol ProductService: Sendable {
  /// Asks for a product, once for each subscriber, at its first demand; cancelling stops the request.
  ///
  /// Publishes one product and finishes, on any thread.
  func product(id: ProductID) -> AnyPublisher<Product, ServiceError>

  /// Buys a product, at the first demand. Cancelling stops the request, but perhaps not the purchase.
  ///
  /// Idempotent: any number of requests with one key buy the product once, and each publishes the same receipt.
  /// Publishes one receipt and finishes, on any thread.
  ///
  /// - Parameter idempotencyKey: one key for the user's wish to buy the product, kept until a definite answer: a
  ///   receipt, or an error that `isDefinite`.
  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError>
}
