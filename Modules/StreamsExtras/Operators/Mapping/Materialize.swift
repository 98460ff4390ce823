public import Streams

extension Publisher {
  /// Emits elements and the completion as events.
  ///
  /// - Demand: Passed through. The event of the completion also waits until the subscriber requests it.
  /// - Completion: Finishes after the event of the completion.
  /// - Failure: None. A failure is an event.
  /// - Cancellation: Passed through.
  ///
  /// ```swift
  /// service.balance().materialize()  // .value(12), .finished
  /// ```
  ///
  /// - Returns: A publisher that emits events and cannot fail.
  @_disfavoredOverload
  @inlinable public func materialize() -> Publishers.Materialize<Self> { Publishers.Materialize(upstream: self) }

  /// Converts events to elements and a completion. This reverses ``materialize()``.
  ///
  /// - Demand, cancellation: Passed through.
  /// - Completion: Finishes at the event of the completion and cancels the upstream, or finishes when the upstream does.
  /// - Failure: Fails at the event of a failure and cancels the upstream.
  ///
  /// ```swift
  /// Just(12).materialize().dematerialize()  // 12
  /// ```
  ///
  /// - Returns: A publisher that emits the elements of the events.
  @_disfavoredOverload
  @inlinable public func dematerialize<Value, Cause: Error>() -> Publishers.Dematerialize<Self, Value, Cause>
  where Output == StreamEvent<Value, Cause>, Failure == Never {
    Publishers.Dematerialize(upstream: self)
  }
}

extension Publishers {
  /// A publisher that emits elements and the completion as events.
  public struct Materialize<Upstream: Publisher>: Publisher {
    public typealias Output = StreamEvent<Upstream.Output, Upstream.Failure>
    public typealias Failure = Never

    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
      upstream.map(Output.value).append(Output.finished)
        .replacing(in: SequentialSubscription(ErasedSubscriber(subscriber).raw, of: Self.self)) {
          Just(Output.failure($0))
        }
    }
  }

  /// A publisher that converts events to elements and a completion.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: StagePublisher
  where Upstream.Output == StreamEvent<Output, Failure>, Upstream.Failure == Never {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package static func failure(of error: Never) -> Failure {}
    @inlinable package var stage: Stages.Dematerialize<Output, Failure> { .init() }
  }
}

/// An event of a publisher: an element or the completion.
public enum StreamEvent<Output, Failure: Error> {
  /// An element.
  case value(Output)
  /// The publisher finished.
  case finished
  /// The publisher failed.
  case failure(Failure)
}

extension Stages {
  /// Converts an event to an element or a completion.
  @usableFromInline package struct Dematerialize<Output, Failure: Error>: StatelessStage {
    @inlinable package init() {}

    @inlinable package func receive(_ input: StreamEvent<Output, Failure>) throws(Failure) -> Decision<Output> {
      switch input {
      case .value(let value): .emit(value)
      case .finished: .complete
      case .failure(let error): throw error
      }
    }
  }
}

extension StreamEvent: Equatable where Output: Equatable, Failure: Equatable {}
extension StreamEvent: Hashable where Output: Hashable, Failure: Hashable {}
extension StreamEvent: Sendable where Output: Sendable {}
