import Locking
public import Streams

extension Publisher where Failure == ServiceError {
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
  ) -> AnyPublisher<Output, ServiceError> {
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

private struct OneAnswer<Upstream: Publisher>: Publisher where Upstream.Failure == ServiceError {
  typealias Output = Upstream.Output
  typealias Failure = ServiceError

  let upstream: Upstream
  let onAnswer: (@Sendable () -> Void)?
  let onSecond: @Sendable () -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(OneAnswerSubscription(subscriber, onAnswer, onSecond))
  }
}

private final class OneAnswerSubscription<Downstream: Subscriber>: Subscriber, Subscription
where Downstream.Failure == ServiceError {
  typealias Input = Downstream.Input
  typealias Failure = ServiceError

  private struct State {
    /// `nil` after the answer, the end or a cancellation.
    var downstream: Downstream?
    /// `nil` after the end, a second answer or a cancellation.
    var upstream: (any Subscription)?
    var isAnswered = false
    var hasDemand = false
  }

  private let onAnswer: (@Sendable () -> Void)?
  private let onSecond: @Sendable () -> Void
  private let state: LockedValue<State>

  init(_ downstream: Downstream, _ onAnswer: (@Sendable () -> Void)?, _ onSecond: @escaping @Sendable () -> Void) {
    self.onAnswer = onAnswer
    self.onSecond = onSecond
    state = LockedValue(unchecked: State(downstream: downstream))
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLockUnchecked { state -> Downstream? in
      guard state.upstream == nil, let downstream = state.downstream else { return nil }
      state.upstream = subscription
      return downstream
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let (downstream, second) = state.withLockUnchecked { state -> (Downstream?, (any Subscription)?) in
      guard state.isAnswered else {
        state.isAnswered = state.downstream != nil
        return (state.downstream.take(), nil)
      }
      return (nil, state.upstream.take())
    }
    if let downstream {
      onAnswer?()
      _ = downstream.receive(input)
      downstream.receive(completion: .finished)
    } else if let second {
      onSecond()
      second.cancel()
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<ServiceError>) {
    let old = state.withLockUnchecked { state in
      let old = state
      state.downstream = nil
      state.upstream = nil
      return old
    }
    old.downstream?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    let upstream = state.withLockUnchecked { state -> (any Subscription)? in
      guard demand > .none, !state.hasDemand else { return nil }
      state.hasDemand = true
      return state.upstream
    }
    upstream?.request(.unlimited)
  }

  func cancel() {
    let old = state.withLockUnchecked { state in
      let old = state
      state.downstream = nil
      state.upstream = nil
      return old
    }
    old.upstream?.cancel()
  }
}
