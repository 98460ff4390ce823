public import Screens

/// What an assistant may do that is otherwise for persons alone. By default it may do nothing of it.
public struct AssistantRights: Equatable, Sendable {
  /// Whether events that take secrets are tools.
  public var offersSecrets: Bool
  /// Whether the assistant is shown what is private while no front of a person is active.
  public var showsPrivateFields: Bool
  /// Whether the consent of the assistant's host counts as the person's, so that no person is asked before an event that has a
  /// question.
  public var trustsHostConsent: Bool
  /// The folder whose files the assistant may give to the app, and where it may save some of the app's; `nil` for none.
  public var files: FileFolder?

  /// The rights of an assistant.
  public init(
    offersSecrets: Bool = false, showsPrivateFields: Bool = false, trustsHostConsent: Bool = false,
    files: FileFolder? = nil
  ) {
    self.offersSecrets = offersSecrets
    self.showsPrivateFields = showsPrivateFields
    self.trustsHostConsent = trustsHostConsent
    self.files = files
  }
}

extension AssistantRights {
  /// The questions that the assistant answers with a file of its folder.
  static let fileQuestions = [FrontQuestion.pickFile.name, FrontQuestion.saveFile.name]
}

extension AppFront {
  /// Whether a front of a person is attached to the app, too.
  var isWithPerson: Bool { others.contains { $0.kind.isPerson } }

  /// What a person does to get to an app that an assistant has for itself.
  static let wayToPerson =
    "No prompt or page of theirs is at this app: they open one, or start this server with --attach at the app that they "
    + "use."
}

extension AppCore {
  /// Attaches an assistant.
  ///
  /// - Parameter hostAsksPersons: Whether the assistant's host can ask the person by a form.
  func attachAssistant(_ rights: AssistantRights, hostAsksPersons: Bool) -> AppFront {
    var answers: Set<String> = [AppFront.anyQuestion]
    if hostAsksPersons { answers.insert(FrontQuestion.confirm.name) }
    if rights.files != nil { answers.formUnion(AssistantRights.fileQuestions) }
    return attach(
      .assistant, isShared: true, answers: answers, mayEnterSecrets: rights.offersSecrets,
      mayReadPrivateFields: rights.showsPrivateFields, mayConfirm: rights.trustsHostConsent)
  }
}
