extension Publisher {
  /// Emits the elements of this publisher and another as they arrive.
  ///
  /// - Demand: Unlimited demand is passed to both publishers. With limited demand each of them is asked for one element at a
  ///   time, which waits until the subscriber requests it.
  /// - Completion: Finishes when both publishers have finished.
  /// - Failure: A failure of either publisher cancels the other.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// viewDidAppear.merge(with: refreshButtonWasTapped)
  /// ```
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher that emits the elements of both.
  @inlinable public func merge<P>(with other: P) -> Publishers.Merge<Self, P> {
    Publishers.Merge(self, other)
  }

  /// Emits the elements of this publisher and another of the same type as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As the overload for two types.
  ///
  /// ```swift
  /// firstButton.taps.merge(with: secondButton.taps)
  /// ```
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher that emits the elements of both.
  @_disfavoredOverload
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany([self, other]) }

  /// Emits the elements of this publisher and two others as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue)
  /// ```
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<B, C>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C> {
    Publishers.Merge3(self, b, c)
  }

  /// Emits the elements of this publisher and three others as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<B, C, D>(with b: B, _ c: C, _ d: D) -> Publishers.Merge4<Self, B, C, D> {
    Publishers.Merge4(self, b, c, d)
  }

  /// Emits the elements of this publisher and four others as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red)
  /// ```
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<B, C, D, E>(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
    Publishers.Merge5(self, b, c, d, e)
  }

  /// Emits the elements of this publisher and five others as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green)
  /// ```
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  ///   - f: The sixth publisher.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<B, C, D, E, F>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F> {
    Publishers.Merge6(self, b, c, d, e, f)
  }

  /// Emits the elements of this publisher and six others as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green, blue)
  /// ```
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  ///   - f: The sixth publisher.
  ///   - g: The seventh publisher.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<B, C, D, E, F, G>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G> {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }

  /// Emits the elements of this publisher and seven others as they arrive.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green, blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  ///   - f: The sixth publisher.
  ///   - g: The seventh publisher.
  ///   - h: The eighth publisher.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<B, C, D, E, F, G, H>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H> {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }
}

extension Publishers {
  /// A publisher that emits the elements of two publishers as they arrive.
  public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: MergePublisher {
    public let a: A
    public let b: B

    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
    }
  }

  /// A publisher that emits the elements of three publishers as they arrive.
  public struct Merge3<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>
  >: MergePublisher {
    public let a: A
    public let b: B
    public let c: C

    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
      merge.subscribe(to: c)
    }
  }

  /// A publisher that emits the elements of four publishers as they arrive.
  public struct Merge4<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>
  >: MergePublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
      merge.subscribe(to: c)
      merge.subscribe(to: d)
    }
  }

  /// A publisher that emits the elements of five publishers as they arrive.
  public struct Merge5<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>
  >: MergePublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
      merge.subscribe(to: c)
      merge.subscribe(to: d)
      merge.subscribe(to: e)
    }
  }

  /// A publisher that emits the elements of six publishers as they arrive.
  public struct Merge6<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>
  >: MergePublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
      merge.subscribe(to: c)
      merge.subscribe(to: d)
      merge.subscribe(to: e)
      merge.subscribe(to: f)
    }
  }

  /// A publisher that emits the elements of any number of publishers of one type as they arrive.
  ///
  /// - Demand: Unlimited demand is passed to all publishers. With limited demand each of them is asked for one element at a
  ///   time, which waits until the subscriber requests it.
  /// - Completion: Finishes when all publishers have finished, or at once if there are none.
  /// - Failure: A failure of one publisher cancels the others.
  /// - Cancellation: Cancels all publishers.
  ///
  /// ```swift
  /// Publishers.MergeMany(buttons.map(\.taps))
  /// ```
  public struct MergeMany<Upstream: Publisher>: MergePublisher {
    @usableFromInline package typealias A = Upstream

    public let publishers: [Upstream]

    /// Creates a publisher that merges publishers.
    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }

    /// Creates a publisher that merges the publishers of a sequence.
    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
      publishers = Array(upstream)
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      for publisher in publishers { merge.subscribe(to: publisher) }
    }

    /// Adds a publisher to the merged ones.
    ///
    /// - Parameter other: The publisher to add.
    /// - Returns: A publisher that emits the elements of all.
    @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      Publishers.MergeMany(publishers + [other])
    }
  }

  /// A publisher that emits the elements of seven publishers as they arrive.
  public struct Merge7<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>
  >: MergePublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
      merge.subscribe(to: c)
      merge.subscribe(to: d)
      merge.subscribe(to: e)
      merge.subscribe(to: f)
      merge.subscribe(to: g)
    }
  }

  /// A publisher that emits the elements of eight publishers as they arrive.
  public struct Merge8<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>, H: Publisher<A.Output, A.Failure>
  >: MergePublisher {
    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G
    public let h: H

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    @inlinable package func subscribeAll(to merge: MergeSubscription) {
      merge.subscribe(to: a)
      merge.subscribe(to: b)
      merge.subscribe(to: c)
      merge.subscribe(to: d)
      merge.subscribe(to: e)
      merge.subscribe(to: f)
      merge.subscribe(to: g)
      merge.subscribe(to: h)
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge: Sendable where A: Sendable, B: Sendable {}
extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge5: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable {}
extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge6: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable {}
extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge7: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable {}
extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
extension Publishers.Merge8: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable, H: Sendable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}
