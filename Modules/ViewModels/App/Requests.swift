import Dispatch
import Services
import Streams
import StreamsExtras

extension Publisher where Failure == ServiceError {
  /// The answer to a request as a value, success or failure, on the main scheduler. A request that completes without an
  /// answer has failed.
  ///
  /// The hop to the scheduler is part of the request that `switchToLatest` cancels: an answer that is waiting on the
  /// scheduler is dropped with its request, so it never reaches a screen that has asked again.
  func answer(on main: AnySchedulerOf<DispatchQueue>) -> some Publisher<Result<Output, ServiceError>, Never> {
    first()
      .map(Result.success)
      .catch { Just(.failure($0)) }
      .replaceEmpty(with: .failure(.cancelled))
      .receive(on: main)
  }
}
