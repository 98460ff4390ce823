extension Optional {
  /// A publisher of the value, if there is one.
  ///
  /// ```swift
  /// Int("5").publisher.sink { print($0) }  // 5
  /// ```
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that sends a value and finishes, or finishes at once if there is none.
  ///
  /// - Demand: The value waits until it is asked for; to finish without one needs no demand.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value.
    public let output: Wrapped?

    /// Makes a publisher of at most one value.
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
