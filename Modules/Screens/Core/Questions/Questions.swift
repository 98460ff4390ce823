import Descriptions
import Dispatch
import JSON
import Streams
import StreamsExtras
import Words

/// The questions that an app has asked of its fronts: which are open, who is asked, and how they end.
@MainActor final class Questions {
  /// An open question, and what runs at its end.
  @MainActor private final class Entry {
    var question: OpenQuestion
    /// Reads an answer; on success, what passes it on.
    let read: (JSONText) throws(AppCommandError) -> ReadAnswer
    /// Passes on an end without an answer.
    let end: (QuestionEnd.Outcome) -> Void
    var timer: AnyCancellable?

    init(
      _ question: OpenQuestion, read: @escaping (JSONText) throws(AppCommandError) -> ReadAnswer,
      end: @escaping (QuestionEnd.Outcome) -> Void
    ) {
      self.question = question
      self.read = read
      self.end = end
    }
  }

  /// Passes an answer on.
  private typealias Deliver = @MainActor (_ by: FrontID) -> QuestionEnd.HeldEvent?

  /// An answer that was read: what passes it on, and how a recording has it.
  private struct ReadAnswer {
    let deliver: Deliver
    let json: [UInt8]
  }

  let reporter: Reporter
  private let main: AnySchedulerOf<DispatchQueue>
  /// Makes the texts in the language of the app.
  private let currentWords: () -> Words
  private var entries: [Entry] = []
  private var count = 0
  /// Why what was asked last could not be, until the next screen is left.
  var obstacle: String?
  /// What a recording has in place of answers that a front in lines of text cannot make again, by the ids of the questions.
  var recordedReplies: [String: FrontReply] = [:]

  /// How many questions may be open.
  static let limit = 256

  init(_ reporter: Reporter, main: AnySchedulerOf<DispatchQueue>, words: @escaping () -> Words) {
    self.reporter = reporter
    self.main = main
    currentWords = words
  }

  /// The texts in the language of the app.
  var words: Words { currentWords() }

  /// The open questions, oldest first.
  var open: [OpenQuestion] { entries.map(\.question) }

  /// The id of the next question.
  var nextID: String { "question-\(count + 1)" }

  /// The front whose command is handled; `nil` if none is.
  var sender: FrontID? { reporter.handled.sender }

  /// Whether an assistant's command is handled.
  var isAskedByAssistant: Bool {
    sender.flatMap { reporter.fronts.attached.numbered($0.number) }.map { !$0.kind.isPerson } ?? false
  }

  // MARK: - Asking

  /// Whom to ask.
  enum Target {
    /// These fronts; none if the question waits for one.
    case fronts([FrontID])
    /// It cannot be asked, for a reason for people.
    case cannot(String)
  }

  /// Whom to ask a question of.
  ///
  /// - Parameter sender: The front whose command is handled; `nil` for no certain one.
  func target(of name: String, _ traits: QuestionTraits, from sender: FrontID?) -> Target {
    let attached = reporter.fronts.attached
    let asker = sender.flatMap { attached.numbered($0.number) }
    if let asker, asker.kind.isPerson {
      return asker.canAnswer(name, traits) ? .fronts([asker.id]) : cannot(asker, name)
    }
    let persons = attached.filter(\.kind.isPerson)
    guard let front = asker ?? inUse(persons) ?? attached.elements.last else {
      return traits.isMomentary ? .cannot(words.text("No front is attached that could do this: \(name).")) : .fronts([])
    }
    if front.kind.isPerson {
      if front.canAnswer(name, traits) { return .fronts([front.id]) }
      let other = persons.first { $0.canAnswer(name, traits) }
      return other.map { Target.fronts([$0.id]) } ?? cannot(front, name)
    }
    var able = persons.filter { $0.canAnswer(name, traits) }
    // What is only told is a person's to see, where there is one.
    let isForBoth = traits.isForAssistants && !traits.isPersonal && !traits.isMomentary
    if front.canAnswer(name, traits), persons.isEmpty || isForBoth {
      able.append(front)
    }
    if !able.isEmpty { return .fronts(able.map(\.id)) }
    return .cannot(
      persons.isEmpty
        ? words.text("Ask the person: this needs a front of a person, and none is attached (\(name)).")
        : words.text("Ask the person: none of their fronts can do this here (\(name))."))
  }

  private func cannot(_ front: AppFront, _ name: String) -> Target {
    // NB: its reader is a person who was about to delete something, or to leave a form.
    guard name != FrontQuestion.confirm.name else {
      return .cannot(words.text("This program cannot ask you: do it in another one."))
    }
    return .cannot(words.text("\(front.id.description) cannot do this: \(name)."))
  }

