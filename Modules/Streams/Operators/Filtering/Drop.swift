extension Publisher {
  /// Drops the first elements and emits the rest.
  ///
  /// - Demand: Passed through. The first request also asks for the elements to drop; without one, they are requested at the
  ///   subscription.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.dropFirst()  // only the changes
  /// ```
  ///
  /// - Parameter count: The number of elements to drop, 1 by default. A subscription with a negative
  ///   number is a programming error.
  /// - Returns: A publisher that emits the elements after the first `count`.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { .init(upstream: self, count: count) }

  /// Drops elements while a condition holds and emits the rest.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 9, 3].publisher.drop { $0 < 5 }  // 9, 3
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether to drop an element. It is not called again once it returns `false`.
  /// - Returns: A publisher that emits the first element that fails the condition and all that follow.
  @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Drops elements while a condition that can throw holds, and emits the rest.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, cancellation: Passed through.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// lines.tryDrop { try isComment($0) }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether to drop an element, or throws.
  /// - Returns: A publisher that emits the first element that fails the condition and all that follow.
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops the first elements.
  public struct Drop<Upstream: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      // Here, as in Combine, which makes such a publisher.
      precondition(count >= 0, "dropFirst cannot drop a negative number of elements")
      let downstream = ErasedSubscriber(subscriber)
      let next = downstream.unretained
      let remaining = TransparentState(count, of: Self.self)
      let subscription = ForwardingSubscription(of: Self.self)
      // What is requested before upstream has sent its subscription goes up with it.
      if count > 0 { subscription.upstream.request(.max(count)) }
      downstream.receive(subscription: subscription)
      upstream.receive(
        subscriber: ErasedSubscriber(
          owner: downstream.raw.forwardedOwner,
          subscription: { subscription.upstream.attach($0) },
          value: {
            let outer = remaining.overlapCheck.begin()
            defer { remaining.overlapCheck.end(outer) }
            guard !subscription.upstream.isClosed else { return 0 }
            if remaining.value == 0 { return next.raw.onValue($0) }
            remaining.value -= 1
            return 0
          },
          completion: {
            let outer = remaining.overlapCheck.begin()
            defer { remaining.overlapCheck.end(outer) }
            if subscription.upstream.close() != .closed { next.receive(completion: $0) }
          }))
    }
  }

  /// A publisher that drops elements while a condition holds.
  public struct DropWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.DropWhile<Upstream.Output, Upstream.Failure> { .init(isDropped: predicate) }
  }

  /// A publisher that drops elements while a condition that can throw holds.
  public struct TryDropWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.DropWhile<Upstream.Output, any Error> { .init(isDropped: predicate) }
  }
}

extension Stages {
  /// Drops elements until the condition fails for the first time.
  @usableFromInline package struct DropWhile<Input, Failure: Error>: Stage {
    @usableFromInline package let isDropped: (Input) throws -> Bool

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .none }

    @inlinable package init(isDropped: @escaping (Input) throws -> Bool) { self.isDropped = isDropped }

    /// Whether the condition has failed.
    @inlinable package var initialState: Bool { false }

    @inlinable package func receive(_ input: Input, _ state: StageState<Bool>) throws -> Decision<Input> {
      if state.value { return .forward }
      if try isDropped(input) { return .drop }
      state.value = true
      return .forward
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}
