extension Subscribers {
  /// A subscriber that sets a property of an object to each value.
  ///
  /// It keeps the object until the end, or until it is cancelled.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomDescribed {
    public typealias Failure = Never

    /// The object; `nil` after the end.
    public var object: Root? { root.withLock { $0 } }
    /// The property.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    private let upstream = UpstreamSubscription()
    private let root: Locked<Root?>

    /// Makes a subscriber.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - keyPath: The property to set.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      root = Locked(object)
      self.keyPath = keyPath
    }

    public func receive(subscription: any Subscription) {
      if upstream.attach(subscription) { subscription.request(.unlimited) }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
      if upstream.isOpen, let object { object[keyPath: keyPath] = input }
      return .none
    }

    public func receive(completion: Subscribers.Completion<Never>) {
      if upstream.close() { release() }
    }

    public func cancel() {
      upstream.cancel()
      release()
    }

    private func release() { _ = root.withLock { $0.take() } }

    public var description: String { "Assign \(Root.self)" }
  }
}

extension Publisher where Failure == Never {
  /// Sets a property of an object to each value, and keeps the object alive meanwhile.
  ///
  /// - Isolation: Not checked: unlike the closures of `sink`, a key path cannot tell which actor it belongs to. Put
  ///   `receive(on:)` before where the property belongs to an actor.
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// viewModel.$state.map(\.isRefreshing).assign(to: \.isHidden, on: refreshButton).store(in: &cancellables)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: The object. To assign to `self` makes a reference cycle until the completion or the cancel.
  /// - Returns: What keeps the subscription alive.
  @inlinable public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let closures = ClosureSubscriber()
    receive(
      subscriber: closures.makeSubscriber {
        if closures.admits() { object[keyPath: keyPath] = $0.input() }
        return 0
      })
    return AnyCancellable(action: closures)
  }
}
