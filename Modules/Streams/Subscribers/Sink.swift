extension Subscribers {
  /// A subscriber that asks for everything and hands it to closures.
  ///
  /// Both closures are released at the completion, or when the sink is cancelled. Values and a completion are also taken from
  /// a publisher that never sent a subscription, as stubs in tests do.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomDescribed {
    private let upstream = UpstreamSubscription()
    private let closures: Locked<Closures?>

    private struct Closures {
      let value: (Input) -> Void
      let completion: (Subscribers.Completion<Failure>) -> Void
    }

    /// What this sink does with each value.
    public var receiveValue: (Input) -> Void { closures.withLock { $0?.value } ?? { _ in } }
    /// What this sink does at the end.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      closures.withLock { $0?.completion } ?? { _ in }
    }

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - receiveCompletion: What to do at the end.
    ///   - receiveValue: What to do with each value.
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      closures = Locked(Closures(value: receiveValue, completion: receiveCompletion))
    }

    public func receive(subscription: any Subscription) {
      if upstream.attach(subscription) { subscription.request(.unlimited) }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
      if !upstream.isClosed { receiveValue(input) }
      return .none
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
      guard upstream.closeFromAnyPhase() else { return }
      closures.withLock { $0.take() }?.completion(completion)
    }

    public func cancel() {
      upstream.cancel()
      _ = closures.withLock { $0.take() }
    }

    public var description: String { "Sink" }
  }
}
