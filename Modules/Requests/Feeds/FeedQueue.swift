import Streams
import StreamsExtras

/// What waits between a source of a feed and its subscriber: at most what the feed's window holds.
struct FeedQueue: DeliveryQueue {
  struct Entry {
    let update: ServiceUpdate
    let size: Size
  }

  /// How much room an update takes.
  struct Size {
    let bytes: Int
    let isCondition: Bool
  }

  /// How many conditions may wait. A source that has no room makes no connection, so there is always room for the last ones.
  private static var maximumConditions: Int { 64 }

  /// How many elements were sent, those that were dropped included.
  private(set) var count = 0
  /// Whether the source is told of each element that waits no longer.
  var reportsHandled = false

  private let window: FeedWindow
  private var entries = Deque<Entry>()
  /// What the subscriber has taken without asking for more.
  private var taken: Size?
  // How much waits, what was taken included.
  private var elements = 0
  private var bytes = 0
  private var conditions = 0
  /// Whether the source is paused.
  private var isPaused = false
  /// Whether an element had no room. Nothing is kept after it.
  private var isOverrun = false

  init(_ window: FeedWindow) { self.window = window }

  /// How many elements that were sent wait no longer.
  var handled: Int { count - elements }

  private var isFull: Bool {
    conditions >= Self.maximumConditions
      || !window.keepsNewest && (elements >= window.elements || bytes >= window.bytes)
  }

  private var isHalfFull: Bool {
    conditions > Self.maximumConditions / 2
      || !window.keepsNewest && (elements > window.elements / 2 || bytes > window.bytes / 2)
  }

  // MARK: - The source

  /// What became of an element.
  struct Sent {
    /// Whether it had no room.
    var isOverrun = false
    /// Whether it, or one in whose place it is, waits no longer.
    var isHandled = false
    /// What it has replaced, for a caller that releases it later.
    var replaced = Deque<Entry>()
  }

  /// Sends an element; `nil` for one that is dropped.
  mutating func send(_ element: ServiceUpdate?, bytes: Int) -> Sent {
    count += 1
    guard let element else { return Sent(isHandled: true) }
    guard !isOverrun, window.keepsNewest || elements < window.elements && self.bytes < window.bytes else {
      isOverrun = true
      return Sent(isOverrun: true)
    }
    let replaced = window.keepsNewest ? removeElements() : Deque()
    add(element, Size(bytes: bytes, isCondition: false))
    return Sent(isHandled: !replaced.isEmpty, replaced: replaced)
  }

  /// Appends how the feed is.
  mutating func append(_ condition: ServiceUpdate) {
    if !isOverrun { add(condition, Size(bytes: 0, isCondition: true)) }
  }

  /// Whether there is room for an element. If not, the source is paused until ``takeRoom()`` returns true.
  mutating func hasRoom() -> Bool {
    if isFull { isPaused = true }
    return !isPaused
  }

  /// Whether a source that was told to wait may go on.
  mutating func takeRoom() -> Bool {
    guard isPaused, !isHalfFull else { return false }
    isPaused = false
    return true
  }

  private mutating func add(_ update: ServiceUpdate, _ size: Size) {
    entries.append(Entry(update: update, size: size))
    count(size, 1)
  }

  private mutating func count(_ size: Size, _ difference: Int) {
    if size.isCondition { conditions += difference } else { elements += difference }
    bytes += difference * size.bytes
  }

  private mutating func removeElements() -> Deque<Entry> {
    var (rest, removed) = (Deque<Entry>(), Deque<Entry>())
    while let entry = entries.popFirst() {
      if entry.size.isCondition {
        rest.append(entry)
      } else {
        count(entry.size, -1)
        removed.append(entry)
      }
    }
    entries = rest
    return removed
  }

  // MARK: - The subscriber

  var isEmpty: Bool { entries.isEmpty }

  mutating func popFirst() -> ServiceUpdate? {
    let entry = entries.popFirst()
    taken = entry?.size
    return entry?.update
  }

  /// Asks a source for more that is paused, or that is told of each element.
  mutating func demandOfSource() -> Subscribers.Demand {
    guard let taken = taken.take() else { return .none }
    count(taken, -1)
    return reportsHandled || isPaused && !isHalfFull ? .max(1) : .none
  }
}
