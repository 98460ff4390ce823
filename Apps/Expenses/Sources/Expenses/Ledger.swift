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
  /// Publishes each expense that was added.
  let added = PassthroughSubject<Expense, Never>()
  /// Publishes each expense that was changed.
  let changed = PassthroughSubject<Expense, Never>()
  /// What is deleted as soon as it can no longer be undone.
  let deletions: UndoableRequests<Expense>
  private let drafts: Stored<[Draft]>

  init(_ environment: AppEnvironment) {
    drafts = environment.stored(.drafts, default: [])
    deletions = UndoableRequests(.delete, in: environment, storedAs: .deletions) { expense in
      expense.id
    } notice: { expenses, words in
      let note = expenses[0].details.note
      return words.text("\(note.isEmpty ? words.text("An expense") : note) was deleted.")
    }
  }

  /// What was entered for an expense and not saved; `nil` stands for a new one.
  func draft(of id: Int?) -> Draft? { drafts.value.first { $0.base?.id == id } }

  /// Keeps what was entered, or forgets it.
  func setDraft(_ draft: Draft?, of id: Int?) {
    drafts.value = drafts.value.filter { $0.base?.id != id } + (draft.map { [$0] } ?? [])
  }
}

private enum LedgerKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Ledger { Ledger(environment) }
}

extension AppEnvironment {
  /// What the screens share.
  var ledger: Ledger { self[LedgerKey.self] }
}
