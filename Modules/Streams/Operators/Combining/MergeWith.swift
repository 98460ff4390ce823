// The overloads of `merge(with:)` that add to publishers that are merged already, so that a chain is one publisher.

extension Publishers.Merge {
  /// Adds another publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue)
  /// ```
  @inlinable public func merge<C: Publisher<Output, Failure>>(with c: C) -> Publishers.Merge3<A, B, C> {
    Publishers.Merge3(a, b, c)
  }

  /// Adds two others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha)
  /// ```
  @inlinable public func merge<C: Publisher<Output, Failure>, D: Publisher<Output, Failure>>(with c: C, _ d: D)
    -> Publishers.Merge4<A, B, C, D>
  {
    Publishers.Merge4(a, b, c, d)
  }

  /// Adds three others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red)
  /// ```
  @inlinable
  public func merge<C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>>(
    with c: C, _ d: D, _ e: E
  ) -> Publishers.Merge5<A, B, C, D, E> {
    Publishers.Merge5(a, b, c, d, e)
  }

  /// Adds four others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red, green)
  /// ```
  @inlinable
  public func merge<
    C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>,
    F: Publisher<Output, Failure>
  >(with c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds five others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red, green, blue)
  /// ```
  @inlinable
  public func merge<
    C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>,
    F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
  >(with c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds six others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red, green, blue, red)
  /// ```
  @inlinable
  public func merge<
    C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>,
    F: Publisher<Output, Failure>, G: Publisher<Output, Failure>, H: Publisher<Output, Failure>
  >(with c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge3 {
  /// Adds another publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue)
  /// ```
  @inlinable public func merge<D: Publisher<Output, Failure>>(with d: D) -> Publishers.Merge4<A, B, C, D> {
    Publishers.Merge4(a, b, c, d)
  }

  /// Adds two others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha)
  /// ```
  @inlinable public func merge<D: Publisher<Output, Failure>, E: Publisher<Output, Failure>>(with d: D, _ e: E)
    -> Publishers.Merge5<A, B, C, D, E>
  {
    Publishers.Merge5(a, b, c, d, e)
  }

  /// Adds three others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha, red)
  /// ```
  @inlinable
  public func merge<D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>>(
    with d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds four others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha, red, green)
  /// ```
  @inlinable
  public func merge<
    D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>,
    G: Publisher<Output, Failure>
  >(with d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds five others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha, red, green, blue)
  /// ```
  @inlinable
  public func merge<
    D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>,
    G: Publisher<Output, Failure>, H: Publisher<Output, Failure>
  >(with d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge4 {
  /// Adds another publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue)
  /// ```
  @inlinable public func merge<E: Publisher<Output, Failure>>(with e: E) -> Publishers.Merge5<A, B, C, D, E> {
    Publishers.Merge5(a, b, c, d, e)
  }

  /// Adds two others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue, alpha)
  /// ```
  @inlinable public func merge<E: Publisher<Output, Failure>, F: Publisher<Output, Failure>>(with e: E, _ f: F)
    -> Publishers.Merge6<A, B, C, D, E, F>
  {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds three others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue, alpha, red)
  /// ```
  @inlinable
  public func merge<E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>>(
    with e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds four others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue, alpha, red, green)
  /// ```
  @inlinable
  public func merge<
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
    H: Publisher<Output, Failure>
  >(with e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge5 {
  /// Adds another publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red).merge(with: blue)
  /// ```
  @inlinable public func merge<F: Publisher<Output, Failure>>(with f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds two others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red).merge(with: blue, alpha)
  /// ```
  @inlinable public func merge<F: Publisher<Output, Failure>, G: Publisher<Output, Failure>>(with f: F, _ g: G)
    -> Publishers.Merge7<A, B, C, D, E, F, G>
  {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds three others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red).merge(with: blue, alpha, red)
  /// ```
  @inlinable
  public func merge<F: Publisher<Output, Failure>, G: Publisher<Output, Failure>, H: Publisher<Output, Failure>>(
    with f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge6 {
  /// Adds another publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green).merge(with: blue)
  /// ```
  @inlinable public func merge<G: Publisher<Output, Failure>>(with g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds two others to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green).merge(with: blue, alpha)
  /// ```
  @inlinable public func merge<G: Publisher<Output, Failure>, H: Publisher<Output, Failure>>(with g: G, _ h: H)
    -> Publishers.Merge8<A, B, C, D, E, F, G, H>
  {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge7 {
  /// Adds another publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: The same as of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green, blue).merge(with: blue)
  /// ```
  @inlinable public func merge<H: Publisher<Output, Failure>>(with h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}
