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
      held = HeldPublisher(publisher)
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
  // Unchecked, as the next, because it changes only in `deinit`, when no other reference is left.
  @usableFromInline @exclusivity(unchecked) package var attach: (ErasedSubscriber<Output, Failure>) -> Void
  /// The publisher, in an object, so that its release looks up no type.
  @usableFromInline @exclusivity(unchecked) package var box: AnyObject?

  @usableFromInline package let scalar: _Scalar<Output, Failure>?

  @inlinable package init<P: Publisher<Output, Failure>>(_ publisher: P) {
    let box = PublisherBox(publisher)
    self.box = box
    scalar = publisher._scalar
    // A closure that captures one object alone takes no memory of its own.
    attach = { box.publisher.receive(subscriber: $0) }
  }

  deinit {
    attach = { _ in }
    IterativeRelease.release(&box)
  }
}

/// Holds a publisher.
@usableFromInline package final class PublisherBox<P> {
  @usableFromInline package let publisher: P

  @inlinable package init(_ publisher: P) { self.publisher = publisher }
}
