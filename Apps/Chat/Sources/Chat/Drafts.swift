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

/// What was written for a room and not sent, and the last messages of rooms: both outlive the process.
final class Drafts {
  /// How many messages of a room are stored, and how many in all.
  static let roomLimit = 30
  static let limit = 300

  @Published private(set) var drafts: [Draft] = []
  private var recent: [Message] = []
  private let storage: Storage
  private var following: AnyCancellable?

  init(_ environment: AppEnvironment) {
    storage = environment.storage
    load()
    following = environment.accountChanges.sink { [weak self] _ in self?.load() }
  }

  /// Takes what is stored for the account that the user has signed in to.
  private func load() {
    // What cannot be read is kept in the folder, and what is written next takes its name.
    drafts = (try? storage.value(for: .drafts)) ?? []
    recent = (try? storage.value(for: .recent)) ?? []
  }

  /// What was written for a room.
  func draft(for room: Int) -> Draft { drafts.first { $0.room == room } ?? Draft(room: room) }

  /// Keeps what was written, or forgets it if it is empty.
  func keep(_ draft: Draft) {
    guard draft != self.draft(for: draft.room) else { return }
    drafts = drafts.filter { $0.room != draft.room } + (draft.isEmpty ? [] : [draft])
    storage.set(drafts.isEmpty ? nil : drafts, for: .drafts) { _ in }
  }

  /// The messages of a room that were stored.
  func recent(of room: Int) -> [Message] { recent.filter { $0.room == room } }

  /// Stores the last messages of a room, behind those of rooms that were stored before.
  func keep(recent messages: [Message], of room: Int) {
    let last = Array(messages.suffix(Self.roomLimit))
    guard last != recent(of: room) else { return }
    recent = Array((recent.filter { $0.room != room } + last).suffix(Self.limit))
    storage.set(recent.isEmpty ? nil : recent, for: .recent) { _ in }
  }
}

private enum DraftsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Drafts { Drafts(environment) }
}

extension AppEnvironment {
  /// What was written and not sent, and the last messages.
  var drafts: Drafts { self[DraftsKey.self] }
}
