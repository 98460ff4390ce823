public import Descriptions
import JSON

/// A question that the app has asked of its fronts and that has no end yet.
public struct OpenQuestion: Sendable {
  /// The id, which no other question of the app has or will have, such as `question-1`.
  public let id: String
  /// The name of the question, such as `confirm`.
  public let name: String
  /// The id of the screen that asks; `nil` if the app does.
  public let instance: String?
  /// The event that is held until the answer; `nil` if none is.
  public let heldEvent: String?
  /// The front whose command has led to the question; `nil` if none has.
  public let cause: FrontID?
  /// The fronts that are asked; none while the question waits for one.
  public internal(set) var fronts: [FrontID]
  /// What an input is.
  public let inputShape: Shape
  /// What an answer is.
  public let answerShape: Shape
  let input: QuestionInput
  let traits: QuestionTraits

  /// Whether it belongs to the app and outlives its screen, as a notice does.
  public var isNotice: Bool { traits.isNotice }
  /// Whether only fronts that are asked see the input.
  public var isPrivate: Bool { traits.isPrivate }
  /// Whether an assistant may answer it.
  public var isForAssistants: Bool { traits.isForAssistants && !traits.isPersonal }
  /// Whether any person's front may answer it.
  public var isForAnyFront: Bool { traits.isForAnyFront || fronts.isEmpty }

  /// Whether a front is asked.
  public func asks(_ front: FrontID) -> Bool { fronts.contains(front) }

  /// The input as a recording has it: `nil` if it is private, or a file that a person saves.
  package var recordedInput: [UInt8]? { isPrivate || !traits.isRecorded ? nil : input.rest.json }
}

/// How a question has ended.
public struct QuestionEnd: Sendable, Equatable {
  /// In which of the three ways it has ended.
  public enum Outcome: Sendable, Equatable {
    /// With an answer.
    case answered
    /// Without one.
    case cancelled
    /// No front could ask a person, for this reason.
    case cannot(String)
  }

  /// What has become of the event that was held.
  public enum HeldEvent: Sendable, Equatable {
    /// It was applied.
    case applied
    /// The state did not allow it any more, for this reason.
    case refused(Outgoing<String>)
    /// It was not sent.
    case dropped
  }

  /// How it has ended.
  public let outcome: Outcome
  /// The front that has ended it; `nil` if none has.
  public let front: FrontID?
  /// What has become of the event that was held; `nil` if none was.
  public internal(set) var heldEvent: HeldEvent?
  /// The answer as JSON.
  package let answer: [UInt8]?
}
