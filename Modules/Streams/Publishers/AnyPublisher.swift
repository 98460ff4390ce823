extension Publisher {
  /// Erases the type of this publisher.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// func names() -> AnyPublisher<String, Never> { people.map(\.name).eraseToAnyPublisher() }
  /// ```
  ///
  /// - Returns: A publisher of which only the output and failure types are known.
  @inlinable @inline(__always) public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher that hides the type of another one.
///
/// Subscribers are erased too, so erasing a pipeline many times does not slow it down or deepen the stack.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline package let held: HeldPublisher<Output, Failure>

  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? { held.scalar }

  /// Creates a publisher that hides the type of another one.
  // NB: never inlined: the compiler (6.3.1) crashes in release where a closure that it inlines captures a publisher that holds a tuple
  // of a generic type.
  @inlinable @inline(never) public init<P: Publisher<Output, Failure>>(_ publisher: P) {
    if P.self == AnyPublisher<Output, Failure>.self {
      self = unsafeBitCast(publisher, to: AnyPublisher<Output, Failure>.self)
    } else {
      held = HeldPublisher(publisher._scalar) { publisher.receive(subscriber: $0) }
    }
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    held.attach(makeSubscriber(to: subscriber))
  }

  // A separate function, which saves stack in unoptimised builds; see `OperatorPublisher`.
  @inlinable @inline(__always) package func makeSubscriber(
    to subscriber: some Subscriber<Output, Failure>
  ) -> ErasedSubscriber<Output, Failure> {
    ErasedSubscriber(subscriber)
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}

/// A publisher whose type is hidden.
@usableFromInline package final class HeldPublisher<Output, Failure: Error> {
  // NB: a closure created where the publisher's type is known, so that the pipeline behind it stays specialised.
  // Unchecked because it changes only in `deinit`, when no other reference is left.
  @usableFromInline @exclusivity(unchecked) package var attach: (ErasedSubscriber<Output, Failure>) -> Void

  @usableFromInline package let scalar: _Scalar<Output, Failure>?

  @inlinable package init(
    _ scalar: _Scalar<Output, Failure>?, attach: @escaping (ErasedSubscriber<Output, Failure>) -> Void
  ) {
    self.scalar = scalar
    self.attach = attach
  }

  // A struct, because a closure alone is wrapped, and kept, when it is passed as a value of generic type.
  private struct Attachment {
    let attach: (ErasedSubscriber<Output, Failure>) -> Void
  }

  deinit {
    var released: Attachment? = Attachment(attach: attach)
    attach = { _ in }
    IterativeRelease.release(&released)
  }
}
