/// A publisher that sends one value and finishes.
///
/// ```swift
/// Just(1).sink { print($0) }
/// ```
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// Makes a publisher of one value.
  @inlinable @inline(__always) public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Never>? { .value(output) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: Outlet.one(output, "Just", to: subscriber))
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}

extension Outlet {
  /// An outlet of one value.
  @inlinable package static func one<S: Subscriber>(_ value: S.Input, _ name: StaticString, to subscriber: S) -> Outlet
  {
    Outlet(
      label: { name.description }, isStrict: true,
      produce: { outlet in
        guard outlet.spend() else { return }
        _ = subscriber.receive(value)
        if outlet.finish() { subscriber.receive(completion: .finished) }
      })
  }
}
