public import Foundation
public import JSON
import Locking
public import Storage
public import Streams

/// The idempotency keys of the user's wishes, such as to buy a product, shared by all screens of an app.
///
/// A wish keeps its key for every try, also on another screen, and with a storage in the next run of the program. So a
/// request that was carried out, but whose answer was lost, is not carried out twice.
///
/// ```swift
/// purchases
///   .map {
///     keys.request(.purchase, for: id, newKey: .random(), on: main) { key in
///       service.purchaseProduct(id: id, idempotencyKey: key).result()
///     }
///   }
///   .switchToLatest()
/// ```
///
/// A key ends
/// - with a success, when it has been published;
/// - with an error that ``ServiceError/isDefinite``, as long as every try was answered;
/// - 24 hours after the first try. A key whose first try is more than five minutes in the future, because the clock was ahead, is of
///   unknown age: it counts as old.
///
/// A try without an answer makes the key uncertain: the request may have been carried out, whatever the answer to a later
/// one is. Such a key is never dropped to make room. When it grows too old, and when the file of the keys was damaged, the
/// user is asked first: the request fails with ``ServiceError/confirmationNeeded``.
///
/// With a storage, the try is on the disk before the request is sent. If it cannot be written, nothing is sent. A success is
/// marked on the disk before it is published, and the key goes afterwards. A success whose mark cannot be written is published
/// all the same: this process remembers it, and the next request is sent when the disk can be written again. No thread waits
/// for the disk.
///
/// Each success is published once as new. One that comes by the key of an earlier process, or that was published before, is
/// that of an earlier wish: ``IdempotentAnswer/earlierWish`` says since when. No clock but `now` decides. By default it is the system's
/// at the start, which nothing sets while the process runs.
///
/// A wish is identified by a value that the caller gives, such as the product that is bought. Only values that can be
/// written as JSON identify one, so a secret does not: none is kept in memory or on the disk. Wishes of another account, and of
/// another backend, are other wishes; a hash stands for both.
public final class IdempotencyKeys: Sendable {
  /// How long a key is kept after the first try: 24 hours.
  public static let maximumAge = Duration.seconds(86_400)
  /// How many bytes the keys may have together without a storage.
  public static let maximumSize = 1 << 20

  /// The tries of a key that are in flight in this process.
  private struct TriesInFlight {
    var count = 0
    var hasSucceeded = false
    /// Whether another try was lost after the success, so that its screen may try again.
    var isUncertain = false
  }

  private let store: any KeyStore
  private let inFlight = LockedValue<[IdempotencyKey: TriesInFlight]>([:])

  /// Keys in memory, which end with the process.
  ///
  /// - Parameter now: the clock by which keys grow old; `nil` for one that nothing sets.
  public convenience init(now: (@Sendable () -> Date)? = nil) {
    self.init(MemoryKeys(now: now ?? SteadyClock.now))
  }

  /// Keys in a storage, which outlive the process.
  ///
  /// - Parameters:
  ///   - storage: the storage. Nothing else uses its value "idempotency-keys".
  ///   - now: the clock by which keys grow old; `nil` for one that nothing sets.
  public convenience init(storage: Storage, now: (@Sendable () -> Date)? = nil) {
    self.init(StoredKeys(storage, now: now ?? SteadyClock.now))
  }

  /// Keys in a store.
  package init(_ store: any KeyStore) { self.store = store }

