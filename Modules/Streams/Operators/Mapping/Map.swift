extension Publisher {
  /// Transforms each element with a closure.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.map { $0 * 2 }  // 2, 4, 6
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a new one.
  /// - Returns: A publisher that emits the new elements.
  @inlinable @inline(__always) public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Transforms each element with a closure that can throw.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// texts.tryMap { try Amount(parsing: $0) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a new one, or throws.
  /// - Returns: A publisher that emits the new elements.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }

  /// Emits the value of a key path of each element.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title)
  /// ```
  ///
  /// - Parameter keyPath: The key path of a property of the element.
  /// - Returns: A publisher that emits the property's values.
  @_disfavoredOverload @inlinable @inline(__always)
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }

  /// Emits the values of two key paths of each element, as a tuple.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title, \.description)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath0: The key path of the first property.
  ///   - keyPath1: The key path of the second property.
  /// - Returns: A publisher that emits pairs of values.
  @_disfavoredOverload @inlinable @inline(__always) public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }

  /// Emits the values of three key paths of each element, as a tuple.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title, \.description, \.errorText)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath0: The key path of the first property.
  ///   - keyPath1: The key path of the second property.
  ///   - keyPath2: The key path of the third property.
  /// - Returns: A publisher that emits triples of values.
  @_disfavoredOverload @inlinable @inline(__always) public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }

  // NB: never inlined, as the initialiser of `AnyPublisher` and for the same reason.
  /// Replaces each `nil` element with a value.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, nil, 3].publisher.replaceNil(with: 0)  // 1, 0, 3
  /// ```
  ///
  /// - Parameter output: The value to emit in place of `nil`.
  /// - Returns: A publisher that emits elements that are not optional.
  @inlinable @inline(never)
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? { map { $0 ?? output } }
}

extension Publishers {
  /// A publisher that transforms each element with a closure.
  public struct Map<Upstream: Publisher, Output>: OperatorPublisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output

    @inlinable @inline(__always) public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: consuming ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
      let transform: (borrowing Upstream.Output) -> Output = transform
      let next = downstream.raw.onValue
      return ErasedSubscriber(forwardingTo: downstream.raw) {
        guard $0.alwaysTrue(in: Upstream.self) else { return 0 }
        return send($0.lend(to: transform), to: next)
      }
    }
  }

  /// A publisher that transforms each element with a closure that can throw.
  public struct TryMap<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable package var stage: Stages.TryMap<Upstream.Output, Output> { .init(transform: transform) }
  }

  /// A publisher that emits the value of a key path of each element.
  public struct MapKeyPath<Upstream: Publisher, Output>: ForwardingPublisher {
    public let upstream: Upstream
    public let keyPath: KeyPath<Upstream.Output, Output>

    @inlinable @inline(__always) package init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }

    @inlinable @inline(__always)
    package var source: Map<Upstream, Output> { upstream.map { [keyPath] in $0[keyPath: keyPath] } }
  }

  /// A publisher that emits the values of two key paths of each element.
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: ForwardingPublisher {
    public let upstream: Upstream
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable @inline(__always) package init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    @inlinable @inline(__always) package var source: Map<Upstream, (Output0, Output1)> {
      upstream.map { [keyPath0, keyPath1] in ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }
    }
  }

  /// A publisher that emits the values of three key paths of each element.
  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: ForwardingPublisher {
    public let upstream: Upstream
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    public let keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable @inline(__always) package init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>,
      keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }

    @inlinable @inline(__always) package var source: Map<Upstream, (Output0, Output1, Output2)> {
      upstream.map { [keyPath0, keyPath1, keyPath2] in
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
      }
    }
  }
}

extension Stages {
  /// Transforms each element, or throws.
  @usableFromInline package struct TryMap<Input, Output>: StatelessStage {
    @usableFromInline package typealias Failure = any Error
    @usableFromInline package let transform: (Input) throws -> Output
    @usableFromInline package let unsubscribedEvents: UnsubscribedEvents

    @inlinable package init(
      unsubscribedEvents: UnsubscribedEvents = .values, transform: @escaping (Input) throws -> Output
    ) {
      self.unsubscribedEvents = unsubscribedEvents
      self.transform = transform
    }

    @inlinable package func receive(_ input: Input) throws -> Decision<Output> {
      .emit(try transform(input))
    }
  }
}
