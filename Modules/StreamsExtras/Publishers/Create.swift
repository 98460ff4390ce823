public import Streams

extension AnyPublisher {
  /// Creates a publisher from code that calls back.
  ///
  /// The closure runs once for each subscriber, at the subscription.
  ///
  /// - Demand: Elements wait in a buffer without bound until the subscriber requests them.
  /// - Completion, failure: When the closure sends them, after the buffered elements.
  /// - Cancellation: Cancels the cancellable that the closure returned. A completion cancels it too.
  ///
  /// ```swift
  /// let locations = AnyPublisher<Location, Never>.create { input in
  ///   let observer = tracker.observe { input.send($0) }
  ///   return AnyCancellable { observer.stop() }
  /// }
  /// ```
  ///
  /// - Parameter body: A closure that starts the work and returns a cancellable that stops it.
  /// - Returns: A publisher that emits the elements that the closure sends.
  @_disfavoredOverload @inlinable public static func create(
    _ body: @escaping (Publishers.Create<Output, Failure>.Input) -> any Cancellable
  ) -> AnyPublisher {
    Publishers.Create(body).eraseToAnyPublisher()
  }
}

extension Publishers {
  /// A publisher of elements from code that calls back.
  public struct Create<Output, Failure: Error>: Publisher {
    @usableFromInline let body: (Input) -> any Cancellable

    /// Creates a publisher from code that calls back.
    ///
    /// - Parameter body: A closure that starts the work and returns a cancellable that stops it.
    @inlinable public init(_ body: @escaping (Input) -> any Cancellable) { self.body = body }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let buffer = BufferSubscription<Output, Failure>(
        ErasedSubscriber(subscriber), of: Self.self, holding: .max)
      let input = Input(buffer.makeSubscriber())
      input.state.start()
      input.state.didStart(body(input))
    }

    /// Sends elements and a completion to the subscriber. It is thread-safe.
    public final class Input: @unchecked Sendable {
      // Sendable because the state is locked.
      @usableFromInline let state: InputState

      // NB: never inlined: the optimiser could put an object, whose making it sees, on the stack.
      @inlinable @inline(never) init(_ downstream: ErasedSubscriber<Output, Failure>) {
        state = InputState(downstream.raw)
      }

      /// Sends an element. After the completion or a cancellation it has no effect.
      @inlinable public func send(_ value: Output) {
        guard let onValue = state.onValue else { return }
        withUnsafePointer(to: value) { _ = onValue($0) }
      }

      /// Sends the completion. Nothing is sent after it.
      @inlinable public func send(completion: Subscribers.Completion<Failure>) {
        state.end { $0.receive(completion: completion) }
      }
    }
  }
}

/// What an input of a created publisher sends to, without the type of its elements.
@usableFromInline final class InputState: @unchecked Sendable {
  // Sendable because the phase is locked.
  private let phase: Locked<Phase>

  private enum Phase {
    /// The closure has not returned.
    case starting(RawSubscriber)
    case started(RawSubscriber, work: any Cancellable)
    case ended

    var downstream: RawSubscriber? {
      switch self {
      case .starting(let downstream), .started(let downstream, _): downstream
      case .ended: nil
      }
    }
  }

  @usableFromInline init(_ downstream: RawSubscriber) { phase = Locked(.starting(downstream)) }

  /// Receives the address of an element; `nil` after the end.
  @usableFromInline var onValue: ((UnsafeRawPointer) -> UInt)? { phase.withLock { $0.downstream }?.onValue }

  /// Ends the work.
  ///
  /// - Parameter complete: Sends the completion.
  @usableFromInline func end(_ complete: (RawSubscriber) -> Void = { _ in }) {
    let previous = phase.exchange(.ended)
    if let downstream = previous.downstream { complete(downstream) }
    if case .started(_, let work) = previous { work.cancel() }
  }

  @usableFromInline func start() {
    phase.withLock { $0.downstream }?.receive(
      subscription: SourceSubscription(label: { "Create" }, onCancel: { [self] in end() }, produce: { _ in }))
  }

  @usableFromInline func didStart(_ work: any Cancellable) {
    let isKept = phase.withLock { phase in
      guard case .starting(let downstream) = phase else { return false }
      phase = .started(downstream, work: work)
      return true
    }
    if !isKept { work.cancel() }
  }
}