  /// A request with the key of the user's wish.
  ///
  /// Without a storage, the request is sent at the subscription. With one, it is sent on the scheduler when the try is on
  /// the disk. A request that is cancelled before is not sent.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - identity: what makes two requests of the operation the same wish of the user.
  ///   - account: the name of the user's account; empty in an app without accounts.
  ///   - address: the address of the backend, see ``Backend/address``.
  ///   - isConfirmed: whether the user has confirmed, after ``ServiceError/confirmationNeeded``.
  ///   - newKey: a key for a wish without one.
  ///   - scheduler: where `send` runs if there is a storage.
  ///   - send: makes the request with the key.
  /// - Returns: a publisher of one result. It makes a request for each subscriber.
  public func request<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, for identity: some JSONWritable, account: String = "",
    at address: String = "", isConfirmed: Bool = false, newKey: @escaping @autoclosure () -> IdempotencyKey,
    on scheduler: some Scheduler,
    _ send: @escaping (IdempotencyKey) -> some Publisher<Result<Answer, ServiceError>, Never>
  ) -> AnyPublisher<Result<IdempotentAnswer<Answer>, ServiceError>, Never> {
    let wish = KeyTable.Wish(
      operation: operation.name, identity: identity.json, owner: KeyOwner(account: account, backend: address))
    return Deferred { [self] in
      let attempt = KeyAttempt(wish, isConfirmed: isConfirmed)
      return delivered(store.begin(attempt, newKey: newKey), on: scheduler)
        .flatMap { [self] decision -> AnyPublisher<Result<IdempotentAnswer<Answer>, ServiceError>, Never> in
          switch decision {
          case .send(let sending):
            attempt.send()
            return observe(send(sending.key), sending, scheduler)
          case .ask: return Just(.failure(.confirmationNeeded)).eraseToAnyPublisher()
          case .refuse(let reason): return Just(.failure(.notStored(reason: reason))).eraseToAnyPublisher()
          }
        }
        .handleEvents(receiveCancel: { [self] in if attempt.withdraw() { store.change(.withdraw(attempt)) } })
    }
    .eraseToAnyPublisher()
  }

  /// The one value that the store publishes, on the scheduler. It completes in the same piece of work: what ends with the
  /// request does not wait for another one, which the program may not run any more.
  private func delivered<Value>(
    _ publisher: AnyPublisher<Value, Never>, on scheduler: some Scheduler
  ) -> AnyPublisher<Value, Never> {
    store.answersAtOnce ? publisher : publisher.receive(on: scheduler).first().eraseToAnyPublisher()
  }

  /// The results of a request. A success is marked before it is published, and the key learns of a result afterwards.
  private func observe<Answer>(
    _ request: some Publisher<Result<Answer, ServiceError>, Never>, _ sending: KeyDecision.Sending,
    _ scheduler: some Scheduler
  ) -> AnyPublisher<Result<IdempotentAnswer<Answer>, ServiceError>, Never> {
    let key = sending.key
    let outcome = LockedValue(KeyTable.Outcome.cancelled)
    inFlight.withLock { $0[key, default: TriesInFlight()].count += 1 }
    let bookOutcome = { [self] in book(outcome.withLock { $0 }, of: key) }
    return request.replaceEmpty(with: .failure(.cancelled)).first()
      .flatMap { [self] result -> AnyPublisher<Result<IdempotentAnswer<Answer>, ServiceError>, Never> in
        switch result {
        case .failure(let error): return Just(.failure(error)).eraseToAnyPublisher()
        case .success(let answer):
          outcome.withLock { $0 = .unpublished }
          return delivered(store.mark(sending), on: scheduler)
            .map { isFirst in
              .success(IdempotentAnswer(answer, earlierWish: isFirst && !sending.isEarlier ? nil : sending.firstTry))
            }
            .eraseToAnyPublisher()
        }
      }
      .handleEvents(
        receiveOutput: { result in outcome.withLock { $0 = KeyTable.Outcome(result) } },
        receiveCompletion: { _ in bookOutcome() }, receiveCancel: bookOutcome
      )
      .eraseToAnyPublisher()
  }

  private func book(_ outcome: KeyTable.Outcome, of key: IdempotencyKey) {
    let change = inFlight.withLock { inFlight -> KeyTable.Outcome? in
      var tries = inFlight[key] ?? TriesInFlight(count: 1)
      tries.count -= 1
      if outcome == .success { tries.hasSucceeded = true }
      if outcome == .unknown, tries.hasSucceeded { tries.isUncertain = true }
      inFlight[key] = tries.count > 0 ? tries : nil
      guard tries.hasSucceeded else { return outcome == .unpublished && tries.count > 0 ? nil : outcome }
      // NB: another screen may still wait for an answer with this key. If it is lost, the next try there has to carry it.
      return tries.count == 0 && !tries.isUncertain ? .success : nil
    }
    switch change {
    case .success: store.change(.end(key))
    case .unpublished: store.change(.unmark(key))
    case .refused, .postponed, .notSent: if let change { store.change(.book(change, of: key)) }
    case .unknown, .cancelled, nil: break
    }
  }
}

extension IdempotencyKeys: CustomReflectable {
  /// No children, so that no dump shows what the user wanted.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
