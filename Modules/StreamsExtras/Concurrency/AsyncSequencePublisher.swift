public import Streams

extension AsyncSequence where Self: Sendable {
  /// A publisher that emits the elements of this sequence.
  ///
  /// Each subscriber has its own iterator.
  ///
  /// - Demand: A task reads elements one at a time as they are requested. It starts at the first request and ends when there
  ///   is none left.
  /// - Completion, failure: When an element is requested and the sequence ends or throws.
  /// - Cancellation: Cancels the task.
  /// - Isolation: The task delivers elements. Use `receive(on:)` before a `sink` on an actor.
  ///
  /// ```swift
  /// let ticks = AsyncStream { $0.yield(1) }
  /// ticks.publisher.sink { print($0) }
  /// ```
  @_disfavoredOverload public var publisher: Publishers.AsyncElements<Self> { Publishers.AsyncElements(sequence: self) }
}

extension Publishers {
  /// A publisher that emits the elements of an asynchronous sequence.
  public struct AsyncElements<Elements: AsyncSequence & Sendable>: Publisher, Sendable {
    public typealias Output = Elements.Element
    public typealias Failure = Elements.Failure

    /// The sequence.
    public let sequence: Elements

    /// Creates a publisher of a sequence.
    public init(sequence: Elements) { self.sequence = sequence }

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let iteration = Iteration(sequence, ErasedSubscriber(subscriber))
      subscriber.receive(
        subscription: SourceSubscription(
          label: { "\(Elements.self)" }, onCancel: iteration.stop, produce: iteration.resume))
    }
  }
}

/// An iterator of an asynchronous sequence and its subscriber.
private final class Iteration<Elements: AsyncSequence & Sendable>: @unchecked Sendable {
  // Sendable because its variables are used only inside the subscription's serializer.
  private let downstream: ErasedSubscriber<Elements.Element, Elements.Failure>
  /// The iterator, while no task uses it.
  @exclusivity(unchecked) private var iterator: Elements.AsyncIterator?
  @exclusivity(unchecked) private var task: Task<Void, Never>?

  init(_ sequence: Elements, _ downstream: ErasedSubscriber<Elements.Element, Elements.Failure>) {
    self.downstream = downstream
    iterator = sequence.makeAsyncIterator()
  }

  /// Starts a task that reads the requested elements, unless there is one. Only inside the serializer.
  func resume(_ source: SourceSubscription) {
    guard source.outstanding.isPositive, let iterator = iterator.take() else { return }
    let transferred = UnsafeTransfer(iterator)
    task = Task { await self.run(transferred, source) }
  }

  private func run(_ transferred: UnsafeTransfer<Elements.AsyncIterator>, _ source: SourceSubscription) async {
    var iterator = transferred.value
    while source.outstanding.consume() {
      do throws(Elements.Failure) {
        guard let element = try await iterator.next(isolation: nil) else { return complete(.finished, source) }
        guard !source.outstanding.isClosed else { return }
        source.add(downstream.receive(element).raw)
      } catch {
        return complete(.failure(error), source)
      }
    }
    let idle = UnsafeTransfer(iterator)
    source.runOrHandOver {
      self.iterator = idle.value
      source.run()
    }
  }

  private func complete(_ completion: Subscribers.Completion<Elements.Failure>, _ source: SourceSubscription) {
    source.runOrHandOver { [downstream] in
      if source.endForCompletion() { downstream.receive(completion: completion) }
    }
  }

  func stop() {
    iterator = nil
    task?.cancel()
  }
}
