public import JSON
import Locking
public import Streams

/// The idempotency keys of requests without a definite answer, shared by all screens of an app.
///
/// What the user wants to happen once keeps its key for every retry, also on a screen that was closed and opened again. So a
/// request that was carried out, but whose answer was lost, is not carried out twice.
///
/// ```swift
/// purchases
///   .map {
///     keys.request(.purchase, for: id, newKey: .random()) { key in
///       service.purchaseProduct(id: id, idempotencyKey: key).answer(on: main)
///     }
///   }
///   .switchToLatest()
/// ```
///
/// A request is identified by a value that the caller gives, such as the product that is bought. Only values that can be
/// written as JSON identify one, so a secret does not: none is ever in the memory of the keys.
public final class IdempotencyKeys: Sendable {
  /// The limit on the number of keys. A further request replaces the oldest.
  public static let limit = 1_000

  private struct Entry {
    let operation: String
    let identity: [UInt8]
    let key: IdempotencyKey
  }

  private let entries = LockedValue<[Entry]>([])

  /// Creates a store without keys.
  public init() {}

  /// A request with the key of what it asks for. Its answer ends the key if it is definite: a success, or an error that
  /// `isDefinite`.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - identity: what makes two requests of the operation the same wish of the user.
  ///   - newKey: a key for a wish without one.
  ///   - send: makes the request with the key.
  /// - Returns: the publisher that `send` has returned. An answer ends the key when it is published here.
  public func request<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, for identity: some JSONWritable,
    newKey: @autoclosure () -> IdempotencyKey,
    _ send: (IdempotencyKey) -> some Publisher<Result<Answer, ServiceError>, Never>
  ) -> some Publisher<Result<Answer, ServiceError>, Never> {
    let key = key(of: operation, for: identity, newKey: newKey())
    return send(key).handleEvents(receiveOutput: { [self] result in
      guard result.isDefinite else { return }
      // The answer may be late, and a newer key of the same wish has to stay.
      entries.withLock { $0.removeAll { $0.key == key } }
    })
  }

  /// The key of what a request asks for, which is kept until a definite answer of `request`.
  public func key<Input, Answer>(
    of operation: ServiceOperation<Input, Answer>, for identity: some JSONWritable,
    newKey: @autoclosure () -> IdempotencyKey
  ) -> IdempotencyKey {
    let identity = identity.json
    let known = entries.withLock { entries in
      entries.first { $0.operation == operation.name && $0.identity == identity }?.key
    }
    if let known { return known }
    let entry = Entry(operation: operation.name, identity: identity, key: newKey())
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(entry)
    }
    return entry.key
  }
}
