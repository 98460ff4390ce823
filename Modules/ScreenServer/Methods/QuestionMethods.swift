import Descriptions
import JSONRPC
import Screens

/// The method that concerns questions of the app.
extension Method {
  static let questionAnswer = Method(
    name: "question/answer",
    about: "Answers an open question that was not answered by its response: one of another front, or one that the "
      + "response did not fit.",
    kind: .immediate,
    parameters: [
      Parameter("question", "The id of the question.", isRequired: true) { _ in
        .json(schema: ["title": "QuestionID", "type": "string"])
      },
      Parameter("answer", "The answer, as the question's name says.") { _ in .json(schema: ["title": "FrontAnswer"]) },
      Parameter("cancelled", "Whether the person gives no answer.") { _ in
        .json(schema: ["title": "IsCancelled", "type": "boolean"])
      },
      Parameter("cannot", "Why the client cannot ask the person, for people.") { _ in
        .json(schema: ["title": "CannotReason", "type": "string"])
      },
    ],
    errors: [.eventRejected],
    run: { server, arguments, call throws(RPCError) in
      guard let questions = server.questions else {
        throw RPCError(.eventRejected, reason: "The client has named no questions in `initialize`.")
      }
      let reply: FrontReply =
        if let answer = arguments[1] {
          .answer(answer)
        } else if arguments[2]?.bool == true {
          .cancelled
        } else if let reason = try arguments.string(3) {
          .cannot(reason)
        } else {
          .answer(JSONText(scanned: ArraySlice("null".utf8)))
        }
      let id = try arguments.string(0) ?? ""
      do throws(AppCommandError) {
        try questions.answer(id, reply, by: server.front)
      } catch {
        if let error = error.inputError {
          throw RPCError(error)
        }
        throw RPCError(rejected: error.refusal, error.refusalCode?.rawValue)
      }
      call.succeed()
    })
}
