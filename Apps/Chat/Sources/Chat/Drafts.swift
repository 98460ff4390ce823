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

/// What was written and not sent, for all screens.
final class Drafts {
  @Published private(set) var drafts: [Draft] = []
  /// Publishes why a draft is here again that was sent.
  let returned = PassthroughSubject<(room: Int, error: OutboxError), Never>()
  /// What is on its way into the outbox, in order. It is stored until it is kept there, so it outlives the process in either place.
  private var leaving: [Int: (draft: Draft, request: AnyCancellable?)] = [:]
  private var leavingCount = 0
  /// The drafts with what is leaving.
  private let stored: Stored<[Draft]>
  private let environment: AppEnvironment
  private let outbox: Outbox<NewMessage, Message>
  private var following: AnyCancellable?

  init(_ environment: AppEnvironment) {
    self.environment = environment
    outbox = environment.outbox(.post)
    stored = environment.stored(.drafts, default: [])
    load()
    following = environment.accountChanges.sink { [weak self] _ in self?.load() }
  }

  /// Takes what is stored for the account that the user has signed in to.
  private func load() {
    leaving = [:]
    drafts = stored.value
  }

  /// What was written for a room.
  func draft(for room: Int) -> Draft { drafts.first { $0.room == room } ?? Draft(room: room) }

  /// Keeps what was written, or forgets it if it is empty. What is written while no one is signed in is not kept: the next person would
  /// see it.
  func keep(_ draft: Draft) {
    guard !environment.account.isEmpty, draft != self.draft(for: draft.room) else { return }
    replace(draft)
    store()
  }

  private func replace(_ draft: Draft) {
    drafts = drafts.filter { $0.room != draft.room } + (draft.isEmpty ? [] : [draft])
  }

  private func store() {
    var all: [Int: Draft] = [:]
    for draft in leaving.sorted(by: { $0.key < $1.key }).map(\.value.draft) + drafts {
      all[draft.room] = all[draft.room]?.followed(by: draft) ?? draft
    }
    stored.value = all.values.sorted { $0.room < $1.room }
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
}

private enum DraftsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Drafts { Drafts(environment) }
}

extension AppEnvironment {
  /// What was written and not sent.
  var drafts: Drafts { self[DraftsKey.self] }
}
