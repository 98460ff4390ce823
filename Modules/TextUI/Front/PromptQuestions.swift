import Descriptions
import Foundation
import JSON
import Screens
import StandardIO
import Words

/// The questions of the app to a front in lines of text: prints what is asked, and reads the answers.
@MainActor final class PromptQuestions {
  private unowned let front: TextFront
  /// The ids of the questions that were printed.
  private var printed: Set<String> = []
  /// Those that the person has not answered when asked.
  private var skipped: Set<String> = []

  init(_ front: TextFront) { self.front = front }

  private var words: Words { front.words }

  /// The questions that this front is asked, oldest first.
  var open: [OpenQuestion] {
    let core = front.coreFront
    return core.openQuestions.filter { $0.asks(core.id) }
  }

  /// Those that a script has to answer before its end; a notice is the app's.
  var unanswered: [OpenQuestion] { open.filter { !$0.isNotice } }

  // MARK: - Reports

  /// Follows what the app asks, and how that ends.
  func receive(_ report: AppReport) {
    switch report.event {
    case .questionOpened, .application, .front: showOpen()
    case .questionEnded(let question, let end):
      if printed.remove(question.id) != nil { didEnd(question, end) }
    default: break
    }
  }

  /// Prints what is asked and was not printed, such as what the app has asked before there was a front.
  ///
  /// - Returns: whether there was anything.
  @discardableResult func showOpen() -> Bool {
    let new = open.filter { !printed.contains($0.id) }
    for question in new { begin(question) }
    return new.contains { printed.contains($0.id) }
  }

  private func begin(_ question: OpenQuestion) {
    let core = front.coreFront
    guard question.input(for: core) != nil else { return }
    printed.insert(question.id)
    if let notice = question.input(of: .notify, for: core), notice.action == nil {
      show(question.cause?.kind == .assistant ? words.text("The assistant: \(notice.text)") : notice.text)
      reply(question, .notify, .shown)
    } else if let link = question.input(of: .openLink, for: core) {
      show(words.text("Open \(link.host.map { "\($0): " } ?? "")\(link.link.description)"))
      reply(question, .openLink, ())
    } else if question.name == FrontQuestion.copy.name || question.name == FrontQuestion.show.name {
      // A front in lines of text has no clipboard. The person copies what is printed.
      if let copied = question.input(of: .copy, for: core) { show(words.text("To copy: \(copied.text)")) }
      try? core.answer(question.id, .cannot(words.text("A front in lines of text cannot do this: \(question.name).")))
    } else {
      front.show([Line("\(question.id): \(text(of: question)) (\(hint(of: question)))", .heading)])
    }
  }

  private func reply<Input, Answer>(_ question: OpenQuestion, _ kind: FrontQuestion<Input, Answer>, _ answer: Answer) {
    try? front.coreFront.answer(question.id, of: kind, with: answer)
  }

  private func show(_ text: String) { front.show([Line(text)]) }

  private func didEnd(_ question: OpenQuestion, _ end: QuestionEnd) {
    skipped.remove(question.id)
    if case .refused(let reason)? = end.heldEvent { front.show([Line(reason.value(for: front.coreFront))]) }
    guard end.front != front.coreFront.id else { return }
    let action = question.input(of: .notify, for: front.coreFront)?.action
    let sentence =
      switch end.outcome {
      case .cancelled where action != nil: words.text("No longer possible: \(action?.label ?? "")")
      case .answered:
        end.front.map { words.text("\(question.id) was answered by \($0.description).") }
          ?? words.text("\(question.id) was answered by the app.")
      case .cancelled: words.text("\(question.id) was withdrawn.")
      case .cannot(let reason): words.text("\(question.id) cannot be answered: \(reason)")
      }
    front.show([Line(sentence, .secondary)])
  }

  // MARK: - Texts

  /// What is asked, and who has led to it if that is another front.
  private func text(of question: OpenQuestion) -> String {
    guard let cause = question.cause, cause != front.coreFront.id, cause != .host else { return asked(question) }
    return cause.kind == .assistant
      ? words.text("The assistant asks: \(asked(question))")
      : words.text("\(cause.description) asks: \(asked(question))")
  }

