import Models
import Services
import Streams

/// A server's services whose answers are written down, in a turn of their own on the main scheduler.
struct RecordingServices<Main: Scheduler & Sendable>: BalanceService, ProductService, AccountService {
  private let backend: Backend
  private let main: Main
  private let recorder: Recorder

  /// Services of `backend`.
  /// - Parameter main: the scheduler itself, and not one that records: an answer is no job of the app's.
  init(_ backend: Backend, main: Main, _ recorder: Recorder) {
    self.backend = backend
    self.main = main
    self.recorder = recorder
  }

  func balance() -> AnyPublisher<Balance, ServiceError> {
    recorded {
      $0.balance.balance()
    } as: { recorder, number, result in
      if case .success(let balance) = result { recorder.hide(balance.value, of: number) }
      return ServiceAnswer(result.map(\.date), \.balance)
    }
  }

  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> {
    recorded {
      $0.products.product(id: id)
    } as: {
      ServiceAnswer($2, \.product)
    }
  }

  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    recorded {
      $0.products.purchaseProduct(id: id, idempotencyKey: idempotencyKey)
    } as: {
      ServiceAnswer($2, \.receipt)
    }
  }

  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    recorded {
      $0.accounts.usernameAvailable(username)
    } as: {
      ServiceAnswer($2, \.available)
    }
  }

  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    recorded {
      $0.accounts.createAccount(account, idempotencyKey: idempotencyKey)
    } as: {
      ServiceAnswer($2, \.account)
    }
  }

  private func recorded<Value: Sendable>(
    _ ask: @escaping (Backend) -> AnyPublisher<Value, ServiceError>,
    as answer: @escaping @MainActor (Recorder, Int, Result<Value, ServiceError>) -> ServiceAnswer
  ) -> AnyPublisher<Value, ServiceError> {
    // NB: the app subscribes on the main actor, and there the answers come back.
    Deferred { [backend, main, recorder] () -> AnyPublisher<Value, ServiceError> in
      let number = MainActor.assumeIsolated { recorder.nextRequest() }
      return ask(backend).asResult()
        .receive(on: main)
        .handleEvents(receiveOutput: { result in
          MainActor.assumeIsolated { recorder.begin(.answer(number, answer(recorder, number, result))) }
        })
        .setFailureType(to: ServiceError.self)
        .flatMap { $0.publisher }
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

extension Publisher where Failure == ServiceError {
  /// The one answer, or why there is none.
  fileprivate func asResult() -> AnyPublisher<Result<Output, ServiceError>, Never> {
    first().map(Result.success).catch { Just(.failure($0)) }.replaceEmpty(with: .failure(.cancelled))
      .eraseToAnyPublisher()
  }
}
