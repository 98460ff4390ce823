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

  /// Drops values as long as they satisfy a condition, and sends all that follow.
  ///
  /// - Demand: Passed through; a dropped value is made up for.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 9, 3].publisher.drop { $0 < 5 }  // 9, 3
  /// ```
  ///
  /// - Parameter predicate: The condition; not asked again once a value has not satisfied it.
  @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Drops values as long as they satisfy a condition that may fail, and sends all that follow.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// lines.tryDrop { try isComment($0) }
  /// ```
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/dropFirst(_:)`` returns.
  public struct Drop<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst cannot drop a negative number of values")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: Stages.Drop<Upstream.Output, Upstream.Failure> { .init(left: count) }
  }

  /// What ``Publisher/drop(while:)`` returns.
  public struct DropWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.DropWhile<Upstream.Output, Upstream.Failure> { .init(isDropped: predicate) }
  }

  /// What ``Publisher/tryDrop(while:)`` returns.
  public struct TryDropWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.DropWhile<Upstream.Output, any Error> { .init(isDropped: predicate) }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}

extension Stages {
  /// Drops a number of values, which have been asked for in addition.
  @usableFromInline package struct Drop<Input, Failure: Error>: Stage {
    @usableFromInline package var left: Int

    @inlinable package init(left: Int) { self.left = left }

    @inlinable package var extraDemand: Int { left }
    @inlinable package static var needsDemand: Bool { true }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      if left == 0 { return .emit(input) }
      left -= 1
      return .hold
    }
  }

  /// Starts when a condition is met no longer.
  @usableFromInline package struct DropWhile<Input, Failure: Error>: Stage {
    // NB: let go of once it has said no.
    @usableFromInline package var isDropped: ((Input) throws(Failure) -> Bool)?

    @inlinable package init(isDropped: @escaping (Input) throws(Failure) -> Bool) { self.isDropped = isDropped }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      guard let isDropped else { return .emit(input) }
      if try isDropped(input) { return .drop }
      self.isDropped = nil
      return .emit(input)
    }
  }
}
