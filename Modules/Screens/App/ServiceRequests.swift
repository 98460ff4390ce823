public import Dispatch
public import Requests
public import Streams
public import StreamsExtras

extension AppEnvironment {
  /// What answers the requests of services; by default nothing does: every request fails.
  public var backend: any Backend {
    get { self[BackendKey.self] }
    set { self[BackendKey.self] = newValue }
  }

  /// The idempotency keys of requests without a definite answer, shared by all screens.
  public var idempotencyKeys: IdempotencyKeys { self[IdempotencyKeysKey.self] }

  /// The environment of a running program: the main queue, the system's clock and the system's randomness.
  ///
  ///     let app = AppCore(.live(backend: .mock()))
  public static func live(backend: any Backend) -> AppEnvironment {
    var environment = AppEnvironment()
    environment.backend = backend
    return environment
  }
}

private enum BackendKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> any Backend { ServiceHandlers([]) }
}

private enum IdempotencyKeysKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> IdempotencyKeys { IdempotencyKeys() }
}

extension RandomSource {
  /// A new idempotency key.
  public func idempotencyKey() -> IdempotencyKey {
    var source = self
    return .random(using: &source)
  }
}

extension Publisher where Output == Void, Failure == Never {
  /// Publishes on the main actor: at once what is published there, and the rest on the main scheduler.
  ///
  /// A view model follows the changes of a service with it. What happens on the main actor and in turn stays in its turn,
  /// so a session is the same each time.
  public func onMain(_ main: AnySchedulerOf<DispatchQueue>) -> some Publisher<Void, Never> {
    flatMap { _ in
      DispatchQueue.getSpecific(key: mainQueue) != nil
        ? Just(()).eraseToAnyPublisher() : Just(()).receive(on: main).eraseToAnyPublisher()
    }
  }
}

extension Publisher where Failure == ServiceError {
  /// The answer to a request as a value, success or failure, on the main scheduler. A request that completes without an
  /// answer has failed.
  ///
  /// The hop to the scheduler is part of the request that `switchToLatest` cancels: an answer that is waiting on the
  /// scheduler is dropped with its request, so it never reaches a screen that has asked again.
  public func answer(on main: AnySchedulerOf<DispatchQueue>) -> some Publisher<Result<Output, ServiceError>, Never> {
    first()
      .map(Result.success)
      .catch { Just(.failure($0)) }
      .replaceEmpty(with: .failure(.cancelled))
      .receive(on: main)
  }
}

/// Identifies the main queue on whatever thread it runs: after `dispatchMain`, on Linux, that is not the main thread.
private let mainQueue = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
