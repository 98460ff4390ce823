extension Publisher {
  /// Emits the first elements and finishes with the last of them.
  ///
  /// - Demand, failure, cancellation: Passed through.
  /// - Completion: Emits element `maxLength`, cancels the upstream and finishes, or finishes when the upstream does. A length
  ///   of 0 finishes at once without subscribing to the upstream.
  ///
  /// ```swift
  /// (1...).publisher.prefix(3)  // 1, 2, 3
  /// ```
  ///
  /// - Parameter maxLength: The maximum number of elements. A negative number is a programming error.
  /// - Returns: A publisher that emits at most `maxLength` elements.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "prefix cannot emit a negative number of elements")
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }

  /// Emits the element at an index and finishes.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion: Emits the element, cancels the upstream and finishes, or finishes when the upstream does.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b", "c"].publisher.output(at: 1)  // b
  /// ```
  ///
  /// - Parameter index: The index of the element, from 0. A negative index is a programming error.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(index < .max, "An index is less than Int.max")
    return output(in: index...index)
  }

  /// Emits the elements in a range of indices and finishes.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion: Emits the last element of the range, cancels the upstream and finishes, or finishes when the upstream does.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b", "c", "d"].publisher.output(in: 1...2)  // b, c
  /// ```
  ///
  /// - Parameter range: The range of indices, from 0. A negative bound is a programming error.
  /// - Returns: A publisher that emits the elements in the range.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    // `relative(to:)` adds one to the last index.
    if let closed = range as? ClosedRange<Int>, closed.upperBound == .max {
      return Publishers.Output(upstream: self, range: closed.lowerBound..<Int.max)
    }
    if let through = range as? PartialRangeThrough<Int>, through.upperBound == .max {
      return Publishers.Output(upstream: self, range: 0..<Int.max)
    }
    return Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// A publisher that emits the elements in a range of indices.
  public struct Output<Upstream: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    public let range: CountableRange<Int>

    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "An index cannot be negative")
      self.upstream = upstream
      self.range = range
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      guard !range.isEmpty else { return Empty().receive(subscriber: subscriber) }
      let downstream = ErasedSubscriber(subscriber)
      let subscription = StageSubscription(
        Stages.OutputRange<Upstream.Output, Upstream.Failure>(range: range), of: Self.self, downstream)
      upstream.receive(
        subscriber: ErasedSubscriber<Upstream.Output, Upstream.Failure>(
          owner: downstream.raw.forwardedOwner,
          subscription: { subscription.receive(subscription: $0) },
          value: { [range] in
            let isLast = subscription.value == range.upperBound - 1
            let more = subscription.receive(at: $0, from: Upstream.self)
            guard isLast else { return more }
            // After the element, as Combine does.
            subscription.cancelUpstream(andSend: .finished)
            return 0
          },
          completion: { subscription.receive(completion: $0) }))
    }
  }
}

extension Stages {
  /// Emits the elements in a range of indices. The subscription ends after the last of them.
  @usableFromInline package struct OutputRange<Input, Failure: Error>: Stage {
    @usableFromInline package let range: Range<Int>

    @inlinable package init(range: Range<Int>) { self.range = range }

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { range.count == 1 ? .values : .all }

    /// The index of the next element.
    @inlinable package var initialState: Int { 0 }

    @inlinable package func receive(_ input: Input, _ state: StageState<Int>) -> Decision<Input> {
      let index = state.value
      // What the upstream sends from inside the delivery of the last element.
      guard index < range.upperBound else { return .hold }
      state.value = index + 1
      return index < range.lowerBound ? .drop : .forward
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}
extension Publishers.Output: Sendable where Upstream: Sendable {}
