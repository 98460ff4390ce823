import Dispatch
public import Foundation
public import Models
public import Streams

/// The services of a backend that speaks the contract in `openapi.yaml`.
///
///     let backend = Backend(HTTPServices(baseURL: url))
///
/// A request starts at the first demand and ends with the subscription: cancelling reaches the network task. No caller
/// waits for the network, and a slow or hostile server delays no other request. Redirections to another host, or that
/// would change or lose what is sent, are refused. A body that is longer than `maximumBody` is not read. Nothing is
/// cached or stored. An answer that does not fit its request, such as another product's or a negative price, is
/// `ServiceError.decoding`.
public struct HTTPServices: Sendable {
  /// The longest body that is read, in bytes.
  public static let maximumBody = 1 << 20

  private let baseURL: URL
  private let transport: HTTPTransport
  /// Calls when the time limit is over; returns what stops that.
  private let limit: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Services below a URL, with a time limit that a scheduler measures.
  ///
  /// - Parameters:
  ///   - baseURL: where the contract's paths begin.
  ///   - timeout: how long a request may take from first to last, in milliseconds.
  ///   - scheduler: the clock of the time limit.
  public init<S: Scheduler & Sendable>(baseURL: URL, timeout: Int = 30_000, scheduler: S) {
    self.baseURL = baseURL.withLowercasedScheme
    transport = HTTPTransport(maximumBody: Self.maximumBody)
    limit = { over in alarm(after: timeout, on: scheduler, over) }
  }

  /// Services below a URL, with a time limit in real time.
  public init(baseURL: URL, timeout: Int = 30_000) {
    self.init(baseURL: baseURL, timeout: timeout, scheduler: DispatchQueue(label: "tributary.http"))
  }

  private func send<Value: Sendable>(_ call: HTTPCall<Value>) -> AnyPublisher<Value, ServiceError> {
    guard let url = call.url(below: baseURL) else {
      return Fail(error: .transport(code: NSURLErrorBadURL)).eraseToAnyPublisher()
    }
    return Work { [transport, limit] finish in
      let stopClock = limit { finish(.failure(.timeout)) }
      let cancel = transport.start(call, at: url) { reply in
        finish(reply.flatMap { reply in Result { () throws(ServiceError) in try reply.value(of: call) } })
      }
      return {
        stopClock()
        cancel()
      }
    }
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
        // NB: the name is shown, so it must not be anything else that was sent, such as the password.
        try require(created.username.isSame(as: account.username))
        return created
      })
  }
}

extension URL {
  // NB: schemes have no case (RFC 3986, section 3.1), but Foundation on Linux knows them in small letters only.
  fileprivate var withLowercasedScheme: URL {
    guard let scheme, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    components.scheme = scheme.lowercased()
    return components.url ?? self
  }
}

/// Requires that an answer fits its request.
private func require(_ condition: Bool) throws(ServiceError) {
  guard condition else { throw .decoding }
}

extension Username {
  /// Whether two names are the same to a backend, which may write a name in small letters.
  fileprivate func isSame(as other: Username) -> Bool {
    text.lowercased() == other.text.lowercased()
  }
}
