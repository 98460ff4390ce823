import Streams
import Words

extension AppEnvironment {
  /// Says that something was done, and offers to undo it: a notice with a button, for something local, such as a line that was removed
  /// from a basket. What a service has to be told when it can no longer be undone is done by ``UndoableRequests``.
  ///
  /// ```swift
  /// @MainActor func remove(_ name: String, _ environment: AppEnvironment, putBack: @escaping () -> Void) {
  ///   environment.offerUndo("Removed: \(name)", undo: putBack)
  /// }
  /// ```
  ///
  /// The offer ends when the account changes.
  ///
  /// - Parameters:
  ///   - text: what was done, with what it was done to.
  ///   - undo: called once, if the person chooses it.
  @MainActor public func offerUndo(_ text: String, undo: @escaping () -> Void) {
    let action = NoticeAction(UndoOffers.name, words.text("Undo"), value: shared(UndoOffers.init).add(undo))
    front.tell(.notify(text, action: action).with { $0.isForAssistants = true })
  }
}

/// What local things can be undone, by the values of the notices' actions.
private final class UndoOffers {
  static let name = "undo"

  private var count = 0
  private var undo: [String: () -> Void] = [:]
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    environment.accountChanges.sink { [unowned self] _ in undo = [:] }.store(in: &cancellables)
    environment.noticeAnswers.filter { $0.action.name == Self.name }
      .sink { [unowned self] notice in
        guard let value = notice.action.value, let undo = undo.removeValue(forKey: value) else { return }
        if notice.answer == .answered(.action) { undo() }
      }
      .store(in: &cancellables)
  }

  /// - Returns: The value of the notice's action.
  func add(_ undo: @escaping () -> Void) -> String {
    count += 1
    // NB: ``UndoableRequests`` has the identities of its items as values of actions of this name.
    let value = "local-\(count)"
    self.undo[value] = undo
    return value
  }
}
