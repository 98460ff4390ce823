public import JSON
public import Requests
public import Storage
public import Streams

extension AppEnvironment {
  /// What answers the requests of services; by default nothing does: every request fails.
  ///
  /// Whichever backend is set: what is asked here answers on the ``main`` scheduler. An immediate scheduler answers in the
  /// same call. A progress of a transfer that the app has not handled is replaced by the next one.
  ///
  /// ```swift
  /// @MainActor func send(
  ///   _ file: FileReference, _ upload: ServiceOperation<FileReference, String>, _ environment: AppEnvironment
  /// ) -> AnyCancellable {
  ///   environment.backend.transfer(upload, file).sink { completion in
  ///     if case .failure(let error) = completion { print(error.message) }
  ///   } receiveValue: { update in
  ///     switch update {
  ///     case .progress(let progress): print(progress.fraction ?? "unknown")
  ///     case .answer(let address): print(address)
  ///     }
  ///   }
  /// }
  /// ```
  public var backend: Backend {
    get {
      delivered {
        MainDelivery(
          main: main, reporter: reporter, successes: successes, session: session, lifetime: lifetime,
          pendingWork: self[ofScreen: PendingWork.self]
        )
        .backend(self[BackendKey.self])
      }
    }
    set { self[BackendKey.self] = newValue }
  }

  /// The idempotency keys of the user's wishes, shared by all screens; by default in the ``storage`` if it has a folder.
  public var idempotencyKeys: IdempotencyKeys {
    get { self[IdempotencyKeysKey.self] }
    set { self[IdempotencyKeysKey.self] = newValue }
  }

  /// The environment of a running program: the main queue, the system's clock and the system's randomness.
  ///
  ///     let app = AppCore(.live(backend: .mock()))
  ///
  /// - Parameters:
  ///   - backend: What answers the requests of services.
  ///   - storage: The values that outlive the process; by default they end with it.
  public static func live(backend: Backend, storage: Storage = Storage()) -> AppEnvironment {
    var environment = AppEnvironment()
    environment.backend = backend
    environment.storage = storage
    return environment
  }

  /// A request that must not happen twice: it carries the idempotency key of the user's wish, which is kept for the next
  /// try until the request has succeeded; see `IdempotencyKeys`. The key belongs to the ``backend`` and to the ``account``
  /// of the moment of the subscription.
  ///
  ///     environment.request(.purchase, for: id) { key in
  ///       service.purchaseProduct(id: id, idempotencyKey: key)
  ///     }
  ///
  /// - Parameters:
  ///   - operation: What is asked.
  ///   - identity: What makes two requests of the operation the same wish of the user.
  ///   - isConfirmed: Whether the user has confirmed, after `ServiceError.confirmationNeeded`.
  ///   - send: Makes the request with the key.
  /// - Returns: A publisher of one answer, on the main scheduler.
  public func request<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, for identity: some JSONWritable, isConfirmed: Bool = false,
    _ send: @escaping (IdempotencyKey) -> some Publisher<Answer, ServiceError>
  ) -> some Publisher<IdempotentAnswer<Answer>, ServiceError> {
    let (main, random, keys) = (main, random, idempotencyKeys)
    let (account, address) = (session.name, backend.address)
    let request = Deferred { [reporter] in
      let owner = account.value
      reporter?.willRequest(operation.name, changesSomething: operation.changesSomething)
      return keys.request(
        operation, for: identity, account: owner, at: address, isConfirmed: isConfirmed,
        newKey: random.idempotencyKey(), on: reporter?.continuing(main) ?? main
      ) { key in
        // NB: the user may have signed out while the key was written, and the request would be made for the next account.
        account.value == owner
          ? send(key).eraseToAnyPublisher().result().eraseToAnyPublisher()
          : Just(.failure(.cancelled)).eraseToAnyPublisher()
      }
    }
    let asked = request.flatMap(\.publisher)
    let waiting =
      operation.signIn == .required
      ? Deferred { signedIn }.flatMap { asked }.eraseToAnyPublisher() : asked.eraseToAnyPublisher()
    // NB: an answer whose mark is being written would come after its account has signed out.
    return session.bounding(waiting, for: lifetime) { _ in true }
  }

  /// A request that must not happen twice, of an operation whose input holds the key.
  ///
  ///     environment.request(.pay, for: lines) { NewOrder(lines: lines, key: $0) }
  ///
  /// - Parameters:
  ///   - operation: What is asked.
  ///   - identity: What makes two requests of the operation the same wish of the user.
  ///   - isConfirmed: Whether the user has confirmed, after `ServiceError.confirmationNeeded`.
  ///   - input: Makes the input with the key.
  /// - Returns: A publisher of one answer, on the main scheduler.
  public func request<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, for identity: some JSONWritable, isConfirmed: Bool = false,
    input: @escaping (IdempotencyKey) -> Input
  ) -> some Publisher<IdempotentAnswer<Answer>, ServiceError> {
    let backend = backend
    return request(operation, for: identity, isConfirmed: isConfirmed) { backend.answer(operation, input($0)) }
  }
}

private enum IdempotencyKeysKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> IdempotencyKeys {
    let (storage, now) = (environment.storage, environment.keyClock)
    return storage.hasFolder ? IdempotencyKeys(storage: storage, now: now) : IdempotencyKeys(now: now)
  }
}

extension RandomSource {
  /// A new idempotency key.
  public func idempotencyKey() -> IdempotencyKey {
    var source = self
    return .random(using: &source)
  }
}
