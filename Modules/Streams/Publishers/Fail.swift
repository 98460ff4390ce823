/// A publisher that fails at once.
///
/// - Demand: None needed to fail.
///
/// ```swift
/// Fail<Int, URLError>(error: URLError(.timedOut))
/// ```
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error.
  public let error: Failure

  /// Creates a publisher that fails.
  ///
  /// - Parameter error: The error.
  @inlinable public init(error: Failure) { self.error = error }

  /// Creates a publisher that fails, with an explicit output type.
  ///
  /// - Parameters:
  ///   - outputType: The output type.
  ///   - failure: The error.
  @inlinable public init(outputType: Output.Type, failure: Failure) { error = failure }

  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? { .failure(error) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}
