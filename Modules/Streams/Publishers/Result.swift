extension Result {
  /// A publisher of the value, or of the failure.
  ///
  /// ```swift
  /// Result { try load() }.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// ```
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that sends a value and finishes, or fails at once.
  ///
  /// - Demand: The value waits until it is asked for; to fail needs no demand.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Success

    /// The value or the failure.
    public let result: Result<Success, Failure>

    /// Makes a publisher of a result.
    @inlinable public init(_ result: Result<Success, Failure>) { self.result = result }

    /// Makes a publisher of a value.
    @inlinable public init(_ output: Output) { self.init(.success(output)) }

    /// Makes a publisher that fails.
    @inlinable public init(_ failure: Failure) { self.init(.failure(failure)) }

    @inlinable public var _scalar: _Scalar<Output, Failure>? {
      switch result {
      case .success(let value): .value(value)
      case .failure(let error): .failure(error)
      }
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Success == S.Input, Failure == S.Failure {
      switch result {
      case .success(let value):
        subscriber.receive(subscription: SourceSubscription.one(value, "Result", to: subscriber))
      case .failure(let error):
        Fail(error: error).receive(subscriber: subscriber)
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}
