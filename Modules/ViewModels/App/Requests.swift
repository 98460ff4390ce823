import Streams

extension Publisher {
  /// Delivers on a scheduler whose type is known only at run time.
  func receive(onMain scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    func hop(_ scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
      receive(on: scheduler).eraseToAnyPublisher()
    }
    return hop(scheduler)
  }

  /// The answer to a request, or why there is none, as a value on the main scheduler.
  ///
  /// The hop belongs to the request, inside of what `switchToLatest` cancels: an answer that waits for its turn is
  /// dropped with its request, so it never reaches a screen that has asked again.
  func answer(onMain scheduler: any Scheduler) -> AnyPublisher<Result<Output, Failure>, Never> {
    map(Result.success)
      .catch { Just(.failure($0)) }
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
