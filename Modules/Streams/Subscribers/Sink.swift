extension Subscribers {
  /// A subscriber with unlimited demand that calls closures.
  ///
  /// Both closures are released at completion or cancellation. The sink accepts values and a completion also from
  /// a publisher that sends no subscription, such as a stub in a test.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomDescribed {
    @usableFromInline let upstream = UpstreamSubscription()
    @usableFromInline let closures: Locked<Closures?>

    @usableFromInline struct Closures {
      @usableFromInline let value: (Input) -> Void
      @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void

      @inlinable init(
        value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void
      ) {
        self.value = value
        self.completion = completion
      }
    }

    /// The closure that receives each value.
    @inlinable public var receiveValue: (Input) -> Void { closures.withLock { $0?.value } ?? { _ in } }
    /// The closure that receives the completion.
    @inlinable public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      closures.withLock { $0?.completion } ?? { _ in }
    }

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Receives the completion.
    ///   - receiveValue: Receives each value.
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      closures = Locked(Closures(value: receiveValue, completion: receiveCompletion))
    }

    public func receive(subscription: any Subscription) {
      upstream.attach(subscription, requesting: .unlimited)
    }

    @inlinable public func receive(_ input: Input) -> Subscribers.Demand {
      if !upstream.isClosed { receiveValue(input) }
      return .none
    }

    @inlinable public func receive(completion: Subscribers.Completion<Failure>) {
      guard upstream.close() != .closed else { return }
      closures.exchange(nil)?.completion(completion)
    }

    public func cancel() {
      upstream.cancel()
      _ = closures.exchange(nil)
    }

    public var description: String { "Sink" }
  }
}
