import Descriptions
import JSON
import JSONRPC
import Screens

/// How calls of tools deal with the app's questions: what a person has to answer goes to the person, by their fronts or by the
/// assistant's host, and never to the assistant.
extension MCPServer {
  /// A question was opened, or goes to other fronts.
  func didOpen(_ question: OpenQuestion) {
    if question.isNotice { return didTell(question) }
    let answer = calls.pending.last { $0.didOpen(question, for: front) }
    guard question.asks(front.id), !question.isForAssistants, !isAboutFile(question) else { return }
    if let elicit = answer?.elicit, elicit(question) { return }
    // No call is open by which the person could be asked.
    try? front.answerForPerson(
      question.id, .cannot("Ask the person. \(AppFront.wayToPerson)"))
  }

  /// The app tells something: the next answer has it. An assistant alone has seen then what asks for nothing.
  private func didTell(_ notice: OpenQuestion) {
    guard let told = notice.input(of: .notify, for: front) else { return }
    calls.add(notice: notice)
    guard told.action == nil, notice.asks(front.id) else { return }
    try? front.answerForPerson(notice.id, of: .notify, with: .shown)
  }

  /// Asks the person by the host.
  ///
  /// - Returns: Whether that is possible.
  func elicit(
    _ question: OpenQuestion, for answer: ToolAnswer, _ tool: Tool, _ request: Request
  ) -> Bool {
    guard request.canAskPerson, !answer.isEliciting, let elicitation = Elicitation(question, for: front) else {
      return false
    }
    answer.elicitation = .open
    answer.elicited = question.id
    if request.revision.isStateless {
      requireInput(elicitation, for: answer, tool, request)
    } else {
      ask(elicitation, for: answer)
    }
    return true
  }

  // MARK: - The older revisions

  /// Sends the host a request while the call is open.
  private func ask(_ elicitation: Elicitation, for answer: ToolAnswer) {
    let sent = session.request("elicitation/create") { writer in
      guard case .object(let members) = elicitation.params else { return }
      for (name, value) in members.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
    } onResponse: { [weak self, weak answer] response in
      guard let self, let answer else { return }
      take(response.reply(to: elicitation), to: elicitation.question, by: answer)
    }
    // The host may have answered already.
    if answer.isEliciting { answer.elicitation = .sent(sent) }
    answer.wait(atMost: times.question, on: times.scheduler) { [weak self, weak answer] in
      guard let self, let answer else { return }
      withdrawElicited(by: answer)
    }
  }

  /// Passes the person's answer on, and goes on with the call.
  private func take(_ reply: FrontReply, to question: String, by answer: ToolAnswer) {
    answer.elicitation = nil
    do throws(AppCommandError) {
      try front.answerForPerson(question, reply)
    } catch {
      // The answer does not fit, or the question has ended. Nothing is done by default.
      try? front.answerForPerson(question, .cancelled)
    }
    if answer.onDone != nil { answer.wait(for: times) }
  }

  /// A question has ended. If the host still asks the person, it is told at once that it need not, and the call goes on.
  func didEnd(_ question: OpenQuestion) {
    calls.didEnd(question)
    for answer in calls.pending where answer.isEliciting && answer.elicited == question.id {
      cancelRequest(of: answer)
      answer.elicitation = nil
      if answer.onDone != nil { answer.wait(for: times) }
    }
  }

  /// Withdraws what the person is asked for a call that is cancelled, or has waited too long.
  func withdrawElicited(by answer: ToolAnswer) {
    cancelRequest(of: answer)
    guard answer.isEliciting else { return }
    for question in answer.questions where question.isOpen && question.question.asks(front.id) {
      take(.cancelled, to: question.question.id, by: answer)
    }
  }

  /// Cancels the request by which the host asks the person, if there is one.
  private func cancelRequest(of answer: ToolAnswer) {
    guard case .sent(let sent) = answer.elicitation else { return }
    answer.elicitation = .open
    session.cancel(sent, by: "notifications/cancelled", idMember: "requestId")
  }

  // MARK: - The newest revision

  /// Answers the call with what the person is asked. The client calls the tool again with the answer.
  private func requireInput(
    _ elicitation: Elicitation, for answer: ToolAnswer, _ tool: Tool, _ request: Request
  ) {
    let input = PendingInputs.Input(
      tool: tool.name, arguments: Self.canonical(request.params["arguments"]), elicitation, answer)
    answer.cancel()
    request.call.onCancel = nil
    request.call.succeed(inputRequired(input, state: calls.inputs.add(input), request.revision))
    answer.wait(atMost: times.question, on: times.scheduler) { [weak self, weak answer] in
      guard let self, let answer else { return }
      withdrawElicited(by: answer)
      calls.remove(answer)
    }
  }

