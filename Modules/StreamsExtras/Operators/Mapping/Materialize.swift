public import Streams

extension Publisher {
  /// Sends values and the end as events, and finishes.
  ///
  /// - Demand: Passed through; the event of the end, too, waits until it is asked for.
  /// - Completion: After the event of the end.
  /// - Failure: None: it is an event.
  /// - Cancellation: Passed through.
  ///
  /// ```swift
  /// service.balance().materialize()  // .value(12), .finished
  /// ```
  @_disfavoredOverload
  @inlinable public func materialize() -> Publishers.Materialize<Self> { Publishers.Materialize(upstream: self) }

  /// Makes values and the end of events: the reverse of ``materialize()``.
  ///
  /// - Demand, cancellation: Passed through.
  /// - Completion: At the event of the end, or with this publisher.
  /// - Failure: At the event of a failure.
  ///
  /// ```swift
  /// Just(12).materialize().dematerialize()  // 12
  /// ```
  @_disfavoredOverload
  @inlinable public func dematerialize<Value, Cause: Error>() -> Publishers.Dematerialize<Self, Value, Cause>
  where Output == StreamEvent<Value, Cause>, Failure == Never {
    Publishers.Dematerialize(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/materialize()`` returns.
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

  /// What ``Publisher/dematerialize()`` returns.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: Publisher
  where Upstream.Output == StreamEvent<Output, Failure>, Upstream.Failure == Never {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let inlet = StageSubscription.makeSubscriber(
        Stages.Dematerialize<Output, Failure>(), of: Self.self, for: ErasedSubscriber(subscriber)
      ) { $0 }
      upstream.setFailureType(to: Failure.self).receive(subscriber: inlet)
    }
  }
}

extension StreamEvent: Equatable where Output: Equatable, Failure: Equatable {}
extension StreamEvent: Hashable where Output: Hashable, Failure: Hashable {}
extension StreamEvent: Sendable where Output: Sendable {}

extension Stages {
  /// Does what an event says.
  @usableFromInline package struct Dematerialize<Output, Failure: Error>: Stage {
    @usableFromInline package let padding = Padding()

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

/// Something a publisher says: a value or the end.
public enum StreamEvent<Output, Failure: Error> {
  /// A value.
  case value(Output)
  /// The publisher has said all it had to say.
  case finished
  /// The publisher stopped because of an error.
  case failure(Failure)
}
