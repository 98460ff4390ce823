extension Publisher {
  /// Drops the first elements and emits the rest.
  ///
  /// - Demand: Passed through. The first request also asks for the elements to drop; without one, they are requested at the
  ///   subscription.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.dropFirst()  // only the changes
  /// ```
  ///
  /// - Parameter count: The number of elements to drop, 1 by default. A negative number is a programming error.
  /// - Returns: A publisher that emits the elements after the first `count`.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { .init(upstream: self, count: count) }

  /// Drops elements while a condition holds and emits the rest.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 9, 3].publisher.drop { $0 < 5 }  // 9, 3
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether to drop an element. It is not called again once it returns `false`.
  /// - Returns: A publisher that emits the first element that fails the condition and all that follow.
  @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Drops elements while a condition that can throw holds, and emits the rest.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, cancellation: Passed through.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// lines.tryDrop { try isComment($0) }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether to drop an element, or throws.
  /// - Returns: A publisher that emits the first element that fails the condition and all that follow.
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops the first elements.
  public struct Drop<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "dropFirst cannot drop a negative number of elements")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: Stages.Drop<Upstream.Output, Upstream.Failure> { .init(remaining: count) }
  }

  /// A publisher that drops elements while a condition holds.
  public struct DropWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable package var stage: Stages.DropWhile<Upstream.Output, Upstream.Failure> { .init(isDropped: predicate) }
  }

  /// A publisher that drops elements while a condition that can throw holds.
  public struct TryDropWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    @inlinable package var stage: Stages.DropWhile<Upstream.Output, any Error> { .init(isDropped: predicate) }
  }
}

extension Stages {
  /// Drops a number of elements, which are requested in addition to the demand.
  @usableFromInline package struct Drop<Input, Failure: Error>: Stage {
    @usableFromInline package var remaining: Int

    @inlinable package init(remaining: Int) { self.remaining = remaining }

    @inlinable package var extraDemand: Int { remaining }
    @inlinable package static var needsDemand: Bool { true }

    @inlinable package mutating func receive(_ input: Input) -> Decision<Input> {
      if remaining == 0 { return .forward }
      remaining -= 1
      return .hold
    }
  }

  /// Drops elements until the condition fails for the first time.
  @usableFromInline package struct DropWhile<Input, Failure: Error>: Stage {
    // Released when it has returned `false`.
    @usableFromInline package var isDropped: ((Input) throws -> Bool)?

    @inlinable package init(isDropped: @escaping (Input) throws -> Bool) { self.isDropped = isDropped }

    @inlinable package mutating func receive(_ input: Input) throws -> Decision<Input> {
      guard let isDropped else { return .forward }
      if try isDropped(input) { return .drop }
      self.isDropped = nil
      return .forward
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}
