import Descriptions
import JSON
import JSONRPC
import Screens

/// The questions of the app, as a client hears of them: those that are asked of it are requests of the server's, and of the others
/// that it sees it is told that they are open.
@MainActor final class ClientQuestions {
  /// A question that the client has heard of.
  private enum State {
    /// It was asked, by this request.
    case asked(SentRequest)
    /// It was asked, and its response was no answer.
    case refused
    /// It is open for others.
    case told
  }

  /// Reads a file that the client names; `nil` for a client that does not own the process.
  let readFile: FileReader?
  private let session: Session
  private var states: [String: State] = [:]

  init(_ session: Session, readFile: FileReader?) {
    self.session = session
    self.readFile = readFile
  }

  /// What is open has changed, or what the front may see of it.
  func update(for front: AppFront) {
    for question in front.openQuestions {
      let known = states[question.id]
      if question.asks(front.id) {
        switch known {
        case .asked, .refused: continue
        case .told, nil: ask(question, of: front)
        }
      } else if known == nil {
        states[question.id] = .told
        session.notify("question/opened") { writer in
          writer.member("askedOf", question.fronts.map(\.description))
          writer.member("instance", question.instance)
          writer.member("name", question.name)
          writer.member("question", question.id)
        }
      }
    }
  }

  /// Asks the client, as soon as the front may see what is asked.
  private func ask(_ question: OpenQuestion, of front: AppFront) {
    guard let input = question.input(for: front) else { return }
    let id = question.id
    let sent = session.request("question/ask") { writer in
      writer.member("event", question.heldEvent)
      writer.member("input", input)
      writer.member("instance", question.instance)
      writer.member("name", question.name)
      writer.member("question", id)
    } onResponse: { [weak self, weak front] response in
      if let front { self?.receive(response, to: id, of: front) }
    }
    states[id] = .asked(sent)
  }

  private func receive(_ response: RPCResponse, to id: String, of front: AppFront) {
    states[id] = .refused
    guard let reply = reply(response) else { return }
    do throws(AppCommandError) {
      try answer(id, reply, by: front)
    } catch {
      session.notify("question/refused") { writer in
        writer.member("question", id)
        writer.member("reason", error.sentence)
      }
    }
  }

  /// What a response says; `nil` if none comes any more.
  private func reply(_ response: RPCResponse) -> FrontReply? {
    switch response {
    case .result(let result): FrontReply(result)
    case .error(_, let data): .cannot(data?["reason"]?.string ?? "The client cannot do this.")
    case .invalid: .cannot("The client's response cannot be read.")
    case .ended: nil
    }
  }

  /// Answers a question, with the file that the answer names by its path.
  func answer(_ id: String, _ reply: FrontReply, by front: AppFront) throws(AppCommandError) {
    guard case .answer(let answer) = reply, let path = answer["path"]?.string,
      let question = front.openQuestions.first(where: { $0.id == id }), question.name == FrontQuestion.pickFile.name
    else { return try front.answer(id, reply) }
    // A page's answer comes from a browser, also where the page's bridge owns the process.
    guard let readFile, front.kind != .page else {
      throw .refused(reason: "Only a client that owns the process names a file by its path. Send the bytes.")
    }
    let limit = question.input(of: .pickFile, for: front)?.limit ?? 0
    do {
      let bytes = try readFile(path, limit)
      let file = FileReference(name: path, mediaType: answer["mediaType"]?.string, bytes: bytes)
      try front.answer(id, of: .pickFile, with: file)
    } catch let error as AppCommandError {
      throw error
    } catch {
      throw .refused(reason: "\(error)")
    }
  }

  /// A question has ended.
  func didEnd(_ question: OpenQuestion, _ end: QuestionEnd) {
    guard let state = states.removeValue(forKey: question.id) else { return }
    if case .asked(let request) = state { session.cancel(request) }
    session.notify("question/ended") { writer in
      if let event = end.heldEvent { writer.member("event", event.word) }
      writer.member("outcome", end.outcome.word)
      writer.member("question", question.id)
      if let reason = end.reason { writer.member("reason", reason) }
    }
  }
}

/// Reads a small file.
///
/// It throws an error whose description is a sentence for people.
public typealias FileReader = (_ path: String, _ limit: Int) throws -> [UInt8]

extension FrontReply {
  /// Reads the answer of a client.
  init(_ members: JSONText) {
    if let answer = members["answer"] {
      self = .answer(answer)
    } else if members["cancelled"]?.bool == true {
      self = .cancelled
    } else if let reason = members["cannot"]?.string {
      self = .cannot(reason)
    } else {
      // A question that is answered by the deed alone.
      self = .answer(JSONText(scanned: ArraySlice("null".utf8)))
    }
  }
}

extension QuestionEnd {
  /// Why it has ended without an answer, or why the event was not applied; `nil` without a reason.
  fileprivate var reason: String? {
    if case .refused(let reason)? = heldEvent { return reason }
    if case .cannot(let reason) = outcome { return reason }
    return nil
  }
}

extension QuestionEnd.Outcome {
  fileprivate var word: String {
    switch self {
    case .answered: "answered"
    case .cancelled: "cancelled"
    case .cannot: "cannot"
    }
  }
}

extension QuestionEnd.HeldEvent {
  fileprivate var word: String {
    switch self {
    case .applied: "applied"
    case .refused: "refused"
    case .dropped: "dropped"
    }
  }
}

extension AppCommandError {
  /// The reason in a sentence.
  fileprivate var sentence: String {
    if let error = inputError { return "The answer cannot be read: expected \(error.expected)." }
    return refusal ?? "The question does not take the answer."
  }
}
