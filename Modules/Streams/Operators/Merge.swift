extension Publisher {
  /// Sends what this publisher and another have to say, as it comes.
  ///
  /// - Demand: Unlimited goes to both. Otherwise each is asked for one value at a time, which is kept until it is asked for.
  /// - Completion: When both have finished. A failure of either ends it and cancels the other.
  /// - Cancellation: Cancels both.
  ///
  /// ```swift
  /// viewDidAppear.merge(with: refreshButtonWasTapped)
  /// ```
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P) -> Publishers.Merge<Self, P> {
    Publishers.Merge(self, other)
  }

  /// Sends what this publisher and another of the same type have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two types.
  ///
  /// ```swift
  /// firstButton.taps.merge(with: secondButton.taps)
  /// ```
  @_disfavoredOverload
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany([self, other]) }

  /// Sends what this publisher and two others have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue)
  /// ```
  @inlinable public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
    with b: B, _ c: C
  ) -> Publishers.Merge3<Self, B, C> {
    Publishers.Merge3(self, b, c)
  }

  /// Sends what this publisher and three others have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha)
  /// ```
  @inlinable
  public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>>(
    with b: B, _ c: C, _ d: D
  ) -> Publishers.Merge4<Self, B, C, D> {
    Publishers.Merge4(self, b, c, d)
  }

  /// Sends what this publisher and four others have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red)
  /// ```
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
    Publishers.Merge5(self, b, c, d, e)
  }

  /// Sends what this publisher and five others have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green)
  /// ```
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<Self, B, C, D, E, F> {
    Publishers.Merge6(self, b, c, d, e, f)
  }

  /// Sends what this publisher and six others have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green, blue)
  /// ```
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<Self, B, C, D, E, F, G> {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }

  /// Sends what this publisher and seven others have to say, as it comes.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green, blue, alpha)
  /// ```
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
    H: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<Self, B, C, D, E, F, G, H> {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }
}

extension Publishers {
  /// What two publishers have to say, as it comes.
  public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: MergedPublisher {
    public let a: A
    public let b: B

    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable package func fill(_ funnel: Funnel) {
      funnel.subscribe(to: a)
      funnel.subscribe(to: b)
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge: Sendable where A: Sendable, B: Sendable {}