  private func inputRequired(_ input: PendingInputs.Input, state: String, _ revision: Revision) -> JSON {
    JSON.object(revision.members(name, version)).with([
      "resultType": "input_required", "requestState": .string(state),
      "inputRequests": [
        Self.inputName: ["method": "elicitation/create", "params": input.elicitation.params]
      ],
    ])
  }

  private static let inputName = "confirmation"

  /// Goes on with a call that has waited for a person. It sends no event: the first one has.
  func resume(_ tool: Tool, _ state: String, _ request: Request) throws(ToolFailure) {
    let arguments = Self.canonical(request.params["arguments"])
    guard let input = calls.inputs.input(state, tool: tool.name, arguments: arguments) else {
      throw ToolFailure(
        "This requestState is not known, or belongs to another tool or other arguments. Nothing was sent. Read the screen, and call "
          + "the tool without requestState.")
    }
    let answer = input.answer
    guard !input.isUsed, answer.isEliciting else { return self.answer(request, answer) }
    guard let response = request.params["inputResponses"]?[Self.inputName] else {
      return request.call.succeed(inputRequired(input, state: state, request.revision))
    }
    input.isUsed = true
    follow(answer, request)
    take(input.elicitation.reply(response), to: input.elicitation.question, by: answer)
    reportProgress(of: answer, request)
  }

  /// The arguments of a call in one notation: two calls are the same if their values are.
  static func canonical(_ arguments: JSONText?) -> [UInt8] { arguments?.canonical ?? [] }

  // MARK: - Files

  /// Whether the assistant answers the question with a file of its folder.
  private func isAboutFile(_ question: OpenQuestion) -> Bool {
    rights.files != nil && question.asks(front.id) && AssistantRights.fileQuestions.contains(question.name)
  }

  /// Gives a file of the folder to the app, or saves one there, under a cleaned name and over no other file.
  ///
  /// - Parameter name: The name of the file, without a path.
  private func answer(_ question: OpenQuestion, withFile name: String, in folder: FileFolder) throws(ToolFailure) {
    // A person may have opened a folder in which such a file means something.
    if question.name == FrontQuestion.saveFile.name, FileReference.cleaned(name).hasPrefix(".") {
      throw ToolFailure("The name begins with a dot. Name a file that is not hidden.")
    }
    do {
      if let wish = question.input(of: .pickFile, for: front) {
        try front.answerForPerson(question.id, of: .pickFile, with: try wish.take(try folder.file(named: name)))
      } else if let file = question.input(of: .saveFile, for: front) {
        _ = try file.copy(to: folder, as: name)
        try front.answerForPerson(question.id, .answer(JSONText(scanned: Array("null".utf8)[...])))
      }
    } catch let error as AppCommandError {
      throw ToolFailure(error.refusal ?? "\(error)")
    } catch {
      throw ToolFailure("\(error) Name a file of the folder that was opened to you, without a path.")
    }
  }

  // MARK: - Questions that the app opens to assistants

  /// Answers a question that the app has opened to assistants.
  func answerQuestion(_ arguments: ToolArguments, _ tool: Tool, _ request: Request) throws(ToolFailure) {
    guard let id = arguments["question"]?.string, let answer = arguments["answer"] else {
      throw ToolFailure("The arguments \"question\" and \"answer\" are needed.")
    }
    let question = front.openQuestions.first { $0.id == id }
    // What a notice offers is about the screen of the call that was answered with it.
    let told = calls.screen(ofOffer: id)
    let action =
      answer.string == NoticeReply.action.rawValue ? question?.input(of: .notify, for: front)?.action?.label : nil
    let isText = question?.answerShape.unwrapped.isText == true
    // Some assistants send a value inside of a text.
    let value = isText ? answer : answer.unescaped.flatMap { try? JSONText(scanning: $0) } ?? answer
    if let question, let files = rights.files, isAboutFile(question) {
      try self.answer(question, withFile: answer.string ?? "", in: files)
    } else {
      do throws(AppCommandError) {
        try front.answer(id, .answer(value))
      } catch {
        throw ToolFailure(
          error.inputError.map { "The answer cannot be read: expected \($0.expected)." } ?? error.refusal ?? "\(error)")
      }
    }
    let result = ToolAnswer((question?.instance ?? told).flatMap { front.screen($0) }, about: action)
    perform(result, tool, request) {}
  }
}

extension RPCResponse {
  /// What a host's response says to an elicitation.
  fileprivate func reply(to elicitation: Elicitation) -> FrontReply {
    switch self {
    case .result(let result): elicitation.reply(result)
    case .error, .invalid: .cannot("The assistant's host cannot ask the person.")
    case .ended: .cancelled
    }
  }
}
