import Descriptions
import JSON
import JSONRPC
import Screens

/// How a person is asked through an assistant's host: the choices of a confirmation as a form with one field.
struct Elicitation {
  let question: String
  private let confirmation: Confirmation
  private let member = "answer"

  /// The question of a person; `nil` for one that is not asked by a form. The specification forbids to ask for secrets so, and a
  /// file or a link is none.
  @MainActor init?(_ question: OpenQuestion, for front: AppFront) {
    guard let confirmation = question.input(of: .confirm, for: front) else { return nil }
    self.question = question.id
    self.confirmation = confirmation
  }

  /// The params of `elicitation/create`.
  var params: JSON {
    let names = confirmation.choices.map { JSON.string($0.name) }
    return [
      "message": .string(confirmation.title + (confirmation.message.map { "\n" + $0 } ?? "")),
      "requestedSchema": [
        "type": "object", "required": [.string(member)],
        "properties": [
          member: [
            "type": "string", "title": .string(confirmation.title), "enum": .array(names),
            "enumNames": .array(confirmation.choices.map { .string($0.label) }),
          ]
        ],
      ],
    ]
  }

  /// What the person has said by the host.
  ///
  /// A person who declines has chosen what gives up; one who dismisses the form has chosen nothing.
  func reply(_ result: JSONText) -> FrontReply {
    switch result["action"]?.string {
    case "accept":
      guard let answer = result["content"]?[member] else { return .cancelled }
      return .answer(answer)
    case "decline":
      guard let cancel = confirmation.choices.first(where: { $0.role == .cancel }) else { return .cancelled }
      return .answer(JSONText(scanned: cancel.name.json[...]))
    default: return .cancelled
    }
  }
}

/// A question that a call of a tool has caused, and how it stands.
@MainActor final class CallQuestion {
  private(set) var question: OpenQuestion
  private(set) var end: QuestionEnd?
  private let front: AppFront
  private let isForAssistant: Bool

  init(_ question: OpenQuestion, for front: AppFront) {
    self.question = question
    self.front = front
    isForAssistant =
      question.isForAssistants || question.asks(front.id) && AssistantRights.fileQuestions.contains(question.name)
  }

  /// What is asked, if the assistant may answer it.
  private var input: JSONText? {
    guard isForAssistant else { return nil }
    // The bytes of a file are for its place alone.
    let file = question.input(of: .saveFile, for: front).map { JSONText(scanned: $0.json[...]) }
    return file ?? question.input(for: front)
  }

  var isOpen: Bool { end == nil }

  func moved(_ question: OpenQuestion) { self.question = question }

  func ended(_ end: QuestionEnd) { self.end = end }

  /// Writes the members that tell an assistant of it.
  func write(to writer: inout JSONWriter) {
    if isOpen { writer.member("askedOf", question.fronts.map(\.description)) }
    if let event = question.heldEvent { writer.member("event", event) }
    if let input { writer.member("input", input) }
    writer.member("name", question.name)
    writer.member("outcome", outcome)
    writer.member("question", question.id)
    if let reason { writer.member("reason", reason) }
  }

  private var outcome: String {
    switch end?.outcome {
    case nil: "open"
    case .answered?:
      end?.heldEvent.map { $0 == .applied ? "applied" : $0 == .dropped ? "not confirmed" : "refused" } ?? "answered"
    case .cancelled?: "cancelled"
    case .cannot?: "cannot"
    }
  }

  /// Why what the call was to do was not done, in a sentence; `nil` if the question is open or has its answer, and for a notice, which
  /// asks for none.
  var failure: String? {
    guard let end, !question.isNotice else { return nil }
    switch (end.outcome, end.heldEvent) {
    case (_, .applied?), (.answered, nil): return nil
    case (_, .refused(let reason)?):
      return "The event was refused, and nothing has changed: \(reason.value(for: front))"
    case (.cannot(let reason), _): return "This was not done. \(reason)"
    case (.answered, .dropped?): return "The person has said no, and nothing has changed."
    case (.cancelled, _):
      return
        "The question was withdrawn before a person has answered it. Ask the person before you send the event again."
    }
  }

  private var reason: String? {
    if case .refused(let reason)? = end?.heldEvent { return reason.value(for: front) }
    if case .cannot(let reason)? = end?.outcome { return reason }
    guard isOpen else { return nil }
    return isForAssistant
      ? "Answer it with answer_question, and do not send the event again."
      : "A person is asked. Read the screen again later, and do not send the event again."
  }
}
