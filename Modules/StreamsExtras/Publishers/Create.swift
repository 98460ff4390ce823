public import Streams

extension AnyPublisher {
  /// Creates a publisher from code that calls back.
  ///
  /// The closure runs once for each subscriber, at the subscription.
  ///
  /// - Demand: Elements wait in a buffer without bound until the subscriber requests them.
  /// - Completion, failure: When the closure sends them, after the buffered elements.
  /// - Cancellation: Cancels the cancellable that the closure returned. A completion cancels it too.
  ///
  /// ```swift
  /// let locations = AnyPublisher<Location, Never>.create { input in
  ///   let observer = tracker.observe { input.send($0) }
  ///   return AnyCancellable { observer.stop() }
  /// }
  /// ```
  ///
  /// - Parameter body: A closure that starts the work and returns a cancellable that stops it.
  /// - Returns: A publisher that emits the elements that the closure sends.
  @_disfavoredOverload public static func create(
    _ body: @escaping (Publishers.Create<Output, Failure>.Input) -> any Cancellable
  ) -> AnyPublisher {
    Publishers.Create(body).eraseToAnyPublisher()
  }
}

extension Publishers {
  /// A publisher of elements from code that calls back.
  public struct Create<Output, Failure: Error>: Publisher {
    private let body: (Input) -> any Cancellable

    /// Creates a publisher from code that calls back.
    ///
    /// - Parameter body: A closure that starts the work and returns a cancellable that stops it.
    public init(_ body: @escaping (Input) -> any Cancellable) { self.body = body }

    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let buffer = BufferSubscription<Output, Failure>(
        ErasedSubscriber(subscriber), of: Self.self, holding: .max)
      let input = Input(buffer.makeSubscriber())
      input.start()
      input.didStart(body(input))
    }

    /// Sends elements and a completion to the subscriber. It is thread-safe.
    public final class Input: @unchecked Sendable {
      // Sendable because the state is locked.
      private let state: Locked<State>

      private enum State {
        /// The closure has not returned.
        case starting(ErasedSubscriber<Output, Failure>)
        case started(ErasedSubscriber<Output, Failure>, work: any Cancellable)
        case ended

        var downstream: ErasedSubscriber<Output, Failure>? {
          switch self {
          case .starting(let downstream), .started(let downstream, _): downstream
          case .ended: nil
          }
        }

        func cancelWork() { if case .started(_, let work) = self { work.cancel() } }
      }

      init(_ downstream: ErasedSubscriber<Output, Failure>) { state = Locked(.starting(downstream)) }

      /// Sends an element. After the completion or a cancellation it has no effect.
      public func send(_ value: Output) { _ = state.withLock { $0.downstream }?.receive(value) }

      /// Sends the completion. Nothing is sent after it.
      public func send(completion: Subscribers.Completion<Failure>) {
        let previous = state.exchange(.ended)
        previous.downstream?.receive(completion: completion)
        previous.cancelWork()
      }

      fileprivate func start() {
        let stop = { [self] in state.exchange(.ended).cancelWork() }
        state.withLock { $0.downstream }?.receive(
          subscription: SourceSubscription(label: { "Create" }, onCancel: stop, produce: { _ in }))
      }

      fileprivate func didStart(_ work: any Cancellable) {
        let isKept = state.withLock { state in
          guard case .starting(let downstream) = state else { return false }
          state = .started(downstream, work: work)
          return true
        }
        if !isKept { work.cancel() }
      }
    }
  }
}
