public import Streams

extension Publisher {
  /// Emits a publisher for each key of the elements, which emits the elements with that key.
  ///
  /// A group is emitted at the first element with its key. Its first subscriber receives that element, and every subscriber those that
  /// follow.
  ///
  ///     upstream:  -a-B-c-D-|
  ///     groupBy:   -x-y-----|    by whether a letter is upper case
  ///     x:         -a---c---|
  ///     y:           -B---D-|
  ///
  /// - Demand: Passed through. Requests another element for each one whose group has been emitted. A group does not wait: what it
  ///   emits without a subscriber, or without demand, is dropped, except for its first element.
  /// - Completion, failure: Passed to all groups, in the order of their first elements, and then through.
  /// - Cancellation: Passed through. The groups emit nothing more.
  ///
  /// ```swift
  /// (1...6).publisher.groupBy { $0 % 3 }.flatMap { group in group.map { "\(group.key): \($0)" } }
  /// ```
  ///
  /// - Parameter key: A closure that takes an element and returns its key.
  /// - Returns: A publisher that emits a publisher for each key.
  @_disfavoredOverload @inlinable public func groupBy<Key: Hashable>(
    _ key: @escaping (Output) -> Key
  ) -> Publishers.GroupBy<Self, Key> {
    Publishers.GroupBy(upstream: self, key: key)
  }
}

/// A publisher of the elements with one key.
public struct GroupedPublisher<Key: Hashable, Output, Failure: Error>: Publisher {
  /// The key of the elements.
  public let key: Key

  @usableFromInline let group: Group<Output, Failure>

  @inlinable init(key: Key, group: Group<Output, Failure>) {
    self.key = key
    self.group = group
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    group.subject.prepend(group.firstElement()).receive(subscriber: subscriber)
  }
}

extension Publishers {
  /// A publisher that emits a publisher for each key of the elements.
  public struct GroupBy<Upstream: Publisher, Key: Hashable>: StagePublisher {
    public typealias Output = GroupedPublisher<Key, Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let key: (Upstream.Output) -> Key

    @inlinable public init(upstream: Upstream, key: @escaping (Upstream.Output) -> Key) {
      self.upstream = upstream
      self.key = key
    }

    @inlinable package var stage: Stages.GroupBy<Upstream.Output, Key, Upstream.Failure> { .init(key: key) }

    @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>)
      -> UpstreamSubscriber
    {
      let stage = stage
      return StageSubscription(stage, of: Self.self, downstream).makeSubscriber(
        for: Upstream.self, owner: downstream.raw.forwardedOwner
      ) {
        stage.groups.complete(with: .failure($0))
        return $0
      }
    }
  }
}

extension Stages {
  /// Sends each element to the group of its key. A stage serves one subscription.
  @usableFromInline package struct GroupBy<Input, Key: Hashable, Failure: Error>: Stage {
    @usableFromInline let key: (Input) -> Key
    @usableFromInline let groups: Groups<Key, Input, Failure>

    @inlinable init(key: @escaping (Input) -> Key) {
      self.key = key
      groups = Groups()
    }

    @inlinable package var initialState: Void { () }

    @inlinable package func receive(
      _ input: Input, _ state: StageState<Void>
    ) -> Decision<GroupedPublisher<Key, Input, Failure>> {
      let key = key(input)
      if let group = groups[key] {
        group.subject.send(input)
        return .drop
      }
      let group = Group<Input, Failure>(input)
      groups.add(group, for: key)
      return .emit(GroupedPublisher(key: key, group: group))
    }

    @inlinable package func complete(_ state: StageState<Void>) -> GroupedPublisher<Key, Input, Failure>? {
      groups.complete(with: .finished)
      return nil
    }
  }
}

/// The groups of one subscription. Its upstream sends one event at a time.
@usableFromInline final class Groups<Key: Hashable, Element, Failure: Error> {
  @usableFromInline var byKey: [Key: Group<Element, Failure>] = [:]
  /// The groups in the order of their first elements.
  @usableFromInline var inOrder: [Group<Element, Failure>] = []

  // NB: never inlined: the optimiser could put an object, whose making it sees, on the stack.
  @inlinable @inline(never) init() {}

  @inlinable subscript(key: Key) -> Group<Element, Failure>? { byKey[key] }

  @inlinable func add(_ group: Group<Element, Failure>, for key: Key) {
    byKey[key] = group
    inOrder.append(group)
  }

  @inlinable func complete(with completion: Subscribers.Completion<Failure>) {
    let groups = inOrder
    byKey = [:]
    inOrder = []
    for group in groups { group.subject.send(completion: completion) }
  }
}

/// The elements with one key.
@usableFromInline final class Group<Element, Failure: Error> {
  @usableFromInline let subject: PassthroughSubject<Element, Failure>
  /// Guards the first element.
  @usableFromInline let lock = Locked(())
  @usableFromInline @exclusivity(unchecked) var first: Element?

  // NB: never inlined: the optimiser could put an object, whose making it sees, on the stack.
  @inlinable @inline(never) init(_ first: Element) {
    subject = PassthroughSubject()
    self.first = first
  }

  /// The first element, for the first subscriber alone.
  @inlinable func firstElement() -> [Element] { lock.withLock { _ in first.take() }.map { [$0] } ?? [] }
}
