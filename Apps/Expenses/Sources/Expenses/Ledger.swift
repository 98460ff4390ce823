import Foundation
import Screens

extension StorageKey<[Draft]> {
  static let drafts = StorageKey("drafts")
}

extension StorageKey<[Expense]> {
  static let deletions = StorageKey("deletions")
}

/// What the screens of an app share: what they have changed, what is about to be deleted, and what was entered and not
/// saved. Deletions and drafts outlive the process.
final class Ledger {
  /// How long a deletion can be undone.
  static let undoTime = 5

  /// Publishes each expense that was added.
  let added = PassthroughSubject<Expense, Never>()
  /// Publishes each expense that was changed.
  let changed = PassthroughSubject<Expense, Never>()
  /// Publishes the identity of each expense that was deleted.
  let deleted = PassthroughSubject<Int, Never>()
  /// Publishes why an expense was not deleted.
  let failures = PassthroughSubject<ServiceError, Never>()
  /// What is deleted as soon as it can no longer be undone, oldest first.
  @Published private(set) var deletions: [Expense]

  private var drafts: [Draft]
  /// The deletions that can be undone, and those that the service is asked for, by the identity of the expense.
  private var waits: [Int: AnyCancellable] = [:]
  private var requests: [Int: AnyCancellable] = [:]
  private let backend: any Backend
  private let main: AnySchedulerOf<DispatchQueue>
  private let storage: Storage
  private let front: FrontAsker
  private let words: () -> Words
  private var undoing: AnyCancellable?
  private var following: AnyCancellable?

  init(_ environment: AppEnvironment) {
    backend = environment.backend
    main = environment.main
    storage = environment.storage
    // Values that cannot be read are kept in the folder, and those of this process take their names.
    drafts = (try? storage.value(for: .drafts)) ?? []
    deletions = (try? storage.value(for: .deletions)) ?? []
    front = environment.front
    // NB: not the environment itself, which keeps the ledger.
    words = { [localization = environment.localization, catalogs = environment.catalogs] in
      Words(language: localization.value.language, locale: localization.value.locale, catalogs: catalogs)
    }
    undoing = environment.noticeAnswers
      .filter { $0.action.name == "undo" && $0.answer == .answered(.action) }
      .compactMap { $0.action.value.flatMap { Int($0) } }
      .sink { [weak self] in self?.undo($0) }
    following = environment.accountChanges.sink { [weak self] _ in self?.load() }
    resumeDeletions()
  }

  /// Takes what is stored for the account that the user has signed in to, in place of that of another one.
  private func load() {
    waits = [:]
    requests = [:]
    drafts = (try? storage.value(for: .drafts)) ?? []
    deletions = (try? storage.value(for: .deletions)) ?? []
    resumeDeletions()
  }

  // MARK: Deletions

  /// Deletes an expense in five seconds. If the process ends before, the next one offers to undo it for as long.
  func delete(_ expense: Expense) {
    guard !deletions.contains(where: { $0.id == expense.id }) else { return }
    setDeletions(deletions + [expense])
    resumeDeletions()
  }

  /// Keeps an expense that was deleted, if there is still time.
  private func undo(_ id: Int) {
    guard waits.removeValue(forKey: id) != nil else { return }
    setDeletions(deletions.filter { $0.id != id })
  }

  /// Gives each deletion that does not wait its five seconds: at the start, and after the user has signed in.
  func resumeDeletions() {
    for expense in deletions where waits[expense.id] == nil && requests[expense.id] == nil {
      waits[expense.id] = Just(expense.id)
        .delay(for: .seconds(Self.undoTime), scheduler: main)
        .sink { [weak self] in self?.requestDeletion(of: $0) }
      offerUndo(of: expense)
    }
  }

  /// Tells the person what was deleted. The notice is the app's: the screen of the expense has closed by now.
  private func offerUndo(of expense: Expense) {
    let words = words()
    let note = expense.details.note.isEmpty ? words.text("An expense") : expense.details.note
    let undo = NoticeAction("undo", words.text("Undo"), value: "\(expense.id)")
    let notice = FrontRequest.notify(words.text("\(note) was deleted."), action: undo).waiting(
      atMost: .seconds(Self.undoTime))
    MainActor.assumeIsolated { [front] in front.tell(notice) }
  }

  private func requestDeletion(of id: Int) {
    waits[id] = nil
    requests[id] = backend.answer(.delete, id).result().sink { [weak self] in self?.receive($0, id) }
  }

  private func receive(_ result: Result<Void, ServiceError>, _ id: Int) {
    requests[id] = nil
    if case .failure(let error) = result, error.httpStatus != 404 {
      failures.send(error)
      // A deletion that needs a sign-in waits for it.
      if error == .sessionEnded || error.httpStatus == 401 { return }
    } else {
      deleted.send(id)
    }
    setDeletions(deletions.filter { $0.id != id })
  }

  private func setDeletions(_ deletions: [Expense]) {
    storage.set(deletions.isEmpty ? nil : deletions, for: .deletions) { _ in }
    self.deletions = deletions
  }

  // MARK: Drafts

  /// What was entered for an expense and not saved; `nil` stands for a new one.
  func draft(of id: Int?) -> Draft? { drafts.first { $0.base?.id == id } }

  /// Keeps what was entered, or forgets it.
  func setDraft(_ draft: Draft?, of id: Int?) {
    drafts.removeAll { $0.base?.id == id }
    if let draft { drafts.append(draft) }
    storage.set(drafts.isEmpty ? nil : drafts, for: .drafts) { _ in }
  }
}

private enum LedgerKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Ledger { Ledger(environment) }
}

extension AppEnvironment {
  /// What the screens share.
  var ledger: Ledger { self[LedgerKey.self] }
}
