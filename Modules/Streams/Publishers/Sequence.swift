extension Sequence {
  /// A publisher that emits the elements of this sequence and finishes.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.sink { print($0) }
  /// ```
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
  /// A publisher that emits the elements of a sequence and finishes.
  ///
  /// - Demand: Emits as many elements as requested. The completion follows the last element at once.
  /// - Failure: None.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    /// The sequence.
    public let sequence: Elements

    /// Creates a publisher of a sequence.
    ///
    /// - Parameter sequence: The sequence.
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always) public var _scalar: _Scalar<Elements.Element, Failure>? {
      // NB: types are compared instead of cast, because the optimiser removes the comparison from specialised code.
      guard Elements.self == [Elements.Element].self else { return nil }
      let array = unsafeBitCast(sequence, to: [Elements.Element].self)
      return array.count > 1 ? nil : array.first.map { .value($0) } ?? .finished
    }

    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let sequence = sequence
      SourceSubscription.play(sequence, then: .finished, label: { "\(sequence)" }, to: subscriber)
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension SourceSubscription {
  /// Emits the elements of a sequence to a subscriber as they are requested, and a completion right after the last one.
  @inlinable package static func play<Elements: Sequence, S: Subscriber>(
    _ elements: Elements, then completion: Subscribers.Completion<S.Failure>, label: @escaping () -> String,
    to subscriber: S
  ) where Elements.Element == S.Input {
    let cursor = SequenceCursor(elements)
    guard cursor.next != nil else {
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: completion)
      return
    }
    let produce: (SourceSubscription) -> Void = { source in
      while let element = cursor.next, source.outstanding.consume() {
        cursor.advance()
        source.add(subscriber.receive(element).raw)
      }
      if cursor.next == nil, source.endForCompletion() { subscriber.receive(completion: completion) }
    }
    subscriber.receive(subscription: SourceSubscription(label: label, produce: produce))
  }
}

/// An iteration that knows its next element, and so knows its end before it is reached.
// NB: generic over the element beside the iterator: an associated type is looked up whenever an object is released.
@usableFromInline package final class SequenceCursor<Iterator, Element> {
  // Unchecked because only the subscription's `produce` closure advances it.
  @usableFromInline @exclusivity(unchecked) package var iterator: Iterator
  @usableFromInline @exclusivity(unchecked) package var next: Element?

  @inlinable package init<Elements: Sequence<Element>>(_ elements: Elements) where Elements.Iterator == Iterator {
    iterator = elements.makeIterator()
    next = iterator.next()
  }
}

extension SequenceCursor where Iterator: IteratorProtocol<Element> {
  @inlinable @inline(__always) package func advance() { next = iterator.next() }
}