  /// The person's front that is attached, active and has sent the last command; without an active one, of the others.
  private func inUse(_ persons: [AppFront]) -> AppFront? {
    func rank(_ front: AppFront) -> (Int, Int, Int) {
      (front.isActive ? 1 : 0, reporter.uses.numbers[front.id.number] ?? 0, front.id.number)
    }
    return persons.max { rank($0) < rank($1) }
  }

  /// Asks a question.
  ///
  /// - Parameters:
  ///   - request: The question with its input.
  ///   - instance: The screen that asks; `nil` if the app does.
  ///   - fronts: The fronts that are asked.
  ///   - heldEvent: The event that is held until the answer.
  ///   - deliver: Receives the result once, on the main actor.
  /// - Returns: The id.
  func ask<Answer>(
    _ request: FrontRequest<Answer>, for instance: RunningScreen?, of fronts: [FrontID], heldEvent: String? = nil,
    _ deliver: @escaping (FrontAnswer<Answer>, FrontID?) -> QuestionEnd.HeldEvent?
  ) -> String {
    let id = nextID
    count += 1
    let question = OpenQuestion(
      id: id, name: request.name, instance: instance?.id, heldEvent: heldEvent, cause: sender, fronts: fronts,
      inputShape: request.inputShape, answerShape: request.answer.shape, input: request.content,
      traits: request.traits)
    if !question.isPrivate {
      instance?.runner.compare(
        request.content.rest.json, "The question \"\(request.name)\"",
        remedy: "withPrivateInput(), or withPrivateTexts()")
    }
    let currentWords = currentWords
    let read = { (json: JSONText) throws(AppCommandError) -> ReadAnswer in
      guard let answer = request.answer.read(json) else {
        throw .input(InputError(.wrongType, at: JSONPointer("answer"), expected: request.answer.shape.expectation))
      }
      if let fault = request.fault(answer) {
        throw .refused(reason: currentWords().string(fault), code: .answerNotTaken)
      }
      return ReadAnswer(deliver: { deliver(.answered(answer), $0) }, json: request.answer.json(answer))
    }
    let end = { (outcome: QuestionEnd.Outcome) in
      switch outcome {
      case .answered, .cancelled: _ = deliver(.cancelled, nil)
      case .cannot(let reason): _ = deliver(.cannot(reason), nil)
      }
    }
    let entry = Entry(question, read: read, end: end)
    entry.timer = timer(question, request.traits.limit)
    entries.append(entry)
    report(.questionOpened(question), question)
    return question.id
  }

  var hasRoom: Bool { entries.count < Self.limit }

  private func timer(_ question: OpenQuestion, _ limit: Duration?) -> AnyCancellable? {
    limit.map { limit in
      main.timer(after: limit) { [weak self] in
        MainActor.assumeIsolated { self?.end(question.id, .cancelled) }
      }
    }
  }

  // MARK: - Answering

  /// A front answers a question.
  ///
  /// - Parameters:
  ///   - isPerson: Whether a person has answered by the front, also if that is an assistant's.
  /// - Throws: an `AppCommandError`; the question stays open in that case.
  func answer(
    _ id: String, _ reply: FrontReply, by front: AppFront, isPerson: Bool
  ) throws(AppCommandError) {
    let entry = try entry(id)
    // An assistant may always say that it has no answer.
    let isAnswer = if case .answer = reply { true } else { false }
    if let reason = refusal(of: entry.question, by: front, isPerson: isPerson || !isAnswer) {
      throw .refused(reason: words.string(reason), code: .askedOfOthers)
    }
    let deliver: Deliver?
    let outcome: QuestionEnd.Outcome
    var json: [UInt8]?
    switch reply {
    case .answer(let answer):
      let typed: JSONText
      do throws(InputError) {
        typed = try front.reading(answer) { (entry.question.answerShape, fields: []) }
      } catch { throw .input(error.inside("answer")) }
      let read = try entry.read(typed)
      deliver = read.deliver
      outcome = .answered
      json = read.json
    case .cancelled:
      deliver = nil
      outcome = .cancelled
    case .cannot(let reason):
      deliver = nil
      outcome = .cannot(reason)
    }
    let answerer = front.id
    // What a subscriber of the reports answers in the middle of a job is a command that follows it.
    reporter.perform { [self] in
      guard entries.contains(where: { $0.question.id == entry.question.id }) else { return }
      finish(entry, outcome, json, by: answerer, deliver)
    }
  }

