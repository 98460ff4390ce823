extension Result {
  /// A publisher that emits the success value and finishes, or fails.
  ///
  /// ```swift
  /// Result { try load() }.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// ```
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that emits a success value and finishes, or fails at once.
  ///
  /// - Demand: The value waits until the subscriber requests it. A failure needs no demand.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Success

    /// The result.
    public let result: Result<Success, Failure>

    /// Creates a publisher of a result.
    @inlinable @inline(__always) public init(_ result: Result<Success, Failure>) { self.result = result }

    /// Creates a publisher of one value.
    @inlinable @inline(__always) public init(_ output: Output) { self.init(.success(output)) }

    /// Creates a publisher that fails.
    @inlinable @inline(__always) public init(_ failure: Failure) { self.init(.failure(failure)) }

    @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? {
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
