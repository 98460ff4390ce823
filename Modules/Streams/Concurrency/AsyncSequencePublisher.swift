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
      subscriber.receive(subscription: AsyncOutlet(sequence, Port(subscriber)))
    }
  }
}

/// One iteration of an asynchronous sequence, and its one subscriber.
private final class AsyncOutlet<Elements: AsyncSequence & Sendable>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // NB: Sendable because what is variable is behind its lock, and the iterator is with the one task that runs.
  private typealias Downstream = Port<Elements.Element, Elements.Failure>

  private let name: String
  private let state: Locked<State>

  private struct State {
    var downstream: Downstream?
    /// Here while no task has it.
    var iterator: Elements.AsyncIterator?
    var demand = Subscribers.Demand.none
    var task: Task<Void, Never>?
  }

  init(_ sequence: Elements, _ downstream: Port<Elements.Element, Elements.Failure>) {
    name = "\(Elements.self)"
    state = Locked(State(downstream: downstream, iterator: sequence.makeAsyncIterator()))
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    state.withLock { state in
      guard state.downstream != nil else { return }
      state.demand += demand
      // NB: made under the lock, so that a cancel finds the task; it runs elsewhere.
      if let iterator = state.iterator.take() {
        let handed = Handed(iterator)
        state.task = Task { await self.run(handed) }
      }
    }
  }

  private func run(_ handed: Handed<Elements.AsyncIterator>) async {
    var iterator = handed.value
    while let downstream = next(iterator) {
      do throws(Elements.Failure) {
        guard let element = try await iterator.next(isolation: nil) else { return end(.finished) }
        guard state.withLock({ $0.downstream != nil }) else { return }
        let more = downstream.receive(element)
        state.withLock { $0.demand += more }
      } catch {
        return end(.failure(error))
      }
    }
  }

  /// Books an element if one is wanted; otherwise puts the iterator back.
  private func next(_ iterator: Elements.AsyncIterator) -> Downstream? {
    state.withLock { state in
      guard let downstream = state.downstream else { return nil }
      guard state.demand > .none else {
        state.iterator = iterator
        state.task = nil
        return nil
      }
      state.demand -= 1
      return downstream
    }
  }

  private func end(_ completion: Subscribers.Completion<Elements.Failure>) {
    release().downstream?.receive(completion: completion)
  }

  func cancel() { release().task?.cancel() }

  private func release() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }

  var description: String { name }
}
