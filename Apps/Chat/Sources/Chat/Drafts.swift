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

  /// The draft with what was written after it.
  func followed(by other: Draft) -> Draft {
    Draft(
      room: room, text: [text, other.text].filter { !$0.isEmpty }.joined(separator: "\n"),
      attachment: other.attachment ?? attachment, meeting: other.meeting ?? meeting)
  }
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
  /// Publishes why a draft is here again that was sent.
  let returned = PassthroughSubject<(room: Int, error: OutboxError), Never>()
  /// What is on its way into the outbox, in order. It is stored until it is kept there, so it outlives the process in either place.
  private var leaving: [Int: (draft: Draft, request: AnyCancellable?)] = [:]
  private var leavingCount = 0
  private var recent: [Message] = []
  /// Says that ``recent`` has to be stored.
  private let changes = PassthroughSubject<Void, Never>()
  private let environment: AppEnvironment
  private let outbox: Outbox<NewMessage, Message>
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    outbox = environment.outbox(.post)
    load()
    environment.accountChanges.sink { [weak self] _ in self?.load() }.store(in: &cancellables)
    changes.throttle(for: .seconds(Inbox.interval), scheduler: environment.main, latest: true)
      .sink { [weak self] in self?.storeRecent() }
      .store(in: &cancellables)
  }

  /// Takes what is stored for the account that the user has signed in to.
  private func load() {
    // What cannot be read is kept in the folder, and what is written next takes its name.
    drafts = (try? environment.storage.value(for: .drafts)) ?? []
    leaving = [:]
    recent = (try? environment.storage.value(for: .recent)) ?? []
  }

  /// What was written for a room.
  func draft(for room: Int) -> Draft { drafts.first { $0.room == room } ?? Draft(room: room) }

  /// Keeps what was written, or forgets it if it is empty. What is written while no one is signed in is not kept: the next person would see it.
  func keep(_ draft: Draft) {
    guard !environment.account.isEmpty, draft != self.draft(for: draft.room) else { return }
    replace(draft)
    store()
  }

  private func replace(_ draft: Draft) {
    drafts = drafts.filter { $0.room != draft.room } + (draft.isEmpty ? [] : [draft])
  }

  private func store() {
    var stored: [Int: Draft] = [:]
    for draft in leaving.sorted(by: { $0.key < $1.key }).map(\.value.draft) + drafts {
      stored[draft.room] = stored[draft.room]?.followed(by: draft) ?? draft
    }
    let all = stored.values.sorted { $0.room < $1.room }
    environment.storage.set(all.isEmpty ? nil : all, for: .drafts) { _ in }
  }

  // MARK: - Sending

  /// Sends a draft: the outbox has it from then on, or it is here again.
  func send(_ draft: Draft) {
    leavingCount += 1
    let number = leavingCount
    leaving[number] = (draft, nil)
    replace(Draft(room: draft.room))
    let request = outbox.add { key in
      NewMessage(
        room: draft.room, text: draft.text, attachment: draft.attachment, meeting: draft.meeting, key: key)
    }
    .sink { [weak self] in self?.receive($0, number) }
    leaving[number]?.request = request
  }

  private func receive(_ result: Result<IdempotencyKey, OutboxError>, _ number: Int) {
    guard let draft = leaving.removeValue(forKey: number)?.draft else { return }
    if case .failure(let error) = result {
      replace(draft.followed(by: self.draft(for: draft.room)))
      returned.send((draft.room, error))
    }
    store()
  }

  // MARK: - Messages

  /// The messages of a room that were stored.
  func recent(of room: Int) -> [Message] { recent.filter { $0.room == room } }

  /// Stores the last messages of a room, behind those of rooms that were stored before: at once, and after a while what came since.
  func keep(recent messages: [Message], of room: Int) {
    let last = Array(messages.suffix(Self.roomLimit))
    guard last != recent(of: room) else { return }
    recent = Array((recent.filter { $0.room != room } + last).suffix(Self.limit))
    changes.send()
  }

  private func storeRecent() {
    environment.storage.set(recent.isEmpty ? nil : recent, for: .recent) { _ in }
  }
}

private enum DraftsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Drafts { Drafts(environment) }
}

extension AppEnvironment {
  /// What was written and not sent, and the last messages.
  var drafts: Drafts { self[DraftsKey.self] }
}
