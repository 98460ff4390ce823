import Descriptions
public import Models
public import Requests
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
  ///   - idempotencyKey: one key for the user's wish to buy the product, which `IdempotencyKeys` keeps.
  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError>
}

/// What `ProductService.purchaseProduct(id:idempotencyKey:)` asks with.
public struct Purchase: JSONRecord, Hashable, Sendable {
  /// The product.
  public var id: ProductID
  /// One key for the user's intent to buy it.
  public var idempotencyKey: IdempotencyKey

  /// A purchase of a product.
  public init(id: ProductID, idempotencyKey: IdempotencyKey) {
    self.id = id
    self.idempotencyKey = idempotencyKey
  }

  public static let record = Codec(Purchase.init(id:idempotencyKey:), \.id, \.idempotencyKey)
}

extension ServiceOperation<ProductID, Product> {
  /// `ProductService.product(id:)`.
  public static var product: Self { Self("product").effect(.reads) }
}

extension ServiceOperation<Purchase, Receipt> {
  /// `ProductService.purchaseProduct(id:idempotencyKey:)`.
  public static var purchase: Self { Self("purchase").effect(.changes) }
}

extension Backend {
  /// The shop.
  public var products: any ProductService { Shop(backend: self) }
}

private struct Shop: ProductService {
  let backend: Backend

  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> { backend.answer(.product, id) }

  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    backend.answer(.purchase, Purchase(id: id, idempotencyKey: idempotencyKey))
      .handleEvents(receiveOutput: { [changes = backend.changes] _ in changes.publish(.balance) })
      .eraseToAnyPublisher()
  }
}
