public import JSON
public import ScreenDescriptions

extension OpenQuestion {
  /// What is asked with the question, as JSON; `nil` for a front that may not see it: one that is not asked, and while the front
  /// hides what is private.
  @MainActor public func input(for front: AppFront) -> JSONText? {
    content(for: front).map { JSONText(scanned: $0.json[...]) }
  }

  /// What is asked with the question, if it is this one and the front may see it.
  @MainActor public func input<Input, Answer>(of question: FrontQuestion<Input, Answer>, for front: AppFront) -> Input?
  {
    question.name == name ? content(for: front)?.value as? Input : nil
  }

  @MainActor private func content(for front: AppFront) -> QuestionInput.Form? {
    let isTold = isNotice && isForAssistants && !front.kind.isPerson
    guard asks(front.id) || isTold || isForAnyFront && front.kind.isPerson else { return nil }
    // A person is asked as soon as they may see all of it; from an assistant, what is private may be hidden for good.
    let rest = isPrivate || front.kind.isPerson && input.hasPrivateParts ? nil : input.rest
    return Outgoing<QuestionInput.Form?>(input.whole, hiding: .some(rest)).value(for: front)
  }
}
