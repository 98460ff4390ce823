/// A publisher that fails at once.
///
/// ```swift
/// Fail<Int, URLError>(error: URLError(.timedOut))
/// ```
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error it fails with.
  public let error: Failure

  /// Makes a publisher that fails.
  @inlinable public init(error: Failure) { self.error = error }

  /// Makes a publisher that fails, where the output type is not to be inferred.
  @inlinable public init(outputType: Output.Type, failure: Failure) { error = failure }

  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? { .failure(error) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}
