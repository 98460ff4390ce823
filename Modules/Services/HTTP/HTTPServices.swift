import Dispatch
public import Foundation
public import Models
public import Streams

/// The services of a backend that speaks the contract in `openapi.yaml`.
///
///     let backend = Backend(HTTPServices(baseURL: url))
///
/// A request starts at the first demand and ends with the subscription: cancelling reaches the network task.
/// Redirections to another host, or that would lose what is sent, are refused; bodies have a bound, and nothing is
/// cached or stored.
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
    self.baseURL = baseURL
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
      let cancel = transport.start(call, at: url) { reply in
        finish(reply.flatMap { reply in Result { () throws(ServiceError) in try reply.value(of: call) } })
      }
      let stopClock = limit { finish(.failure(.timeout)) }
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
    send(HTTPCall(path: ["products", id.rawValue]) { try Wire.decode(Wire.Product.self, $0).model })
  }

  public func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    send(
      HTTPCall(
        method: "POST", path: ["products", id.rawValue, "purchases"],
        headers: ["Idempotency-Key": idempotencyKey.rawValue]
      ) { try Wire.decode(Wire.Receipt.self, $0).model })
  }
}

extension HTTPServices: AccountService {
  public func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    send(HTTPCall(path: ["usernames", username.text]) { try Wire.decode(Wire.Availability.self, $0).available })
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
        // NB: a name is shown; a backend that writes the password there has not understood the question.
        let isOwn = created.username.text.lowercased() == account.username.text.lowercased()
        guard isOwn || !account.password.isRepeated(in: created.username.text) else { throw ServiceError.decoding }
        return created
      })
  }
}
