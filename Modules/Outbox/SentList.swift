public import Requests

/// What a server has made of an entry of an outbox, or of what was sent otherwise: a message, a note.
public protocol SentElement: Identifiable, Sendable where ID: Sendable {
  /// The key with which it was sent, by which its author knows it before the server has answered; `nil` if the server does not tell it.
  var key: IdempotencyKey? { get }

  /// Whether it stands before another one, in the order of the server. By default the order is that of the identities.
  func isBefore(_ other: Self) -> Bool
}

extension SentElement where ID: Comparable {
  public func isBefore(_ other: Self) -> Bool { id < other.id }
}

/// What a server has, in its order, and behind it what waits in an outbox, each once.
///
/// An element may come in a page, in a feed and as the answer to an entry, in any order, twice, or in only one of them. What was
/// deleted does not come back with a page that was on its way meanwhile; it does if the server has restored it, and says so in the feed
/// or in a page that was asked for later.
///
/// ```swift
/// struct Reply: JSONRecord {
///   var text: String
///   var key: IdempotencyKey
///
///   static let record = Codec(Reply.init(text:key:), \.text, \.key)
/// }
///
/// struct SentReply: SentElement {
///   var id: Int
///   var text: String
///   var key: IdempotencyKey?
/// }
///
/// func texts(_ list: SentList<SentReply, Reply>) -> [String] {
///   list.rows.map { row in
///     switch row {
///     case .element(let reply): reply.text
///     case .entry(let entry): "\(entry.input.text): \(entry.status?.description ?? "sent")"
///     }
///   }
/// }
/// ```
///
/// The keys that the server names are told to the outbox, too, so that it does not send again what the server has: see
/// ``Outbox/didSee(_:)-(IdempotencyKey)``.
public struct SentList<Element: SentElement, Input: Sendable>: Sendable {
  public typealias Entry = OutboxEntry<Input, Element>

  /// A row: an element of the server, or an entry that it has not named.
  public enum Row: Identifiable, Sendable {
    case element(Element)
    case entry(Entry)

    /// The key with which it was sent, or else the identity of the element: the row stays the same one when the server names it.
    public var id: String {
      switch self {
      case .element(let element): SentList.id(of: element)
      case .entry(let entry): entry.key.rawValue
      }
    }
  }

  /// What the server has, as far as it is loaded, the first one first.
  public private(set) var elements: [Element]
  /// Whether the server has elements before these.
  public private(set) var hasEarlier = true
  /// What the outbox has.
  public private(set) var entries: [Entry] = []
  /// Whether a page has come since the list began, and since ``invalidate()``. Until then the elements are those of before.
  public private(set) var isCurrent = false
  /// How many elements were removed, and how often the list began anew: it tells whether a page was asked for before that, see
  /// ``receive(page:hasEarlier:askedAt:)``.
  public private(set) var revision = 0
  /// The revision at which the list began anew.
  private var start = 0
  /// The elements of before, which the server has not named since. The next page takes their place.
  private var stored: Set<Element.ID>
  /// The elements that were removed, and when.
  private var removed: [Element.ID: Int] = [:]
  /// The keys that the server has named.
  private var named: Set<IdempotencyKey> = []
  /// The keys of entries that were here before they were sent. What was sent before this list began is an element or was deleted, as the
  /// server says.
  private var unsent: Set<IdempotencyKey> = []

  /// A list that begins with the elements that the app has stored in an earlier session.
  public init(stored elements: [Element] = []) {
    self.elements = elements
    stored = Set(elements.map(\.id))
  }

  /// Takes a page: the newest elements, or those before the ones that are here. While the list is not current, it is one of the newest.
  ///
  /// - Parameters:
  ///   - page: The elements, the first one first.
  ///   - hasEarlier: Whether the server has elements before the page.
  ///   - askedAt: The ``revision`` when the page was asked for. A page of before ``invalidate()`` is ignored, and what was removed
  ///     after the page was asked for does not come back with it. Without it, nothing comes back that was removed.
  public mutating func receive(page: [Element], hasEarlier: Bool, askedAt: Int? = nil) {
    if let askedAt, askedAt < start { return }
    named.formUnion(page.compactMap(\.key))
    elements.removeAll { stored.contains($0.id) }
    stored = []
    // What was named meanwhile, and stands before a gap, comes with the pages before this one.
    if !isCurrent, hasEarlier, let first = page.first { elements.removeAll { $0.isBefore(first) } }
    let reachesStart = elements.isEmpty || page.first.map { $0.isBefore(elements[0]) } ?? true
    if reachesStart || !isCurrent { self.hasEarlier = hasEarlier }
    isCurrent = true
    for element in page {
      let isDeleted = removed[element.id].map { $0 > askedAt ?? 0 } ?? false
      if !isDeleted { insert(element) }
    }
  }

  /// Takes an element as the server has it now, such as one of a feed. One that was removed is here again: the server has restored it.
  /// One that belongs before the elements that are loaded comes with its page.
  public mutating func receive(_ element: Element) {
    if let key = element.key { named.insert(key) }
    if isCurrent, hasEarlier, let first = elements.first, element.isBefore(first),
      !elements.contains(where: { $0.id == element.id })
    {
      removed[element.id] = nil
    } else {
      insert(element)
    }
  }

  private mutating func insert(_ element: Element) {
    removed[element.id] = nil
    stored.remove(element.id)
    if let index = elements.lastIndex(where: { $0.id == element.id }) {
      elements[index] = element
    } else {
      let index = elements.lastIndex { $0.isBefore(element) }
      elements.insert(element, at: index.map { $0 + 1 } ?? 0)
    }
  }

  /// Takes what the outbox has. The answer to an entry is an element, unless the server has named it before, which may be newer.
  public mutating func receive(_ entries: [Entry]) {
    self.entries = entries
    for entry in entries {
      if entry.state != .sent { unsent.insert(entry.key) }
      guard let answer = entry.answer, unsent.contains(entry.key), named.insert(entry.key).inserted,
        removed[answer.id] == nil
      else { continue }
      receive(answer)
    }
  }

  /// Removes an element that the server has not any more.
  public mutating func remove(_ id: Element.ID) {
    revision += 1
    removed[id] = revision
    elements.removeAll { $0.id == id }
  }

  /// Forgets the first elements. They can be loaded again.
  public mutating func removeFirst(_ count: Int) {
    guard count > 0 else { return }
    elements.removeFirst(count)
    hasEarlier = true
  }

  /// Begins anew, as after a break behind which the server cannot say what has changed. The elements stay until the next page takes
  /// their place, but for those that the server has named meanwhile; the entries stay.
  public mutating func invalidate() {
    revision += 1
    start = revision
    isCurrent = false
    stored = Set(elements.map(\.id))
  }

  /// The entries that the server has not named, in the order in which they were added.
  public var waiting: [Entry] {
    entries.filter { !named.contains($0.key) && ($0.state != .sent || unsent.contains($0.key)) }
  }

  /// All rows: the elements, and behind them the entries that the server has not named.
  public var rows: [Row] { elements.map(Row.element) + waiting.map(Row.entry) }

  /// The element with the identity of a row; `nil` if the row is an entry, or is not here.
  public func element(_ id: String) -> Element? { elements.first { Self.id(of: $0) == id } }

  /// The identity of the row of an element.
  public static func id(of element: Element) -> String { element.key?.rawValue ?? "\(element.id)" }
}
