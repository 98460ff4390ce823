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
    let offers = shared(UndoOffers.init)
    offers.count += 1
    offers.begin(text, NoticeAction("undo", words.text("Undo"), value: "local-\(offers.count)"), in: self, undo: undo)
  }
}

/// What can be undone by notices.
final class UndoOffers {
  /// How many local things could be undone.
  fileprivate var count = 0
  private var undo: [String: () -> Void] = [:]
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    environment.accountChanges.sink { [unowned self] _ in undo = [:] }.store(in: &cancellables)
    environment.noticeAnswers.sink { [unowned self] notice in
      guard let undo = undo.removeValue(forKey: Self.key(notice.action)) else { return }
      if notice.answer == .answered(.action) { undo() }
    }
    .store(in: &cancellables)
  }

  @MainActor fileprivate func begin(
    _ text: String, _ action: NoticeAction, in environment: AppEnvironment, undo: @escaping () -> Void
  ) {
    self.undo[Self.key(action)] = undo
    environment.front.tell(.notify(text, action: action).with { $0.isForAssistants = true })
  }

  private static func key(_ action: NoticeAction) -> String { "\(action.name)\n\(action.value ?? "")" }
}
