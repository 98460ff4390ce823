// Overloads of `merge(with:)` that add to merged publishers, so that a chain of them is one publisher, as in Combine.

extension Publishers.Merge {
  /// Adds a publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue)
  /// ```
  ///
  /// - Parameter c: The publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<C>(with c: C) -> Publishers.Merge3<A, B, C> {
    Publishers.Merge3(a, b, c)
  }

  /// Adds two publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - c: The first publisher to add.
  ///   - d: The second publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<C, D>(with c: C, _ d: D) -> Publishers.Merge4<A, B, C, D> {
    Publishers.Merge4(a, b, c, d)
  }

  /// Adds three publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red)
  /// ```
  ///
  /// - Parameters:
  ///   - c: The first publisher to add.
  ///   - d: The second publisher to add.
  ///   - e: The third publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<C, D, E>(with c: C, _ d: D, _ e: E) -> Publishers.Merge5<A, B, C, D, E> {
    Publishers.Merge5(a, b, c, d, e)
  }

  /// Adds four publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red, green)
  /// ```
  ///
  /// - Parameters:
  ///   - c: The first publisher to add.
  ///   - d: The second publisher to add.
  ///   - e: The third publisher to add.
  ///   - f: The fourth publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<C, D, E, F>(with c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds five publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red, green, blue)
  /// ```
  ///
  /// - Parameters:
  ///   - c: The first publisher to add.
  ///   - d: The second publisher to add.
  ///   - e: The third publisher to add.
  ///   - f: The fourth publisher to add.
  ///   - g: The fifth publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<C, D, E, F, G>(
    with c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds six publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green).merge(with: blue, alpha, red, green, blue, red)
  /// ```
  ///
  /// - Parameters:
  ///   - c: The first publisher to add.
  ///   - d: The second publisher to add.
  ///   - e: The third publisher to add.
  ///   - f: The fourth publisher to add.
  ///   - g: The fifth publisher to add.
  ///   - h: The sixth publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<C, D, E, F, G, H>(
    with c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge3 {
  /// Adds a publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue)
  /// ```
  ///
  /// - Parameter d: The publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<D>(with d: D) -> Publishers.Merge4<A, B, C, D> {
    Publishers.Merge4(a, b, c, d)
  }

  /// Adds two publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - d: The first publisher to add.
  ///   - e: The second publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<D, E>(with d: D, _ e: E) -> Publishers.Merge5<A, B, C, D, E> {
    Publishers.Merge5(a, b, c, d, e)
  }

  /// Adds three publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha, red)
  /// ```
  ///
  /// - Parameters:
  ///   - d: The first publisher to add.
  ///   - e: The second publisher to add.
  ///   - f: The third publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<D, E, F>(with d: D, _ e: E, _ f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds four publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha, red, green)
  /// ```
  ///
  /// - Parameters:
  ///   - d: The first publisher to add.
  ///   - e: The second publisher to add.
  ///   - f: The third publisher to add.
  ///   - g: The fourth publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable
  public func merge<D, E, F, G>(with d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds five publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue).merge(with: blue, alpha, red, green, blue)
  /// ```
  ///
  /// - Parameters:
  ///   - d: The first publisher to add.
  ///   - e: The second publisher to add.
  ///   - f: The third publisher to add.
  ///   - g: The fourth publisher to add.
  ///   - h: The fifth publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<D, E, F, G, H>(
    with d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge4 {
  /// Adds a publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue)
  /// ```
  ///
  /// - Parameter e: The publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<E>(with e: E) -> Publishers.Merge5<A, B, C, D, E> {
    Publishers.Merge5(a, b, c, d, e)
  }

  /// Adds two publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - e: The first publisher to add.
  ///   - f: The second publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<E, F>(with e: E, _ f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds three publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue, alpha, red)
  /// ```
  ///
  /// - Parameters:
  ///   - e: The first publisher to add.
  ///   - f: The second publisher to add.
  ///   - g: The third publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<E, F, G>(with e: E, _ f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds four publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha).merge(with: blue, alpha, red, green)
  /// ```
  ///
  /// - Parameters:
  ///   - e: The first publisher to add.
  ///   - f: The second publisher to add.
  ///   - g: The third publisher to add.
  ///   - h: The fourth publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable
  public func merge<E, F, G, H>(with e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge5 {
  /// Adds a publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red).merge(with: blue)
  /// ```
  ///
  /// - Parameter f: The publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<F>(with f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
    Publishers.Merge6(a, b, c, d, e, f)
  }

  /// Adds two publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red).merge(with: blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - f: The first publisher to add.
  ///   - g: The second publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<F, G>(with f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds three publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red).merge(with: blue, alpha, red)
  /// ```
  ///
  /// - Parameters:
  ///   - f: The first publisher to add.
  ///   - g: The second publisher to add.
  ///   - h: The third publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<F, G, H>(with f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge6 {
  /// Adds a publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green).merge(with: blue)
  /// ```
  ///
  /// - Parameter g: The publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<G>(with g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
    Publishers.Merge7(a, b, c, d, e, f, g)
  }

  /// Adds two publishers to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green).merge(with: blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - g: The first publisher to add.
  ///   - h: The second publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<G, H>(with g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}

extension Publishers.Merge7 {
  /// Adds a publisher to the merged ones.
  ///
  /// - Demand, completion, failure, cancellation: As of two publishers.
  ///
  /// ```swift
  /// red.merge(with: green, blue, alpha, red, green, blue).merge(with: blue)
  /// ```
  ///
  /// - Parameter h: The publisher to add.
  /// - Returns: A publisher that emits the elements of all.
  @inlinable public func merge<H>(with h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
    Publishers.Merge8(a, b, c, d, e, f, g, h)
  }
}
