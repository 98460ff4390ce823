public import Streams

/// What waits for the subscriber of a ``SerialDelivery``, as a value that decides what is kept, and in which order.
///
/// It needs no lock, because the delivery has one. A queue of which the latest element is enough:
///
/// ```swift
/// struct Latest<Element>: DeliveryQueue {
///   private var element: Element?
///
///   var isEmpty: Bool { element == nil }
///   mutating func append(_ element: Element) { self.element = element }
///   mutating func popFirst() -> Element? { element.take() }
/// }
/// ```
///
/// Its methods run while the delivery is locked: they must not call code of others.
public protocol DeliveryQueue<Element> {
  associatedtype Element

  /// Whether nothing waits. Then the end is delivered.
  var isEmpty: Bool { get }

  /// Keeps an element, in place of others or not at all if the queue is such a one.
  mutating func append(_ element: Element)

  /// Removes the element that the subscriber receives next.
  mutating func popFirst() -> Element?

  /// Decides how much the source is asked for, each time that the subscriber may receive another element: it has requested more, or has
  /// received the element that was removed before. By default the source is asked for nothing.
  mutating func demandOfSource() -> Subscribers.Demand
}

extension DeliveryQueue {
  public mutating func demandOfSource() -> Subscribers.Demand { .none }
}

/// A queue without bound, which keeps all elements in their order.
public struct UnboundedQueue<Element>: DeliveryQueue {
  /// How a source is asked for elements.
  public enum Requests: Sendable {
    /// For all, at the first request of the subscriber.
    case unlimited
    /// For the next one when the subscriber has received the last.
    case oneAtATime
  }

  // Most elements wait alone, and need no memory of their own.
  @usableFromInline var first: Element?
  @usableFromInline var rest = Deque<Element>()
  @usableFromInline let requests: Requests
  /// Whether what was requested has not arrived.
  @usableFromInline var isAwaiting = false

  /// Creates an empty queue.
  ///
  /// - Parameter requests: How a source is asked for elements.
  @inlinable public init(requesting requests: Requests = .unlimited) { self.requests = requests }

  @inlinable public var isEmpty: Bool { first == nil }

  @inlinable public mutating func append(_ element: Element) {
    if requests == .oneAtATime { isAwaiting = false }
    if first == nil { first = element } else { rest.append(element) }
  }

  @inlinable public mutating func popFirst() -> Element? {
    let element = first.take()
    first = rest.popFirst()
    return element
  }

  @inlinable public mutating func demandOfSource() -> Subscribers.Demand {
    guard !isAwaiting, first == nil || requests == .unlimited else { return .none }
    isAwaiting = true
    return requests == .unlimited ? .unlimited : .max(1)
  }
}
