public import Streams

/// What a feed publishes: its elements, and between them how it is.
///
/// ```swift
/// func follow(_ room: Room, show: @escaping (Message) -> Void) -> AnyCancellable {
///   backend.follow(.messages, room).paced(on: main)
///     .sink { end in
///       print(end)
///     } receiveValue: { event in
///       switch event {
///       case .element(let message): show(message)
///       case .condition(let condition): print(condition)
///       case .unreadable(let error): print(error.message)
///       }
///     }
/// }
/// ```
///
/// The feed ends with its completion: finished when its source ends in order, or a failure that says why there is no more.
public enum FeedEvent<Element: Sendable>: Sendable {
  /// The next element.
  case element(Element)
  /// How the feed is from here on.
  case condition(FeedCondition)
  /// An element that cannot be read, in its place; only from a feed with ``ServiceFeed/skippingUnreadable()``. The error is
  /// ``ServiceError/unreadable(_:number:)`` or ``ServiceError/oversized(_:number:id:)``.
  case unreadable(ServiceError)
}

extension FeedEvent: Equatable where Element: Equatable {}
extension FeedEvent: Hashable where Element: Hashable {}

extension FeedEvent {
  /// The element; `nil` for another event.
  public var element: Element? { if case .element(let element) = self { element } else { nil } }
}

extension Publisher {
  /// Publishes the elements of a feed alone.
  ///
  /// - Demand: That of the elements.
  public func elements<Element>() -> some Publisher<Element, Failure> where Output == FeedEvent<Element> {
    compactMap(\.element)
  }
}
