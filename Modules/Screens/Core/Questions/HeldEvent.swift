import Words

extension EventQuestion {
  /// The answer that sends the event.
  static let yes = "yes"

  func request(_ words: Words) -> FrontRequest<String> {
    let request = FrontRequest.confirm(
      words.string(title), message: message.map(words.string),
      [.destructive(Self.yes, words.string(confirm)), .cancel("no", words.string(cancel))])
    return isPrivate ? request.withPrivateInput() : request
  }
}

extension Questions {
  /// Whom to ask before an event is applied.
  enum HoldTarget {
    /// The fronts to ask.
    case fronts([FrontID])
    /// No front is attached.
    case none
    /// No person can be asked, for this reason.
    case cannot(String)
  }

  /// Whom to ask before an event of a front is applied.
  func target(ofEventBy front: FrontID) -> HoldTarget {
    switch target(of: FrontQuestion.confirm.name, QuestionTraits(isPersonal: true), from: front) {
    case .fronts(let fronts): fronts.isEmpty ? .none : .fronts(fronts)
    case .cannot(let reason): .cannot(reason)
    }
  }

  /// Holds an event of a front until a person has answered.
  ///
  /// - Parameters:
  ///   - question: What is asked, and the event's name.
  ///   - front: The front that has sent it.
  ///   - fronts: The fronts that are asked.
  ///   - release: Applies the event after a yes.
  /// - Returns: The id of the question.
  func hold(
    _ question: (question: EventQuestion, name: String), before event: any ScreenEvent,
    to instance: RunningScreen, by front: FrontID, asking fronts: [FrontID],
    release: @escaping () -> QuestionEnd.HeldEvent
  ) -> String {
    reporter.run(for: instance.id, by: front) {
      reporter.report(.held(event, question: nextID), about: instance, by: .front(front))
      return ask(question.question.request(words), for: instance, of: fronts, heldEvent: question.name) { answer, _ in
        answer == .answered(EventQuestion.yes) ? release() : .dropped
      }
    }
  }
}
