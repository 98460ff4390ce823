/// A publisher that emits no elements, and finishes at once or never.
///
/// - Demand: None needed to finish.
///
/// ```swift
/// Empty<Int, Never>().sink(receiveCompletion: { print($0) }, receiveValue: { _ in })  // finished
/// ```
public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
  /// Whether the publisher finishes at once.
  public let completeImmediately: Bool

  /// Creates a publisher without elements.
  ///
  /// - Parameter completeImmediately: Whether the publisher finishes at once. Otherwise it never completes.
  @inlinable public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  /// Creates a publisher without elements, with explicit types.
  ///
  /// - Parameters:
  ///   - completeImmediately: Whether the publisher finishes at once. Otherwise it never completes.
  ///   - outputType: The output type.
  ///   - failureType: The failure type.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? { completeImmediately ? .finished : nil }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}
