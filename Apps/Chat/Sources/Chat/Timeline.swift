import Screens

/// The messages of a room that are loaded, oldest first. The same message may come in a page, in the feed and as an answer, in any
/// order; it is here once.
struct Timeline: Equatable {
  /// How many messages may arrive behind a page before the oldest one goes for each.
  static let limit = 100

  private(set) var messages: [Message] = []
  private(set) var hasEarlier = true
  /// What was deleted: a page that was on its way meanwhile may still have it.
  private var deleted: Set<Int> = []
  /// How many messages are kept.
  private var size = Timeline.limit
  /// The messages that were stored, and that the server has not named since. Its first page takes their place.
  private var stored: Set<Int>

  /// The messages of an earlier session, or none.
  init(stored messages: [Message] = []) {
    self.messages = messages
    stored = Set(messages.map(\.id))
  }

  /// A page: the newest messages, or those before the ones that are here.
  mutating func receive(_ page: MessagePage) {
    messages.removeAll { stored.contains($0.id) }
    stored = []
    let reachesStart = messages.isEmpty || page.messages.first.map { $0.id < messages[0].id } ?? true
    if reachesStart { hasEarlier = page.hasEarlier }
    for message in page.messages { insert(message) }
    size = messages.count + Self.limit
  }

  /// A message that has arrived, or was sent. The oldest one goes for it if there are too many, and can be loaded again.
  mutating func receive(_ message: Message) {
    insert(message)
    guard messages.count > size else { return }
    messages.removeFirst(messages.count - size)
    hasEarlier = true
  }

  private mutating func insert(_ message: Message) {
    guard !deleted.contains(message.id) else { return }
    stored.remove(message.id)
    let index = messages.lastIndex { $0.id <= message.id }
    if let index, messages[index].id == message.id {
      messages[index] = message
    } else {
      messages.insert(message, at: index.map { $0 + 1 } ?? 0)
    }
  }

  mutating func delete(_ id: Int) {
    deleted.insert(id)
    messages.removeAll { $0.id == id }
  }

  /// The keys of the messages, by which the outbox knows what was sent.
  var keys: Set<IdempotencyKey> { Set(messages.compactMap(\.key)) }
}

typealias PostEntry = OutboxEntry<NewMessage, Message>
