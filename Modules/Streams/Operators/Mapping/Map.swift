extension Publisher {
  /// Turns each value into another.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.map { $0 * 2 }  // 2, 4, 6
  /// ```
  ///
  /// - Parameter transform: What makes a new value of an old one.
  @inlinable @inline(__always)
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Turns each value into another, or fails.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// texts.tryMap { try Amount(parsing: $0) }
  /// ```
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }

  /// Sends one property of each value.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title)
  /// ```
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }

  /// Sends two properties of each value, as a tuple.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title, \.description)
  /// ```
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }

  /// Sends three properties of each value, as a tuple.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title, \.description, \.errorText)
  /// ```
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }

  /// Sends a value of one's own in place of each `nil`.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, nil, 3].publisher.replaceNil(with: 0)  // 1, 0, 3
  /// ```
  ///
  /// - Parameter output: What stands in for `nil`.
  @inlinable @inline(__always)
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}

extension Publishers {
  /// What `map(_:)` returns.
  public struct Map<Upstream: Publisher, Output>: OperatorPublisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output

    @inlinable @inline(__always)
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
      let transform: (borrowing Upstream.Output) -> Output = transform
      let next = downstream.raw.onValue
      return ErasedSubscriber(forwardingTo: downstream.raw) { pass($0.lend(to: transform), to: next) }
    }
  }

  /// What ``Publisher/tryMap(_:)`` returns.
  public struct TryMap<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable package var stage: Stages.TryMap<Upstream.Output, Output> { .init(body: transform) }
  }

  /// What `map(_:)` returns.
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

  /// What ``Publisher/map(_:_:)`` returns.
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

    @inlinable @inline(__always)
    package var source: Map<Upstream, (Output0, Output1)> {
      upstream.map { [keyPath0, keyPath1] in ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }
    }
  }

  /// What ``Publisher/map(_:_:_:)`` returns.
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

    @inlinable @inline(__always)
    package var source: Map<Upstream, (Output0, Output1, Output2)> {
      upstream.map { [keyPath0, keyPath1, keyPath2] in
        ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
      }
    }
  }
}

extension Stages {
  /// Makes another value of each, or throws.
  @usableFromInline package struct TryMap<Input, Output>: Stage {
    @usableFromInline package let body: (Input) throws -> Output

    @inlinable package init(body: @escaping (Input) throws -> Output) { self.body = body }

    @inlinable package func receive(_ input: Input) throws(any Error) -> Decision<Output> { .emit(try body(input)) }
  }
}
