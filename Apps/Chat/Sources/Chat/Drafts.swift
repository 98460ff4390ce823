import Outbox
import Screens

/// What was written for a room, and not sent.
struct Draft: JSONRecord, Equatable, Sendable {
  var room: Int
  var text = ""
  var attachment: Attachment?
  var meeting: Meeting?
  /// The name of a file that is on its way to the server. In a draft of a process that has ended, it was not sent.
  var file: String?

  static let record = Codec(
    Draft.init(room:text:attachment:meeting:file:), \.room, \.text, \.attachment, \.meeting, \.file)

  var isEmpty: Bool { text.isEmpty && attachment == nil && meeting == nil && file == nil }

  /// The draft with what was written after it.
  func followed(by other: Draft) -> Draft {
    Draft(
      room: room, text: [text, other.text].filter { !$0.isEmpty }.joined(separator: "\n"),
      attachment: other.attachment ?? attachment, meeting: other.meeting ?? meeting, file: other.file ?? file)
  }
}

extension StorageKey<[Draft]> {
  static let drafts = StorageKey("drafts")
}

/// What was written and not sent, for all screens.
final class Drafts {
  /// The action of a notice of a file that was not sent. Its value is the room.
  static let openRoom = "openRoom"

  @Published private(set) var drafts: [Draft] = []
  /// Publishes why a draft is here again that was sent.
  let returned = PassthroughSubject<(room: Int, error: OutboxError), Never>()
  /// What is on its way into the outbox, in order. It is stored until it is kept there, so it outlives the process in either place.
  private var leaving: [Int: (draft: Draft, request: AnyCancellable?)] = [:]
  private var leavingCount = 0
  /// The rooms to which a file is on its way.
  private var uploads: Set<Int> = []
  /// The drafts with what is leaving.
  private let stored: Stored<[Draft]>
  private let environment: AppEnvironment
  private let outbox: Outbox<NewMessage, Message>
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    outbox = environment.outbox(.post)
    stored = environment.stored(.drafts, default: [])
    load()
    environment.accountChanges.sink { [weak self] _ in self?.load() }.store(in: &cancellables)
    environment.noticeAnswers.sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
  }

  /// Takes what is stored for the account that the user has signed in to.
  private func load() {
    leaving = [:]
    drafts = stored.value
    for draft in drafts { tellOfFile(in: draft) }
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

  // MARK: - Files

  /// A file is on its way to a room until what this returns is released.
  func beginUpload(to room: Int) -> AnyCancellable {
    uploads.insert(room)
    return AnyCancellable { [weak self] in self?.uploads.remove(room) }
  }

  /// Why a draft is without a file that the person has picked: it was on its way when the room was closed, or the process ended. It
  /// is shown until something is written or picked: an assistant may have opened the room, and the person has not seen it yet.
  func failure(in room: Int) -> LocalizedText? {
    uploads.contains(room) ? nil : draft(for: room).file.map(Self.failure)
  }

  private static func failure(_ file: String) -> LocalizedText { Words.text("The file \(file) was not sent.") }

  /// Tells of a file that was on its way when an earlier process ended.
  private func tellOfFile(in draft: Draft) {
    guard let file = draft.file, !uploads.contains(draft.room) else { return }
    let words = environment.words
    // NB: a notice without an action would not wait for a front.
    let action = NoticeAction(Self.openRoom, words.text("Open the room"), value: "\(draft.room)")
    let notice = FrontRequest.notify(words.string(Self.failure(file)), tone: .negative, action: action)
    MainActor.assumeIsolated { [front = environment.front] in front.tell(notice) }
  }

  /// Forgets a file that was not sent when the person puts its notice away.
  private func receive(_ answer: NoticeAnswer) {
    guard answer.action.name == Self.openRoom, answer.answer == .answered(.dismissed),
      let room = answer.action.value.flatMap({ Int($0) }), !uploads.contains(room)
    else { return }
    var draft = draft(for: room)
    draft.file = nil
    keep(draft)
  }

  // MARK: - Sending

  /// Sends a draft: the outbox has it from then on, or it is here again.
  func send(_ draft: Draft) {
    leavingCount += 1
    let number = leavingCount
    var draft = draft
    draft.file = nil
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
