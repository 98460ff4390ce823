public import Descriptions
import Words

/// What a front may send.
extension AppFront {
  /// Whether the front may not send an event to a screen, and why; `nil` if it may.
  func refusal(of event: some ScreenEvent, to screen: RunningScreen) -> Refusal? {
    if !kind.isPerson, let reason = event.describedCases.lazy.compactMap(refusal(of:)).first { return reason }
    guard kind.isPerson, !isHost, !screen.holders.numbers.contains(id.number), !screen.isApp, let app,
      !app.mayHold(screen, self)
    else { return nil }
    return Refusal(
      .tooManyScreens,
      Words.text(
        "\(count: app.limits.screensOfFront, isGrouped: false) screens are held, and that is the most there can be. Close one first."
      ))
  }

  /// Whether the front may send events of a kind, in states that allow them. An assistant's may not send one that is not for
  /// assistants, or takes a secret unless it may enter secrets.
  public func maySend(_ event: Shape.Event) -> Bool { refusal(of: event) == nil }

  private func refusal(of event: Shape.Event) -> Refusal? {
    guard !kind.isPerson else { return nil }
    if !event.isForAssistants {
      return Refusal(.notForAssistants, Words.text("This is for a person to do. Ask the person."))
    }
    guard event.members.contains(where: \.isSecret), !mayEnterSecrets else { return nil }
    return Refusal(.takesSecret, Words.text("This takes a secret. Ask the person to enter it."))
  }
}

extension ScreenEvent {
  /// What the event is, as its case describes it; of an event for a part, what that event is, too.
  var describedCases: [Shape.Event] {
    guard let event = Self.cases.first(where: { $0.matches(self) }) else { return [] }
    return [event.shape] + (event.partEvent(self)?.describedCases ?? [])
  }
}
