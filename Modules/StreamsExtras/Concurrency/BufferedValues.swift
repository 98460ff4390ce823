public import Streams

extension Publisher where Failure == Never {
  /// The elements of this publisher as an asynchronous sequence with a buffer, for `for await`.
  ///
  /// Prefer it to `values` for subjects and other publishers that ignore demand.
  ///
  /// - Demand: Requests unlimited when the loop starts, or its iterator is made. What the publisher sends before is lost.
  /// - Completion: Ends the loop after the buffered elements.
  /// - Cancellation: When the task is cancelled or the iterator is released. Drops the buffered elements.
  ///
  /// ```swift
  /// for await event in events.values(buffering: .unbounded) { handle(event) }
  /// ```
  ///
  /// - Parameter limit: Which elements to buffer.
  /// - Returns: An asynchronous sequence.
  @_disfavoredOverload
  @inlinable public func values(buffering limit: AsyncBuffering) -> AsyncPublisher<Publishers.Buffer<Self>> {
    buffered(limit).values
  }
}

extension Publisher {
  /// The elements of this publisher as an asynchronous sequence with a buffer, for `for try await`.
  ///
  /// - Demand, completion, cancellation: As for a publisher that cannot fail.
  /// - Failure: Thrown after the buffered elements.
  ///
  /// ```swift
  /// for try await balance in balances.values(buffering: .newest(1)) { print(balance) }
  /// ```
  ///
  /// - Parameter limit: Which elements to buffer.
  /// - Returns: An asynchronous sequence.
  @_disfavoredOverload
  @inlinable public func values(buffering limit: AsyncBuffering) -> AsyncThrowingPublisher<Publishers.Buffer<Self>> {
    buffered(limit).values
  }

  @usableFromInline func buffered(_ limit: AsyncBuffering) -> Publishers.Buffer<Self> {
    let (size, whenFull): (Int, Publishers.BufferingStrategy<Failure>) =
      switch limit {
      case .unbounded: (.max, .dropNewest)
      case .newest(let count): (Swift.max(0, count), .dropOldest)
      case .oldest(let count): (Swift.max(0, count), .dropNewest)
      }
    var buffer = buffer(size: size, prefetch: .byRequest, whenFull: whenFull)
    buffer.failsAtOnce = false
    return buffer
  }
}

/// Which elements to buffer for a loop that is slower than its publisher.
public enum AsyncBuffering: Sendable, Equatable {
  /// All elements.
  case unbounded
  /// The newest elements, up to a number.
  case newest(Int)
  /// The oldest elements, up to a number.
  case oldest(Int)
}
