public import Streams

extension AsyncSequence where Self: Sendable {
  /// A publisher of this sequence's elements.
  ///
  /// - Demand: An element is fetched when it is asked for, one after the other, by a task that begins with the first demand
  ///   and rests while there is none. Each subscriber has an iteration of its own.
  /// - Completion, failure: The sequence's, once an element has been asked for that it does not have.
  /// - Cancellation: Cancels the task.
  /// - Isolation: Elements are delivered by the task: put `receive(on:)` before a `sink` of an actor.
  ///
  /// ```swift
  /// let ticks = AsyncStream { $0.yield(1) }
  /// ticks.publisher.sink { print($0) }
  /// ```
  @_disfavoredOverload
  public var publisher: Publishers.AsyncElements<Self> { Publishers.AsyncElements(sequence: self) }
}

extension Publishers {
  /// The elements of an asynchronous sequence.
  public struct AsyncElements<Elements: AsyncSequence & Sendable>: Publisher, Sendable {
    public typealias Output = Elements.Element
    public typealias Failure = Elements.Failure

    /// The sequence.
    public let sequence: Elements

    /// Makes a publisher of a sequence.
    public init(sequence: Elements) { self.sequence = sequence }

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let iteration = Iteration(sequence, ErasedSubscriber(subscriber))
      subscriber.receive(
        subscription: SourceSubscription(
          label: { "\(Elements.self)" }, stop: iteration.stop, produce: iteration.proceed))
    }
  }
}

/// One iteration of an asynchronous sequence, and its one subscriber.
private final class Iteration<Elements: AsyncSequence & Sendable>: @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the source's serializer.
  private let downstream: ErasedSubscriber<Elements.Element, Elements.Failure>
  /// Here while no task has it.
  @exclusivity(unchecked) private var iterator: Elements.AsyncIterator?
  @exclusivity(unchecked) private var task: Task<Void, Never>?

  init(_ sequence: Elements, _ downstream: ErasedSubscriber<Elements.Element, Elements.Failure>) {
    self.downstream = downstream
    iterator = sequence.makeAsyncIterator()
  }

  /// Has a task fetch what is asked for, unless there is one. Only inside the serializer.
  func proceed(_ source: SourceSubscription) {
    guard source.outstanding.isPositive, let iterator = iterator.take() else { return }
    let handed = UnsafeTransfer(iterator)
    task = Task { await self.run(handed, source) }
  }

  private func run(_ handed: UnsafeTransfer<Elements.AsyncIterator>, _ source: SourceSubscription) async {
    var iterator = handed.value
    while source.consume() {
      do throws(Elements.Failure) {
        guard let element = try await iterator.next(isolation: nil) else { return end(.finished, source) }
        guard !source.outstanding.isClosed else { return }
        source.add(downstream.receive(element).raw)
      } catch {
        return end(.failure(error), source)
      }
    }
    let rest = UnsafeTransfer(iterator)
    source.enqueue {
      self.iterator = rest.value
      source.run()
    }
  }

  private func end(_ completion: Subscribers.Completion<Elements.Failure>, _ source: SourceSubscription) {
    source.enqueue { [downstream] in
      if source.finish() { downstream.receive(completion: completion) }
    }
  }

  func stop() {
    iterator = nil
    task?.cancel()
  }
}
