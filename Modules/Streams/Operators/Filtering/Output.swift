extension Publisher {
  /// Sends the first values and finishes with the last of them.
  ///
  /// - Demand, failure, cancellation: Passed through.
  /// - Completion: Right after value `maxLength`, when this publisher is cancelled; or with this publisher. A length of 0
  ///   finishes at once, without subscribing.
  ///
  /// ```swift
  /// (1...).publisher.prefix(3)  // 1, 2, 3
  /// ```
  ///
  /// - Parameter maxLength: How many values to send; a negative number is a programming error.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "prefix cannot send a negative number of values")
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }

  /// Sends one value, by its place, and finishes.
  ///
  /// - Demand: Passed through; the values before are made up for.
  /// - Completion: With the value, or with this publisher.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b", "c"].publisher.output(at: 1)  // b
  /// ```
  ///
  /// - Parameter index: Its place; the first value's is 0.
  @inlinable public func output(at index: Int) -> Publishers.Output<Self> { output(in: index...index) }

  /// Sends the values of a range of places, and finishes.
  ///
  /// - Demand: Passed through; the values before the range are made up for.
  /// - Completion: With the last value of the range, or with this publisher.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b", "c", "d"].publisher.output(in: 1...2)  // b, c
  /// ```
  ///
  /// - Parameter range: The places; the first value's is 0. A negative bound is a programming error.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// What ``Publisher/output(in:)`` returns.
  public struct Output<Upstream: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    public let range: CountableRange<Int>

    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "The first value's place is 0")
      self.upstream = upstream
      self.range = range
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      guard !range.isEmpty else { return Empty().receive(subscriber: subscriber) }
      upstream.receive(
        subscriber: StageSubscription.makeSubscriber(
          Stages.OutputRange(range: range), of: Self.self, for: ErasedSubscriber(subscriber)
        ) { $0 })
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}
extension Publishers.Output: Sendable where Upstream: Sendable {}

extension Stages {
  /// Lets the values of a range of places through.
  @usableFromInline package struct OutputRange<Input, Failure: Error>: Stage {
    @usableFromInline package let range: Range<Int>
    @usableFromInline package var index = 0

    @inlinable package init(range: Range<Int>) { self.range = range }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      let place = index
      index &+= 1
      if place < range.lowerBound { return .drop }
      return index < range.upperBound ? .emit(input) : .emitAndComplete(input)
    }
  }
}