  private func asked(_ question: OpenQuestion) -> String {
    let core = front.coreFront
    if let confirmation = question.input(of: .confirm, for: core) {
      return confirmation.title + (confirmation.message.map { " \($0)" } ?? "")
    }
    if let notice = question.input(of: .notify, for: core) { return notice.text }
    if let wish = question.input(of: .pickFile, for: core) {
      let types = wish.types.joined(separator: ", ")
      return types.isEmpty
        ? words.text("Pick a file, with at most \(bytes: wish.limit).")
        : words.text("Pick a file of \(types), with at most \(bytes: wish.limit).")
    }
    if let file = question.input(of: .saveFile, for: core) {
      return words.text("Save \(file.name), with \(bytes: file.size).")
    }
    let input = question.input(for: core).map { $0.string ?? String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    return question.name + (input == "null" ? "" : " \(input)")
  }

  /// How it is answered.
  private func hint(of question: OpenQuestion) -> String {
    let core = front.coreFront
    if let confirmation = question.input(of: .confirm, for: core) {
      return "answer " + confirmation.choices.map { "\($0.name): \($0.label)" }.joined(separator: ", ")
    }
    if let action = question.input(of: .notify, for: core)?.action {
      return "answer \(action.name): \(action.label), dismiss"
    }
    if question.name == FrontQuestion.pickFile.name { return "answer PATH" }
    return question.name == FrontQuestion.saveFile.name ? words.text("answer PATH of the new file") : "answer VALUE"
  }

  /// The answers of which a question lets a person choose one, with their labels; empty for another question.
  private func choices(of question: OpenQuestion) -> [(name: String, label: String)] {
    let core = front.coreFront
    if let confirmation = question.input(of: .confirm, for: core) {
      return confirmation.choices.map { ($0.name, $0.label) }
    }
    guard let action = question.input(of: .notify, for: core)?.action else { return [] }
    return [(action.name, action.label), ("dismiss", words.text("Dismiss"))]
  }

  /// The answers that can be chosen at the moment, with their labels.
  var choices: [(name: String, label: String)] { open.flatMap(choices) }

  private func isChoice(_ text: String, of question: OpenQuestion) -> Bool {
    let text = (text.unquoted ?? text).lowercased()
    return choices(of: question).contains { $0.name.lowercased() == text || $0.label.lowercased() == text }
  }

  /// What `answer` takes for a line that is no more than an answer which can be chosen; `nil` for another line.
  func answer(in line: String) -> String? {
    guard let end = line.lastIndex(where: { !$0.isBlank }) else { return nil }
    let line = String(line[...end].drop(while: \.isBlank))
    let isPath = ["/", "./", "../", "~/"].contains { line.hasPrefix($0) }
    let question = open.first { isChoice(line, of: $0) } ?? (isPath ? unanswered.first(where: isAboutFile) : nil)
    return question.map { "\($0.id) \(line)" }
  }

  /// Whether a question is answered by the path of a file.
  private func isAboutFile(_ question: OpenQuestion) -> Bool {
    question.name == FrontQuestion.pickFile.name || question.name == FrontQuestion.saveFile.name
  }

  /// The questions that are open, as lines.
  private var lines: [Line] {
    open.isEmpty
      ? [Line(words.text("No question is open."))]
      : open.map { Line("\($0.id): \(text(of: $0)) (\(hint(of: $0)))", .heading) }
  }

  // MARK: - Answering

  /// Performs the command `answer [QUESTION] [VALUE]`.
  func answer(_ text: String?) throws(CommandError) {
    guard let text, !text.isEmpty else { return front.show(lines) }
    let word = text.prefix { !$0.isBlank }
    if let question = open.first(where: { $0.id == word }) {
      let value = text.dropFirst(word.count).drop(while: \.isBlank)
      return try answer(question, String(value))
    }
    guard let question = unanswered.first ?? open.first else { throw CommandError(Words.text("No question is open.")) }
    try answer(question, text)
  }

  private func answer(_ question: OpenQuestion, _ text: String) throws(CommandError) {
    let core = front.coreFront
    let file = try file(for: question, text, core)
    let reply = file == nil ? try reply(to: question, text, core) : .cancelled
    do throws(AppCommandError) {
      if let file { return try core.answer(question.id, of: .pickFile, with: file) }
      try core.answer(question.id, reply)
      if question.name == FrontQuestion.saveFile.name, case .answer = reply { show(words.text("Saved: \(text)")) }
    } catch {
      throw CommandError(
        error.inputError.map {
          Words.text("The answer cannot be read: expected \(LocalizedText(english: $0.expected)).")
        }
          ?? LocalizedText(verbatim: error.refusal ?? "\(error)"))
    }
  }

  /// The file that a person names; `nil` if the question is another one, or is not answered so.
  private func file(
    for question: OpenQuestion, _ text: String, _ core: AppFront
  ) throws(CommandError) -> FileReference? {
    guard text != "cancel", front.recordedReply(to: question.id) == nil,
      let wish = question.input(of: .pickFile, for: core)
    else { return nil }
    do { return try wish.open(text) } catch { throw CommandError(LocalizedText(english: "\(error)")) }
  }

  private func reply(to question: OpenQuestion, _ text: String, _ core: AppFront) throws(CommandError) -> FrontReply {
    if let recorded = front.recordedReply(to: question.id) { return recorded }
    if let confirmation = question.input(of: .confirm, for: core) {
      return .answer(json(try choice(text, confirmation.choices.map { ($0.name, $0.label) }, of: question)))
    }
    if let action = question.input(of: .notify, for: core)?.action {
      let replies = [
        (NoticeReply.dismissed, "dismiss"), (.action, "action"), (.action, action.name), (.action, action.label),
      ]
      return .answer(json(try choice(text, replies.map { ($0.0.rawValue, $0.1) }, of: question)))
    }
    if text == "cancel" { return .cancelled }
    if let file = question.input(of: .saveFile, for: core) {
      do throws(FileError) { try file.copy(toNewFile: text) } catch {
        throw CommandError(LocalizedText(english: error.description))
      }
      return .answer(JSONText(scanned: Array("null".utf8)[...]))
    }
    if TypedValue.isTyped(question.answerShape) {
      let form = ValueText(question.answerShape, clock: DateClock(timeZone: front.timeZone))
      do throws(TypedValue.Failure) {
        let json = front.isInteractive ? try form.json(text, words) : try form.scriptJSON(text, words)
        return .answer(JSONText(scanned: json[...]))
      } catch {
        throw CommandError(Words.text("The answer cannot be read: expected \(error.expectation)."))
      }
    }
    // A value of the app's own: a text as it is, another one as JSON.
    if question.answerShape.unwrapped.isText { return .answer(json(text)) }
    if let value = try? JSONText(scanning: text.utf8) { return .answer(value) }
    throw CommandError(
      Words.text("The answer cannot be read: expected \(LocalizedText(english: question.answerShape.expectation))."))
  }

  private func json(_ text: String) -> JSONText { JSONText(scanned: text.json[...]) }

  /// The value that a word stands for, by its name or its label.
  private func choice(
    _ word: String, _ values: [(value: String, name: String)], of question: OpenQuestion
  ) throws(CommandError) -> String {
    let offered = choices(of: question).map(\.name)
    let word = word.unquoted ?? word
    let names = values.map(\.value) + values.map(\.name)
    let matcher = NameMatcher(
      kind: Words.text("answer"),
      names: names.reduce(into: []) { names, name in
        if !names.contains(where: { $0.lowercased() == name.lowercased() }) { names.append(name) }
      })
    // What is offered is named, not each word that is taken as well.
    guard !matcher.matches(word).isEmpty else {
      let known = offered.joined(separator: ", ")
      throw CommandError(Words.text("There is no such \(matcher.kind). Known: \(known)."))
    }
    let name = try matcher.match(word).lowercased()
    return values.first { $0.value.lowercased() == name || $0.name.lowercased() == name }?.value ?? name
  }

  // MARK: - Asking at the prompt

  private func stayingOpen(_ question: OpenQuestion) -> Line {
    Line(words.text("\(question.id) stays open: \"answer\" lists what is open."), .secondary)
  }

  /// What stands before the answer: the question once more, which may be out of sight, and the words that answer it.
  private func prompt(for question: OpenQuestion) -> String {
    let names = choices(of: question).map(\.name).joined(separator: "/")
    return names.isEmpty ? "\(question.id)? " : "\(text(of: question)) (\(names)) "
  }

  /// Asks the person what is open and was not asked before. An empty line leaves it open.
  func askPerson() async {
    while let question = unanswered.first(where: { printed.contains($0.id) && !skipped.contains($0.id) }) {
      skipped.insert(question.id)
      do throws(CommandError) {
        guard let text = try await front.ask(prompt(for: question), isSecret: false), !text.isEmpty else {
          front.show([stayingOpen(question)])
          front.observer.onCommand?(nil)
          continue
        }
        let asksForWords = !choices(of: question).isEmpty || isAboutFile(question)
        if asksForWords, !isChoice(text, of: question), front.isCommand(text) {
          // The person does something else first, or answers by the command.
          await front.performAndWait(.text(text))
          if unanswered.contains(where: { $0.id == question.id }) { front.show([stayingOpen(question)]) }
          continue
        }
        try answer(question, text)
      } catch {
        front.report(words.string(error.text))
        skipped.remove(question.id)
      }
      front.observer.onCommand?(nil)
    }
  }
}

extension TextFront {
  /// The time zone of dates and times that a person types.
  fileprivate var timeZone: TimeZone { app.core.environment.timeZone }

  /// What the recording has in place of an answer that a replay cannot make again, such as a file's bytes.
  func recordedReply(to question: String) -> FrontReply? {
    app.core.recordedReply(to: question)
  }
}
