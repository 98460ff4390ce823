extension Publisher {
  /// Drops the first values and sends all that follow.
  ///
  /// - Demand: Passed through. The values to drop are asked for when it is subscribed, together with the first demand.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.dropFirst()  // only the changes
  /// ```
  ///
  /// - Parameter count: How many values to drop; a negative number is a programming error.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// What ``Publisher/dropFirst(_:)`` returns.
  public struct Drop<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst cannot drop a negative number of values")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: DropFirst<Upstream.Output, Upstream.Failure> { .init(left: count) }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}

/// Drops a number of values, which have been asked for in addition.
@usableFromInline package struct DropFirst<Input, Failure: Error>: RelayStage {
  @usableFromInline package var left: Int

  @inlinable package init(left: Int) { self.left = left }

  @inlinable package var lead: Int { left }
  @inlinable package static var needsDemand: Bool { true }

  @inlinable package mutating func take(_ input: Input) throws(Failure) -> Step<Input> {
    if left == 0 { return .emit(input) }
    left -= 1
    return .hold
  }
}
