public import Models
public import Streams

/// The shop: what there is to buy, and buying it (seed 003).
public protocol ProductService: Sendable {
  /// Asks for a product, once for each subscriber, at its first demand; cancelling stops the request.
  ///
  /// Publishes one product and finishes, on any thread.
  func product(id: ProductID) -> AnyPublisher<Product, ServiceError>

  /// Buys a product, at the first demand; cancelling stops the request, though perhaps not the purchase.
  ///
  /// However often it is asked with one key, the product is bought once, and every answer is the same receipt.
  /// Publishes one receipt and finishes, on any thread.
  ///
  /// - Parameter idempotencyKey: one key for one attempt of the user's, kept for all of its retries.
  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError>
}
