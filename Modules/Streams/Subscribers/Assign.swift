extension Subscribers {
  /// A subscriber that assigns each value to a property of an object.
  ///
  /// It retains the object until completion or cancellation.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomDescribed {
    public typealias Failure = Never

    /// The object; `nil` after completion or cancellation.
    @inlinable public var object: Root? { root.withLock { $0 } }
    /// The property.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    @usableFromInline let upstream = UpstreamSubscription()
    @usableFromInline let root: Locked<Root?>

    /// Creates a subscriber with unlimited demand.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - keyPath: The property.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      root = Locked(object)
      self.keyPath = keyPath
    }

    public func receive(subscription: any Subscription) {
      upstream.attach(subscription, requesting: .unlimited)
    }

    @inlinable public func receive(_ input: Input) -> Subscribers.Demand {
      if upstream.isOpen, let object { object[keyPath: keyPath] = input }
      return .none
    }

    public func receive(completion: Subscribers.Completion<Never>) {
      if upstream.close() == .open { release() }
    }

    public func cancel() {
      upstream.cancel()
      release()
    }

    private func release() { _ = root.exchange(nil) }

    public var description: String { "Assign \(Root.self)." }
    public var customMirror: Mirror {
      let status = upstream.phase.load(ordering: .acquiring)
      return Mirror(self, children: ["object": object as Any, "keyPath": keyPath, "status": status])
    }
  }
}

extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object, which is retained until completion or cancellation.
  ///
  /// - Isolation: Not checked. Unlike the closures of `sink`, a key path does not carry its actor. Put
  ///   `receive(on:)` before it if the property is isolated to an actor.
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// viewModel.$state.map(\.isRefreshing).assign(to: \.isHidden, on: refreshButton).store(in: &cancellables)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: The object. Assigning to `self` creates a reference cycle until completion or cancellation.
  /// - Returns: A cancellable that cancels the subscription when it is released.
  @inlinable public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let closures = ClosureSubscriber()
    receive(
      subscriber: closures.makeSubscriber {
        if closures.mayReceiveValue() { object[keyPath: keyPath] = $0.input() }
        return 0
      })
    return AnyCancellable { [closures = consume closures] in closures.cancel() }
  }
}
