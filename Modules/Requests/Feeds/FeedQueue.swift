import Streams

/// What waits between a source of a feed and its subscriber, as a value: ``FeedCore`` keeps it behind its lock.
///
/// It knows no element's type, because code that is generic in one looks up its types again with each call.
struct FeedQueue {
  /// An event in a box, and the bytes that it had.
  struct Entry {
    let event: AnyObject
    let size: Int
    let isCondition: Bool
  }

  /// What the subscriber receives next.
  enum Step {
    case event(AnyObject)
    case completion(Subscribers.Completion<ServiceError>)
  }

  /// How many conditions may wait. A source that has no room makes no connection, so there is always room for the last ones.
  private static var maximumConditions: Int { 64 }

  private let window: FeedWindow
  private var entries = Deque<Entry>()
  /// What the subscriber has taken without asking for more.
  private var taken: Entry?
  private var demand = Subscribers.Demand.none
  // How much waits, what was taken included.
  private(set) var elements = 0
  private var bytes = 0
  private var conditions = 0
  private var completion: Subscribers.Completion<ServiceError>?
  /// Whether the source is paused.
  private var isPaused = false

  init(_ window: FeedWindow) { self.window = window }

  var isComplete: Bool { completion != nil }

  private var isFull: Bool {
    conditions >= Self.maximumConditions
      || !window.keepsNewest && (elements >= window.elements || bytes >= window.bytes)
  }

  private var isHalfFull: Bool {
    conditions > Self.maximumConditions / 2
      || !window.keepsNewest && (elements > window.elements / 2 || bytes > window.bytes / 2)
  }

  // MARK: - The source

  /// Appends an element.
  ///
  /// - Returns: false if the window was full: the element was not appended.
  mutating func append(element: Entry) -> Bool {
    if window.keepsNewest {
      removeElements()
    } else if elements >= window.elements || bytes >= window.bytes {
      return false
    }
    add(element)
    return true
  }

  /// Appends how the feed is.
  mutating func append(condition: AnyObject) { add(Entry(event: condition, size: 0, isCondition: true)) }

  mutating func complete(_ completion: Subscribers.Completion<ServiceError>) {
    if self.completion == nil { self.completion = completion }
  }

  /// Whether there is room for an element. If not, the source is paused until `takeRoom()` returns true.
  mutating func hasRoom() -> Bool {
    if isFull { isPaused = true }
    return !isPaused
  }

  private mutating func add(_ entry: Entry) {
    entries.append(entry)
    count(entry, 1)
  }

  private mutating func count(_ entry: Entry, _ difference: Int) {
    if entry.isCondition { conditions += difference } else { elements += difference }
    bytes += difference * entry.size
  }

  private mutating func removeElements() {
    var rest = Deque<Entry>()
    while let entry = entries.popFirst() {
      if entry.isCondition { rest.append(entry) } else { count(entry, -1) }
    }
    entries = rest
  }

  /// Removes what waits.
  mutating func removeAll() { entries.removeAll() }

  // MARK: - The subscriber

  mutating func request(_ demand: Subscribers.Demand) {
    self.demand += demand
    guard self.demand > .none, let taken = taken.take() else { return }
    count(taken, -1)
  }

  /// Whether a source that was told to wait may go on.
  mutating func takeRoom() -> Bool {
    guard isPaused, !isHalfFull, !isComplete else { return false }
    isPaused = false
    return true
  }

  /// Removes what the subscriber receives next; `nil` if nothing waits that it has asked for.
  mutating func next() -> Step? {
    if entries.isEmpty, let completion { return .completion(completion) }
    guard demand > .none, let entry = entries.popFirst() else { return nil }
    demand -= 1
    taken = entry
    return .event(entry.event)
  }
}
