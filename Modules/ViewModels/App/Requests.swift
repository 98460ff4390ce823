import Services
import Streams

extension Publisher {
  /// Delivers on a scheduler whose type is known only at run time.
  func receive(onMain scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    func hop(_ scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
      receive(on: scheduler).eraseToAnyPublisher()
    }
    return hop(scheduler)
  }
}

extension Publisher where Failure == ServiceError {
  /// The answer to a request, or why there is none, as a value on the main scheduler.
  ///
  /// The hop belongs to the request, inside of what `switchToLatest` cancels: an answer that waits for its turn is
  /// dropped with its request, so it never reaches a screen that has asked again. A request that ends without an answer
  /// has failed: nobody waits for ever.
  func answer(onMain scheduler: any Scheduler) -> AnyPublisher<Result<Output, ServiceError>, Never> {
    first()
      .map(Result.success)
      .catch { Just(.failure($0)) }
      .replaceEmpty(with: .failure(.cancelled))
      .receive(onMain: scheduler)
  }
}

extension Publisher where Failure == Never {
  /// Waits for a pause among the values, and publishes the last one before it.
  func debounce(milliseconds: Int, onMain scheduler: any Scheduler) -> AnyPublisher<Output, Never> {
    func wait(_ scheduler: some Scheduler) -> AnyPublisher<Output, Never> {
      debounce(for: .milliseconds(milliseconds), scheduler: scheduler).eraseToAnyPublisher()
    }
    return wait(scheduler)
  }
}
