public import Streams

extension AnyPublisher {
  /// Makes a publisher of code that calls back.
  ///
  /// The closure runs for each subscriber, when it subscribes.
  ///
  /// - Demand: Values wait, without bound, until they are asked for.
  /// - Completion, failure: As the closure's input is told, after the values before it.
  /// - Cancellation: Cancels what the closure returned; so does the end.
  ///
  /// ```swift
  /// let locations = AnyPublisher<Location, Never>.create { input in
  ///   let observer = tracker.observe { input.send($0) }
  ///   return AnyCancellable { observer.stop() }
  /// }
  /// ```
  ///
  /// - Parameter body: Starts the work; returns what stops it.
  @_disfavoredOverload
  public static func create(
    _ body: @escaping (Publishers.Create<Output, Failure>.Input) -> any Cancellable
  ) -> AnyPublisher {
    Publishers.Create(body).eraseToAnyPublisher()
  }
}

extension Publishers {
  /// What ``AnyPublisher/create(_:)`` makes.
  public struct Create<Output, Failure: Error>: Publisher {
    private let body: (Input) -> any Cancellable

    /// Makes a publisher of code that calls back.
    public init(_ body: @escaping (Input) -> any Cancellable) { self.body = body }

    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let buffer = BufferSubscription<Output, Failure>(
        ErasedSubscriber(subscriber), of: Self.self, holding: .max)
      let input = Input(buffer.makeSubscriber())
      input.open()
      input.keep(body(input))
    }

    /// Where the code that calls back puts its values; usable from any thread.
    public final class Input: @unchecked Sendable {
      // NB: Sendable because what is variable is behind its lock.
      private let state: Locked<State>

      private struct State {
        var port: ErasedSubscriber<Output, Failure>?
        var work: (any Cancellable)?
      }

      init(_ port: ErasedSubscriber<Output, Failure>) { state = Locked(State(port: port)) }

      /// Sends a value.
      public func send(_ value: Output) {
        _ = state.withLock { $0.port }?.receive(value)
      }

      /// Ends the publisher; nothing is sent after it.
      public func send(completion: Subscribers.Completion<Failure>) {
        let ended = release()
        ended.port?.receive(completion: completion)
        ended.work?.cancel()
      }

      fileprivate func open() {
        let stop = { [self] in _ = release().work?.cancel() }
        state.withLock { $0.port }?.receive(
          subscription: SourceSubscription(label: { "Create" }, stop: stop, produce: { _ in }))
      }

      fileprivate func keep(_ work: any Cancellable) {
        let isKept = state.withLock { state in
          guard state.port != nil else { return false }
          state.work = work
          return true
        }
        if !isKept { work.cancel() }
      }

      private func release() -> State {
        state.withLock { state in
          defer { state = State() }
          return state
        }
      }
    }
  }
}