  private func finish(
    _ entry: Entry, _ outcome: QuestionEnd.Outcome, _ json: [UInt8]?, by answerer: FrontID,
    _ deliver: Deliver?
  ) {
    let question = entry.question
    reporter.run(for: question.instance, by: answerer) {
      if case .cannot(let reason) = outcome, passOn(question.id, from: answerer) {
        return report(.questionDeclined(question, reason: reason), question, by: .front(answerer))
      }
      remove(question.id)
      var end = QuestionEnd(outcome: outcome, front: answerer, answer: json)
      if question.heldEvent == nil {
        report(.questionEnded(question, end), question, by: .front(answerer))
        if let deliver { _ = deliver(answerer) } else { entry.end(outcome) }
      } else {
        end.heldEvent = .dropped
        if let deliver { end.heldEvent = deliver(answerer) } else { entry.end(outcome) }
        report(.questionEnded(question, end), question, by: .front(answerer))
      }
    }
  }

  private func entry(_ id: String) throws(AppCommandError) -> Entry {
    if let entry = entries.first(where: { $0.question.id.hasSameBytes(as: id) }) { return entry }
    let number = id.hasPrefix("question-") ? Int(id.dropFirst(9)) : nil
    throw .refused(
      reason: number.map { (1...max(count, 1)).contains($0) && $0 <= count } == true
        ? words.text("This question has ended, and takes no other answer.") : words.text("There is no such question."),
      code: .noQuestion)
  }

  /// Why a front may not answer a question, as a text for people; `nil` if it may.
  func refusal(of question: OpenQuestion, by front: AppFront, isPerson: Bool = false) -> LocalizedText? {
    guard !front.isHost else { return nil }
    if !front.kind.isPerson, !isPerson, !question.isForAssistants {
      return Words.text("A person answers this. Ask the person.")
    }
    if question.asks(front.id) || question.isForAnyFront && front.kind.isPerson { return nil }
    return Words.text("This is asked of \(question.fronts.map(\.description).joined(separator: ", ")).")
  }

  /// Of several fronts that are asked, one cannot ask its person.
  ///
  /// - Returns: Whether another one is asked.
  private func passOn(_ id: String, from front: FrontID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.question.id == id }),
      entries[index].question.fronts.contains(where: { $0 != front })
    else { return false }
    entries[index].question.fronts.removeAll { $0 == front }
    return true
  }

  // MARK: - Ending

  private func remove(_ id: String) {
    guard let index = entries.firstIndex(where: { $0.question.id == id }) else { return }
    entries[index].timer = nil
    entries.remove(at: index)
  }

  /// Ends a question without an answer. One that has ended is ignored.
  func end(_ id: String, _ outcome: QuestionEnd.Outcome, isDelivered: Bool = true) {
    guard !reporter.isOver, let entry = entries.first(where: { $0.question.id == id }) else { return }
    remove(id)
    var end = QuestionEnd(outcome: outcome, front: nil, answer: nil)
    if entry.question.heldEvent != nil { end.heldEvent = .dropped }
    report(.questionEnded(entry.question, end), entry.question)
    if isDelivered { entry.end(outcome) }
  }

  /// A screen is closed: what it asks is withdrawn, apart from its notices.
  func didClose(_ instance: RunningScreen) {
    for question in open where question.instance == instance.id && !question.isNotice { end(question.id, .cancelled) }
  }

  /// A front has left: what was asked of it alone goes to the fronts of other persons that can answer it, and is cancelled without
  /// one.
  func didLeave(_ front: FrontID) {
    for question in open where question.asks(front) {
      guard let index = entries.firstIndex(where: { $0.question.id == question.id }) else { continue }
      entries[index].question.fronts.removeAll { $0 == front }
      guard entries[index].question.fronts.isEmpty else { continue }
      let persons = reporter.fronts.all.filter { $0.kind.isPerson && $0.canAnswer(question.name, question.traits) }
      let there = persons.filter { $0.presence == .attached }
      let others = (there.isEmpty ? persons : there).map(\.id)
      guard !others.isEmpty else {
        end(question.id, .cancelled)
        continue
      }
      entries[index].question.fronts = others
      report(.questionOpened(entries[index].question), question)
    }
  }

  /// A front is attached: what waits for one is asked of it.
  func didAttach(_ front: AppFront) {
    guard front.kind.isPerson else { return }
    for index in entries.indices where entries[index].question.fronts.isEmpty {
      guard front.canAnswer(entries[index].question.name, entries[index].question.traits) else { continue }
      entries[index].question.fronts = [front.id]
      report(.questionOpened(entries[index].question), entries[index].question)
    }
  }

  private func report(_ event: AppReport.Event, _ question: OpenQuestion, by cause: AppReport.Cause? = nil) {
    reporter.report(event, by: cause ?? .instance(question.instance ?? "app"))
  }
}

extension AppEnvironment {
  /// The questions of the app of this environment; `nil` without an app.
  var questions: Questions? {
    get { self[ofApp: Questions.self] }
    set { self[ofApp: Questions.self] = newValue }
  }
}
