import Locking
public import Streams
import StreamsExtras

extension ServiceUpdates {
  /// Publishes the first answer, and finishes. A second one breaks the contract of a ``Backend``: it is reported and ignored.
  ///
  /// After the answer, upstream is left alone until it ends or answers again: a publisher that is cut off at its first answer
  /// would hide the mistake.
  ///
  /// - Demand: Unlimited, as soon as something is requested.
  /// - Completion, failure: With the answer; before it, those of upstream.
  /// - Cancellation: Cancels upstream.
  ///
  /// - Parameters:
  ///   - name: the name of the operation.
  ///   - onAnswer: runs before the answer is published, where it arrives.
  ///   - report: takes the mistake in a sentence, on any thread, once.
  package func oneAnswer(
    of name: String, onAnswer: (@Sendable () -> Void)? = nil, report: @escaping @Sendable (_ fault: String) -> Void
  ) -> ServiceUpdates {
    OneAnswer(upstream: self, onAnswer: onAnswer) {
      report("The operation \"\(name)\" has answered twice. Its second answer is ignored.")
    }
    .eraseToAnyPublisher()
  }
}

extension Publisher where Failure == ServiceError {
  /// The answer to a request as a value, success or failure, so that the publisher of a view model's requests never fails. A
  /// request that completes without an answer has failed.
  ///
  ///     environment.backend.answer(.forecast, city).result()
  ///       .sink { result in state = ForecastState(result) }
  ///
  /// - Demand: As requested.
  /// - Completion: That of the request, after its failure.
  public func result() -> some Publisher<Result<Output, ServiceError>, Never> {
    map(Result.success)
      .catch { Just(.failure($0)) }
      .replaceEmpty(with: .failure(.cancelled))
  }
}

// NB: not generic: the delivery would look its types up at each step.
private struct OneAnswer: Publisher {
  typealias Output = ServiceUpdate
  typealias Failure = ServiceError

  let upstream: ServiceUpdates
  let onAnswer: (@Sendable () -> Void)?
  let onSecond: @Sendable () -> Void

  func receive<S: Subscriber<Output, ServiceError>>(subscriber: S) {
    let delivery = SerialDelivery<UnboundedQueue<Output>, ServiceError>(UnboundedQueue(), to: subscriber)
    let count = LockedValue(0)
    delivery.start(upstream) { [onAnswer, onSecond] answer in
      let number = count.withLock { count in
        count += 1
        return count
      }
      switch number {
      case 1:
        onAnswer?()
        delivery.send(answer)
        delivery.send(completion: .finished, cancelsSource: false)
      case 2:
        onSecond()
        delivery.cancelSource()
      default: break
      }
    }
  }
}
