import Screens

/// What was written for a room, and not sent.
struct Draft: JSONRecord, Equatable, Sendable {
  var room: Int
  var text = ""
  var attachment: Attachment?
  var meeting: Meeting?

  static let record = Codec(
    Draft.init(room:text:attachment:meeting:), Member("room", \.room), Member("text", \.text),
    Member("attachment", \.attachment), Member("meeting", \.meeting))

  var isEmpty: Bool { text.isEmpty && attachment == nil && meeting == nil }
}

extension StorageKey<[Draft]> {
  static let drafts = StorageKey("drafts")
}

extension StorageKey<[Message]> {
  /// The last messages of the rooms that were open last, for a start without a network.
  static let recent = StorageKey("recent-messages")
}

extension AppEnvironment {
  /// What was written and not sent.
  var drafts: Stored<[Draft]> { stored(.drafts, default: []) }

  /// The last messages of rooms.
  var recent: Stored<[Message]> { stored(.recent, default: []) }
}

extension Stored<[Draft]> {
  /// What was written for a room.
  func draft(for room: Int) -> Draft { value.first { $0.room == room } ?? Draft(room: room) }

  /// Keeps what was written, or forgets it if it is empty.
  func keep(_ draft: Draft) {
    guard draft != self.draft(for: draft.room) else { return }
    value = value.filter { $0.room != draft.room } + (draft.isEmpty ? [] : [draft])
  }
}

extension Stored<[Message]> {
  /// The messages of a room that were stored.
  func messages(of room: Int) -> [Message] { value.filter { $0.room == room } }

  /// Stores the last 30 messages of a room, behind those of rooms that were stored before, 300 in all.
  func keep(_ messages: [Message], of room: Int) {
    let last = Array(messages.suffix(30))
    guard last != self.messages(of: room) else { return }
    value = Array((value.filter { $0.room != room } + last).suffix(300))
  }
}
