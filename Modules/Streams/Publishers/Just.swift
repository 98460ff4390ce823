/// A publisher that emits one value and finishes.
///
/// - Demand: The value waits until the subscriber requests it.
///
/// ```swift
/// Just(1).sink { print($0) }
/// ```
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// Creates a publisher of one value.
  ///
  /// - Parameter output: The value.
  @inlinable @inline(__always) public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Never>? { .value(output) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: SourceSubscription.one(output, "Just", to: subscriber))
  }
}

extension Just {
  /// Changes the failure type.
  ///
  /// ```swift
  /// Just(balance).setFailureType(to: ServiceError.self)
  /// ```
  ///
  /// - Parameter failureType: The failure type.
  /// - Returns: A publisher of the same value with that failure type.
  @inlinable @inline(__always)
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher { .init(output) }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}

extension SourceSubscription {
  /// Creates the subscription of a publisher of one value.
  @inlinable package static func one<S: Subscriber>(_ value: S.Input, _ name: StaticString, to subscriber: S)
    -> SourceSubscription
  {
    SourceSubscription(
      label: { name.description }, trapsOnRequestForNone: true,
      produce: { source in
        guard source.outstanding.consume() else { return }
        _ = subscriber.receive(value)
        if source.endForCompletion() { subscriber.receive(completion: .finished) }
      })
  }
}
