extension Optional {
  /// A publisher that emits the wrapped value if there is one, and finishes.
  ///
  /// ```swift
  /// Int("5").publisher.sink { print($0) }  // 5
  /// ```
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that emits a value if there is one, and finishes.
  ///
  /// - Demand: The value waits until the subscriber requests it. To finish without a value needs no demand.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value, or `nil`.
    public let output: Wrapped?

    /// Creates a publisher of at most one value.
    ///
    /// - Parameter output: The value, or `nil`.
    @inlinable public init(_ output: Wrapped?) { self.output = output }

    @inlinable public var _scalar: _Scalar<Output, Never>? { output.map { .value($0) } ?? .finished }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Wrapped == S.Input, S.Failure == Never {
      if let output {
        subscriber.receive(subscription: SourceSubscription.one(output, "Optional", to: subscriber))
      } else {
        Empty().receive(subscriber: subscriber)
      }
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}
