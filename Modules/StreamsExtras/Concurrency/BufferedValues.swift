public import Streams

extension Publisher {
  /// The elements of this publisher for `for await`, or for `for try await` where it may fail, buffered until the loop takes
  /// them. Prefer it to `values` for subjects and other publishers that do not wait for demand.
  ///
  /// - Demand: Unlimited, from when the loop begins.
  /// - Failure: Thrown after the buffered elements.
  /// - Cancellation: When the task or the iteration ends; the buffer is dropped.
  ///
  /// ```swift
  /// for await event in events.values(buffering: .unbounded) { handle(event) }
  /// ```
  ///
  /// - Parameter limit: Which elements to keep.
  @_disfavoredOverload
  @inlinable public func values(buffering limit: AsyncBuffering) -> AsyncThrowingPublisher<Publishers.Buffer<Self>> {
    let (size, whenFull): (Int, Publishers.BufferingStrategy<Failure>) =
      switch limit {
      case .unbounded: (.max, .dropNewest)
      case .newest(let count): (Swift.max(0, count), .dropOldest)
      case .oldest(let count): (Swift.max(0, count), .dropNewest)
      }
    return buffer(size: size, prefetch: .byRequest, whenFull: whenFull).values
  }
}

/// Which elements a loop receives that is slower than its publisher.
public enum AsyncBuffering: Sendable, Equatable {
  /// All of them.
  case unbounded
  /// The newest ones, up to a number.
  case newest(Int)
  /// The oldest ones, up to a number.
  case oldest(Int)
}
