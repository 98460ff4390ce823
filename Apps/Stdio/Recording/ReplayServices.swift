import Models
import Services
import Streams

/// A server's services in a replay: what they answer, and when, is in the recording.
///
/// All of it is used on the main actor, where the whole app is.
struct ReplayServices: BalanceService, ProductService, AccountService {
  private let requests: Requests
  private let amounts: [Int: Money]

  /// Services that know the amounts which the recording shows. Others were hidden, and stay it.
  @MainActor init(amounts: [Int: Money]) {
    self.amounts = amounts
    requests = Requests()
  }

  /// Answers the n-th request; whether it waits for that answer.
  @MainActor func answer(_ number: Int, _ answer: ServiceAnswer) -> Bool {
    requests.waiting.removeValue(forKey: number)?(answer) ?? false
  }

  func balance() -> AnyPublisher<Balance, ServiceError> {
    asked { [amounts] answer, number in
      answer.result(\.balance).map { $0.map { Balance(value: amounts[number] ?? .zero, date: $0) } }
    }
  }

  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> {
    asked { answer, _ in answer.result(\.product) }
  }

  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    asked { answer, _ in answer.result(\.receipt) }
  }

  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    asked { answer, _ in answer.result(\.available) }
  }

  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    asked { answer, _ in answer.result(\.account) }
  }

  private func asked<Value: Sendable>(
    _ result: @escaping @Sendable (ServiceAnswer, Int) -> Result<Value, ServiceError>?
  ) -> AnyPublisher<Value, ServiceError> {
    Deferred { [requests] () -> AnyPublisher<Value, ServiceError> in
      let subject = PassthroughSubject<Value, ServiceError>()
      MainActor.assumeIsolated {
        requests.add { answer, number in
          guard let result = result(answer, number) else { return false }
          switch result {
          case .success(let value):
            subject.send(value)
            subject.send(completion: .finished)
          case .failure(let error): subject.send(completion: .failure(error))
          }
          return true
        }
      }
      return subject.eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  @MainActor private final class Requests {
    var waiting: [Int: (ServiceAnswer) -> Bool] = [:]
    private var count = 0

    func add(_ take: @escaping (ServiceAnswer, Int) -> Bool) {
      count += 1
      let number = count
      waiting[number] = { take($0, number) }
    }
  }
}
