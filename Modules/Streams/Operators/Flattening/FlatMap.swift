extension Publisher {
  /// Transforms each element into a publisher and emits the elements of all these publishers.
  ///
  /// - Demand: Requests `maxPublishers` elements from the upstream, and one more when an inner publisher finishes. Unlimited
  ///   demand is passed to the inner publishers; with limited demand each of them is asked for one element at a time.
  /// - Completion: Finishes when the upstream and all inner publishers have finished.
  /// - Failure: A failure of the upstream or of an inner publisher cancels the others.
  /// - Cancellation: Cancels the upstream and the inner publishers.
  ///
  /// ```swift
  /// $username.flatMap { name in service.isAvailable(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of inner publishers at a time. With `.none` the upstream emits nothing.
  ///   - transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Transforms each element into a publisher that cannot fail, and emits the elements of all these publishers.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// service.balance().flatMap { Just($0.amount) }
  /// ```
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of inner publishers at a time.
  ///   - transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers.
  @_disfavoredOverload @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that can fail, and emits the elements of all these publishers.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// button.taps.flatMap { service.balance() }
  /// ```
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of inner publishers at a time.
  ///   - transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers.
  @_disfavoredOverload @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element into a publisher and emits the elements of all of them.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let maxPublishers: Subscribers.Demand
    public let transform: (Upstream.Output) -> NewPublisher

    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let downstream = ErasedSubscriber<Output, Failure>(subscriber)
      let transform: (borrowing Upstream.Output) -> NewPublisher = transform
      if maxPublishers == .unlimited, let (inner, outer) = downstream.raw.flattened(into: InnerSubscription.self) {
        return subscribe(in: inner, ErasedSubscriber(raw: outer), transform)
      }
      let merge = MergeSubscription(downstream, of: Self.self, limit: maxPublishers, trapsOnRequestForNone: true)
      merge.subscribe(outer: upstream, requesting: maxPublishers) {
        guard merge.upstream.isOpen else { return $0.alwaysTrue(in: Upstream.self) ? 0 : 1 }
        return merge.receive(outerValue: $0, transform)
      }
    }

    /// Subscribes as the inner publisher of another operator.
    @inlinable package func subscribe(
      in inner: InnerSubscription, _ downstream: ErasedSubscriber<Output, Failure>,
      _ transform: @escaping (borrowing Upstream.Output) -> NewPublisher
    ) {
      if case .value(let value) = upstream._scalar {
        // One publisher is all that follows, so it takes the place of this one.
        inner.subscribeInPlace {
          if !inner.upstream.isClosed { transform(value).receive(subscriber: downstream) }
        }
      } else if let merge = inner.merge {
        merge.subscribe(flattened: upstream, as: inner) { merge.receive(outerValue: $0, transform) }
      }
    }
  }
}

extension MergeSubscription {
  /// Subscribes to the publisher that a closure makes of a value of an outer publisher.
  ///
  /// - Returns: How many more the outer publisher may send.
  @inlinable @inline(__always) package func receive<Input, P: Publisher>(
    outerValue address: UnsafeRawPointer, _ transform: @escaping (borrowing Input) -> P
  ) -> UInt {
    let inner = address.lend(to: transform)
    switch inner._scalar {
    case .value(let value): return _withUnprotectedUnsafePointer(to: value) { receive($0, from: nil) }
    case .finished: return oneMore
    case .failure, nil:
      // Types are compared and not cast, because specialisation removes the comparison.
      guard outstanding.isUnlimited, P.self == Publishers.Sequence<[P.Output], P.Failure>.self else {
        subscribe(to: inner)
        return 0
      }
      emit(elements: unsafeBitCast(inner, to: Publishers.Sequence<[P.Output], P.Failure>.self).sequence)
      return 0
    }
  }

  /// Emits the elements of an array as an inner publisher, without subscribing to one, which would take nine allocations. Only while
  /// downstream's demand is unlimited.
  @inlinable package func emit<Element>(elements: [Element]) {
    // Added, so that nothing ends this before the last element.
    let inner = InnerSubscription()
    guard add(inner) else { return }
    for element in elements where !inner.upstream.isClosed {
      _ = _withUnprotectedUnsafePointer(to: element) { receive($0, from: inner) }
    }
    finish(inner)
    requestOuter()
  }
}
