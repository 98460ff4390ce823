extension Publisher {
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
}

extension Publishers {
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
