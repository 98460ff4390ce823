public import Dispatch
public import Foundation
public import Models
public import Streams
public import StreamsExtras

/// The services of a backend that implements `openapi.yaml`.
///
/// ```swift
/// let backend = Backend(HTTPServices(baseURL: url))
/// ```
///
/// A request starts at a subscription and ends with it: cancelling stops the transfer. No caller waits for the network,
/// and a slow or hostile server delays no other request. Redirections to another host, and those that would change or
/// lose the request, are refused. A body longer than `maximumBody` is not read. Nothing is cached or stored. An answer
/// that does not fit its request, such as another product's or a negative price, is `ServiceError.decoding`.
public struct HTTPServices: Sendable {
  /// The longest body that is read, in bytes.
  public static let maximumBody = 1 << 20

  /// The queue that measures time limits and delivers answers unless another scheduler is given. It is concurrent, so that
  /// a subscriber that blocks delays no other answer.
  public static let queue = DispatchQueue(label: "tributary.http", attributes: .concurrent)

  private let baseURL: URL
  private let timeout: Int
  private let scheduler: AnySchedulerOf<DispatchQueue>
  private let transport = HTTPTransport(maximumBody: Self.maximumBody)

  /// The services below a URL.
  ///
  /// - Parameters:
  ///   - baseURL: where the contract's paths begin.
  ///   - timeout: how long a request may take in all, in milliseconds.
  ///   - scheduler: measures the time limit, and delivers the answers.
  public init(
    baseURL: URL, timeout: Int = 30_000,
    scheduler: AnySchedulerOf<DispatchQueue> = HTTPServices.queue.eraseToAnyScheduler()
  ) {
    self.baseURL = baseURL.withLowercasedScheme
    self.timeout = timeout
    self.scheduler = scheduler
  }

  /// Sends a request, once for each subscriber, and publishes one answer on the scheduler.
  ///
  /// Cancelling stops the transfer. <doc:AddAService> has an example.
  ///
  /// - Parameter call: the request, and how to read the reply.
  public func send<Answer: Sendable>(_ call: HTTPCall<Answer>) -> AnyPublisher<Answer, ServiceError> {
    guard let url = call.url(below: baseURL) else {
      return Fail(error: .transport(code: NSURLErrorBadURL)).eraseToAnyPublisher()
    }
    return transport.reply(to: call, at: url)
      .timeout(.milliseconds(timeout), scheduler: scheduler, customError: { .timeout })
      .flatMap { reply in Result { () throws(ServiceError) in try reply.answer(to: call) }.publisher }
      .eraseToAnyPublisher()
  }
}

extension HTTPServices: BalanceService {
  public func balance() -> AnyPublisher<Balance, ServiceError> {
    send(HTTPCall(path: ["balance"]) { try Wire.decode(Wire.Balance.self, $0).model })
  }
}

extension HTTPServices: ProductService {
  public func product(id: ProductID) -> AnyPublisher<Product, ServiceError> {
    send(
      HTTPCall(path: ["products", id.rawValue]) {
        let product = try Wire.decode(Wire.Product.self, $0).model
        try require(product.id == id && !product.price.isNegative)
        return product
      })
  }

  public func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    send(
      HTTPCall(
        method: "POST", path: ["products", id.rawValue, "purchases"],
        headers: ["Idempotency-Key": idempotencyKey.rawValue]
      ) {
        let receipt = try Wire.decode(Wire.Receipt.self, $0).model
        try require(receipt.productID == id && !receipt.price.isNegative)
        return receipt
      })
  }
}

extension HTTPServices: AccountService {
  public func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    send(
      HTTPCall(path: ["usernames", username.text]) {
        let answer = try Wire.decode(Wire.Availability.self, $0)
        try require(answer.username?.isSame(as: username) != false)
        return answer.available
      })
  }

  public func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    let body = { @Sendable in
      account.password.withRevealedText { password in
        Wire.encode(Wire.Credentials(username: account.username.text, password: password))
      }
    }
    return send(
      HTTPCall(
        method: "POST", path: ["accounts"], headers: ["Idempotency-Key": idempotencyKey.rawValue], body: body,
        secret: account.password
      ) {
        let created = try Wire.decode(Account.self, $0)
        // NB: the name is displayed, so it must not be anything else that was sent, such as the password.
        try require(created.username.isSame(as: account.username))
        return created
      })
  }
}

extension URL {
  // Schemes are case-insensitive (RFC 3986, section 3.1), but Foundation on Linux accepts lowercase only.
  fileprivate var withLowercasedScheme: URL {
    guard let scheme, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    components.scheme = scheme.lowercased()
    return components.url ?? self
  }
}

/// Requires that an answer fits its request.
func require(_ condition: Bool) throws(ServiceError) {
  guard condition else { throw .decoding }
}

extension Username {
  /// Whether two names are equal to a backend, which may store names in lowercase.
  fileprivate func isSame(as other: Username) -> Bool {
    text.lowercased() == other.text.lowercased()
  }
}
