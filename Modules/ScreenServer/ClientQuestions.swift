import Descriptions
import JSON
import JSONRPC
import Requests
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

  /// Opens a file that the client names; `nil` for a client that does not own the process.
  let openFile: FileOpener?
  private let session: Session
  private let files: ClientFiles
  private var states: [String: State] = [:]
  /// The files that the client may read to save them, by the questions.
  private var offers: [String: String] = [:]

  init(_ session: Session, _ files: ClientFiles, openFile: FileOpener?) {
    self.session = session
    self.files = files
    self.openFile = openFile
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
          writer.members(cause: question.cause, of: front.id)
          writer.member("instance", question.instance)
          writer.member("name", question.name)
          writer.member("question", question.id)
        }
      }
    }
  }

  /// Asks the client, as soon as the front may see what is asked.
  private func ask(_ question: OpenQuestion, of front: AppFront) {
    let id = question.id
    guard let input = offer(question, to: front) ?? question.input(for: front) else { return }
    let sent = session.request("question/ask", for: question.name) { writer in
      writer.members(cause: question.cause, of: front.id)
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

  /// The input of a question to save a file that is not in memory, whose bytes the client reads; `nil` for another one.
  private func offer(_ question: OpenQuestion, to front: AppFront) -> JSONText? {
    guard let file = question.input(of: .saveFile, for: front), file.bytes == nil else { return nil }
    let key = String(files.next)
    files.offer([file])
    offers[question.id] = key
    return JSONText(scanned: FileAttachments.json(file, key: key)[...])
  }

  /// How many bytes the file may have that a question asks for.
  ///
  /// - Returns: `nil` if it is not an open question of the front's that asks for a file.
  func fileLimit(of id: String, for front: AppFront) -> Int? {
    let question = front.openQuestions.first { $0.id.hasSameBytes(as: id) }
    return question?.input(of: .pickFile, for: front)?.limit
  }

  private func receive(_ response: RPCResponse, to id: String, of front: AppFront) {
    states[id] = .refused
    guard let reply = reply(response) else { return }
    if case .cannot = reply { session.report(fault: "cannot") }
    if case .result(let result) = response, !result.hasOnly(["answer", "cancelled", "cannot"]) {
      return refuse(id, "The response is no object of answer, cancelled or cannot.")
    }
    do throws(AppCommandError) {
      try answer(id, reply, by: front)
    } catch {
      refuse(id, error.sentence)
    }
  }

  /// Tells the client that its response does not answer the question.
  private func refuse(_ id: String, _ reason: String) {
    session.report(fault: "refused")
    session.notify("question/refused") { writer in
      writer.member("question", id)
      writer.member("reason", reason)
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

  /// Answers a question, with the file that the answer names: one that the client has given, or one at a path.
  func answer(_ id: String, _ reply: FrontReply, by front: AppFront) throws(AppCommandError) {
    guard case .answer(let answer) = reply,
      let question = front.openQuestions.first(where: { $0.id == id }), question.name == FrontQuestion.pickFile.name
    else { return try front.answer(id, reply) }
    let (attachment, path) = (answer["attachment"]?.string, answer["path"]?.string)
    guard attachment != nil || path != nil else { return try front.answer(id, reply) }
    // A page's answer comes from a browser, also where the page's bridge owns the process.
    if attachment == nil, openFile == nil || front.kind == .page {
      throw .refused(reason: "Only a client that owns the process names a file by its path. Send the bytes.")
    }
    guard let wish = question.input(of: .pickFile, for: front) else { return try front.answer(id, reply) }
    let mediaType = answer["mediaType"]?.string
    do {
      if let attachment {
        let name = answer["name"]?.string ?? ""
        guard let file = try files.file(attachment, for: id, name: name, mediaType: mediaType) else {
          throw AppCommandError.refused(reason: "There is no such file.")
        }
        try front.answer(id, of: .pickFile, with: try wish.take(file))
      } else if let path, let openFile {
        try front.answer(id, of: .pickFile, with: try openFile(path, mediaType, wish))
      }
    } catch let error as AppCommandError {
      throw error
    } catch {
      throw .refused(reason: "\(error)")
    }
  }

  /// A question has ended.
  func didEnd(_ question: OpenQuestion, _ end: QuestionEnd, for front: AppFront) {
    files.forgetAll(for: question.id)
    if let offer = offers.removeValue(forKey: question.id) { files.forget(offer) }
    guard let state = states.removeValue(forKey: question.id) else { return }
    if case .asked(let request) = state { session.cancel(request) }
    session.notifyLater("question/ended") { writer in
      if let event = end.heldEvent { writer.member("event", event.word) }
      writer.member("outcome", end.outcome.word)
      writer.member("question", question.id)
      if let reason = end.reason(for: front) { writer.member("reason", reason) }
    }
  }
}

extension JSONWriter {
  /// Writes the front that has led to something, unless it is the one that is told of it.
  fileprivate mutating func members(cause: FrontID?, of front: FrontID) {
    if let cause, cause != front { member("by", cause.description) }
  }
}

/// Opens a file that a person has named, as the app wants it.
///
/// It throws an error whose description is a sentence for people.
public typealias FileOpener = (_ path: String, _ mediaType: String?, _ wish: FileWish) throws -> FileReference

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
  @MainActor fileprivate func reason(for front: AppFront) -> String? {
    if case .refused(let reason)? = heldEvent { return reason.value(for: front) }
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
