public import Descriptions

/// Something that a service goes on telling, as a value: its name, what it is asked with, and its elements.
///
/// A service declares one for each of its feeds:
///
/// ```swift
/// extension ServiceFeed<Room, Message> {
///   static var messages: Self { Self("messages").identified(by: \.id) }
/// }
/// ```
///
/// A ``Backend`` is asked for it with ``Backend/follow(_:_:)``. The input and the elements are described as those of a
/// ``ServiceOperation``, with private and secret members.
public struct ServiceFeed<Input: Sendable, Element: Sendable>: Sendable {
  /// The name, which is stable and unique in a backend, also among the operations: recordings and the option `--fail` use it.
  public let name: String
  /// How an input is read, written and described.
  public let input: Codec<Input>
  /// How an element is read, written and described.
  public let element: Codec<Element>
  /// How many elements may wait for the app.
  public private(set) var window = FeedWindow()
  /// Whether the feed goes on after an element that cannot be read; by default it fails.
  public private(set) var skipsUnreadable = false

  private var makeRepeatFilter: (@Sendable () -> @Sendable (Element) -> Bool)?

  /// A feed with the codecs of its values.
  ///
  /// - Parameters:
  ///   - name: a name that no other feed and no operation has: letters, digits, `.`, `-` and `_`. `all` means every one.
  ///   - input: how an input is read, written and described.
  ///   - element: how an element is read, written and described.
  public init(_ name: String, input: Codec<Input>, element: Codec<Element>) {
    precondition(
      RequestFailure.isName(name) && name != RequestFailure.everyName,
      "A feed is not called \"\(name)\": its name consists of letters, digits, \".\", \"-\" and \"_\".")
    self.name = name
    self.input = input
    self.element = element
  }

  /// The feed of values whose types its caller does not know.
  package var erased: ServiceFeed<any Sendable, any Sendable> {
    var feed = ServiceFeed<any Sendable, any Sendable>(name, input: input.erased, element: element.erased)
    feed.window = window
    feed.skipsUnreadable = skipsUnreadable
    guard let makeRepeatFilter else { return feed }
    feed.makeRepeatFilter = {
      let isNew = makeRepeatFilter()
      return { element in (element as? Element).map(isNew) ?? true }
    }
    return feed
  }
}

extension ServiceFeed where Element: JSONReadable & JSONWritable {
  /// A feed whose input and elements are described by their types.
  public init(_ name: String) where Input: JSONReadable & JSONWritable {
    self.init(name, input: .described, element: .described)
  }

  /// A feed whose input is a record. A secret member of it goes to a transport only.
  public init(_ name: String) where Input: JSONRecord {
    self.init(name, input: .record, element: .described)
  }

  /// A feed without an input.
  public init(_ name: String) where Input == Void {
    self.init(name, input: .nothing, element: .described)
  }
}

// MARK: - What a feed says of itself

extension ServiceFeed {
  /// The same feed, without repeated elements: one that has the identity of an earlier element is dropped.
  ///
  /// - Parameters:
  ///   - identity: what tells elements apart.
  ///   - count: how many identities are remembered, the latest ones. An element that repeats an older one passes.
  public func identified<Identity: Hashable & Sendable>(
    by identity: any KeyPath<Element, Identity> & Sendable, last count: Int = 10_000
  ) -> ServiceFeed {
    precondition(count > 0, "A feed remembers at least one identity.")
    var feed = self
    feed.makeRepeatFilter = {
      let identities = RepeatFilter<Identity>(capacity: count)
      return { identities.insert($0[keyPath: identity]) }
    }
    return feed
  }

  /// The same feed, with another bound of what waits for the app.
  ///
  /// - Parameters:
  ///   - elements: how many elements may wait.
  ///   - bytes: how many bytes they may have in all; see ``FeedWindow/bytes``.
  public func windowed(elements: Int, bytes: Int = FeedWindow().bytes) -> ServiceFeed {
    var feed = self
    feed.window = FeedWindow(elements: elements, bytes: bytes)
    return feed
  }

  /// The same feed, of which the newest element is enough: an element that waits for the app is replaced by the next one. Its
  /// source is never paused.
  public func keepingNewest() -> ServiceFeed {
    var feed = self
    feed.window = .newest
    return feed
  }

  /// The same feed, which goes on after an element that cannot be read: it publishes ``FeedEvent/unreadable(_:)``.
  public func skippingUnreadable() -> ServiceFeed {
    var feed = self
    feed.skipsUnreadable = true
    return feed
  }

  /// Returns a closure that says of each element whether it is new; `nil` if the feed names no identity.
  var repeatFilter: (@Sendable (Element) -> Bool)? { makeRepeatFilter?() }
}

extension ServiceFeed: Hashable, CustomStringConvertible {
  /// Whether two feeds have one name.
  public static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public var description: String { name }
}
