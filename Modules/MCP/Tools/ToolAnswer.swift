import Dispatch
import JSON
import JSONRPC
import Screens
import Streams
import StreamsExtras

/// What a call of a tool answers: the state of its screen, and what was opened and closed meanwhile.
@MainActor final class ToolAnswer {
  /// Runs when the work that the call has started is done, or has taken too long.
  var onDone: (() -> Void)?
  /// The screen of the call; `nil` while the call opens it.
  var screen: AnyScreenInstance?
  /// The screens that were opened by that of the call, or by one of these.
  private var opened: [AnyScreenInstance] = []
  /// The screens that were closed, with the result of one that closed itself with one.
  private var closed: [(id: String, outcome: Outgoing<any ScreenOutcome>?)] = []

  /// The questions that the call has caused, oldest first.
  private(set) var questions: [CallQuestion] = []
  /// What the app has told since the last answer.
  var notices: [OpenQuestion] = []
  /// The assistant that is answered.
  weak var front: AppFront?
  /// The event that a person is asked about before it is applied: the id of the question.
  private var heldQuestion: String?
  /// Receives a question that is asked of the person by the assistant's host; `nil` while no call is open that could ask.
  var elicit: ((OpenQuestion) -> Bool)?
  /// How the host is asking the person; `nil` while it is not.
  var elicitation: Elicitation?

  /// How the host asks a person.
  enum Elicitation {
    /// By the answer to the call, or by a request that is withdrawn.
    case open
    /// By a request while the call is open.
    case sent(SentRequest)
  }

  /// The question that the host asks the person; `nil` while it asks none.
  var elicited: String?

  /// Whether the person is being asked by the host. Time that a person needs is not time that the work takes.
  var isEliciting: Bool { elicitation != nil }

  /// From which level on the client wants to hear what is logged while the call is open.
  var logLevel: LogLevel?

  /// What the assistant is told of the screen.
  private let content: Content
  /// What the event of the call does, in a sentence.
  private let about: String?
  /// The state since which the answer has the changes; `nil` before the answer is written, and where it has the whole state.
  private var baseline: ToldStates.Told?
  /// Why the call has failed, in a sentence, at the moment in which it is answered; `nil` if it has not.
  var failure: (() -> String?)?
  /// What the screen had opened before, if the call leaves it: any of these may ask first.
  private let left: [AnyScreenInstance]
  /// Whether the answer leads to the resource of the screen, because the call has opened it.
  private let links: Bool
  private var failures: NewFailures?
  private var isWorking = false
  /// Publishes when the work of a screen may have begun or ended, while the call waits for that.
  private let workChanges = PassthroughSubject<Void, Never>()
  private var waits = Waits()

  /// What a call waits for.
  private struct Waits {
    var changes: AnyCancellable?
    var timeout: AnyCancellable?
    var ticks: AnyCancellable?
  }

  init(
    _ screen: AnyScreenInstance? = nil, content: Content = .changes(), about: String? = nil, links: Bool = false,
    leaving left: [AnyScreenInstance] = []
  ) {
    self.screen = screen
    self.content = content
    self.about = about
    self.links = links
    self.left = left
  }

  /// A screen was opened; one that does not belong to the call is ignored.
  func didOpen(_ screen: AnyScreenInstance) {
    if let opener = screen.opener, concerns(opener) { opened.append(screen) }
  }

  /// The app has presented screens of which the assistant does not know yet.
  func add(_ presented: [AnyScreenInstance]) {
    opened += presented.filter { screen in !screens.contains { $0 === screen } }
  }

  /// A screen was closed; one that does not belong to the call is ignored.
  func didClose(_ instance: AnyScreenInstance, _ outcome: Outgoing<any ScreenOutcome>?) {
    if concerns(instance) { closed.append((instance.id, outcome: outcome)) }
  }

  /// A question was opened, or goes to other fronts.
  ///
  /// - Returns: Whether it belongs to the call.
  func didOpen(_ question: OpenQuestion, for front: AppFront) -> Bool {
    if let known = questions.first(where: { $0.question.id == question.id }) {
      known.moved(question)
      return true
    }
    guard let id = question.instance, (screens + left).contains(where: { $0.id == id }) else { return false }
    questions.append(CallQuestion(question, for: front))
    if question.heldEvent != nil { heldQuestion = question.id }
    return true
  }

  /// A question has ended; one that does not belong to the call is ignored.
  func didEnd(_ question: OpenQuestion, _ end: QuestionEnd) {
    guard let known = questions.first(where: { $0.question.id == question.id }) else { return }
    known.ended(end)
    workChanged()
  }

  /// Whether the event of the call waits for a person.
  private var isHeld: Bool {
    questions.contains { $0.isOpen && ($0.question.id == heldQuestion || isEliciting) }
  }

  /// The work of a screen has begun or ended.
  func workChanged() { workChanges.send() }

  /// Whether a screen belongs to the call.
  private func concerns(_ instance: AnyScreenInstance) -> Bool { screens.contains { $0 === instance } }

  private var screens: [AnyScreenInstance] { (screen.map { [$0] } ?? []) + opened }

  private var isBusy: Bool { isHeld || screens.contains(where: \.isBusy) }

  // MARK: - Failures

  /// From here on, what a screen says of a failure is one of the call.
  func watch(_ fields: RoleFields) { failures = NewFailures(fields, screen) }

  /// The state of a screen has changed.
  func stateChanged(of instance: AnyScreenInstance) { if let screen, screen === instance { failures?.update(screen) } }

  /// Why the event of the call was not applied, or its screen was not left, in a sentence; `nil` if it was, or still waits for a person.
  var refusal: String? { failure?() ?? questions.first { $0.question.id == heldQuestion }?.failure }

  /// Why a person has not answered what the screen has asked because of the event, in sentences.
  var unanswered: [String] { questions.filter { $0.question.heldEvent == nil }.compactMap(\.failure) }

  /// Whether the screen says now that what the call has done has failed.
  var hasFailed: Bool { !newFailures.isEmpty }

  /// What the screen says now of why what the call has done has failed.
  private var newFailures: [String] {
    guard let failures, let screen, screen.isOpen else { return [] }
    return failures.texts(of: screen)
  }

  /// The open screens that the call has opened.
  var linkedScreens: [AnyScreenInstance] { (((links ? screen.map { [$0] } : nil) ?? []) + opened).filter(\.isOpen) }

  // MARK: - Waiting

  /// Waits until the screens of the call have nothing in flight, and then runs ``onDone``.
  func wait(for times: CallTimes) {
    guard isBusy else { return finish() }
    // NB: a screen may begin its next piece of work in the turn in which it ends one.
    waits.changes =
      workChanges
      .receive(on: times.scheduler)
      .sink { [weak self] in MainActor.assumeIsolated { self?.finishIfDone() } }
    waits.timeout = times.scheduler.timer(after: times.work) { [weak self] in
      MainActor.assumeIsolated { self?.finish() }
    }
  }

  private func finishIfDone() {
    if onDone != nil, !isBusy { finish() }
  }

  private func finish() {
    let onDone = onDone
    isWorking = screens.contains(where: \.isBusy)
    cancel()
    onDone?()
  }

  /// The host asks the person, who may need a while.
  func wait(atMost time: Duration, on scheduler: AnySchedulerOf<DispatchQueue>, then end: @escaping () -> Void) {
    waits.timeout = scheduler.timer(after: time) { MainActor.assumeIsolated { end() } }
  }

  /// Runs at once, and each second from then on while the call is open, with the number of seconds.
  func repeatEachSecond(on scheduler: AnySchedulerOf<DispatchQueue>, _ body: @escaping (Int) -> Void) {
    body(0)
    var seconds = 0
    let next = scheduler.now.advanced(by: .seconds(1))
    waits.ticks = AnyCancellable(
      scheduler.schedule(after: next, interval: .seconds(1)) {
        MainActor.assumeIsolated {
          seconds += 1
          body(seconds)
        }
      })
  }

  /// Ends the wait without an answer.
  func cancel() {
    onDone = nil
    waits = Waits()
  }

  // MARK: - Writing

  /// What an assistant is told of the screen.
  enum Content: Equatable {
    /// Its state: as much as fits.
    case state
    /// What has changed since the assistant was last told of it, or since a revision.
    case changes(since: Int? = nil)
  }

  /// The answer as an object with sorted members, from the states of this moment: a summary with as much of the states as fits.
  func json(_ told: ToldStates, _ tools: Toolbox) -> [UInt8] {
    let shown = ((screen.map { [$0] } ?? []) + opened).filter(\.isOpen).map { screen in
      ShownState(screen, tools) {
        guard screen === self.screen, case .changes(let since) = content else { return nil }
        // An answer that is sent again has the same changes.
        baseline = baseline ?? since.map { told.state(of: screen.id, upTo: $0) } ?? told.last(of: screen.id)
        return baseline
      }
    }
    var bytes: [UInt8] = []
    for (step, window) in StateWindow.steps.enumerated() {
      bytes = json(shown, window, isTight: step >= StateWindow.steps.count / 2)
      if bytes.count <= Self.limit { break }
    }
    for shown in shown { told.note(shown.told, of: shown.screen.id) }
    return bytes
  }

  /// The most bytes of a summary. An answer has it twice, as a text and as structured content, and has 4 kB at most.
  private static let limit = 1_800

  /// What a person has to do before what waits goes on; `nil` if nothing does.
  private static func signIn(at front: AppFront) -> String? {
    front.waitsFor.first { $0.reason == .signIn }.map { wait in
      let place =
        front.isWithPerson ? ", in a prompt or page of this app: ask them." : ": ask them. \(AppFront.wayToPerson)"
      return
        "A person has to sign in at \(wait.instance)\(place) What waits goes on by itself then. Read the screen again, and "
        + "send nothing twice."
    }
  }

  /// What the app has told. The assistant may do what a notice offers, by the id of the question, as long as that is open.
  private func json(of notices: [OpenQuestion], in window: StateWindow) -> [UInt8] {
    guard let front else { return [] }
    let told = notices.compactMap { notice in notice.input(of: .notify, for: front).map { (notice, $0) } }
    guard !told.isEmpty else { return [] }
    let open = front.openQuestions.filter { $0.isForAssistants && $0.asks(front.id) }
    var writer = JSONWriter()
    writer.array { writer in
      for (question, notice) in told {
        writer.object { writer in
          if let action = notice.action, open.contains(where: { $0.id == question.id }) {
            writer.member("action", action.label)
            writer.member("question", question.id)
          }
          writer.member("text", notice.text.prefix(bytes: window.text))
        }
      }
    }
    return writer.bytes
  }

  private func json(_ states: [ShownState], _ window: StateWindow, isTight: Bool) -> [UInt8] {
    let own = states.first { $0.screen === screen }
    var members = own?.members(in: window, isTight: isTight) ?? [:]
    if !closed.isEmpty { members["closed"] = closed.prefix(window.rows + 1).map(\.id).json }
    if let about { members["did"] = about.json }
    let failures = newFailures
    if !failures.isEmpty { members["failures"] = failures.map { $0.prefix(bytes: window.text) }.json }
    if let screen { members["instance"] = screen.id.json }
    if let screen, let result = closed.last(where: { $0.id == screen.id })?.outcome {
      let hidden = result.hidden(from: screen.front)
      if !hidden.isEmpty { members["hidden"] = hidden.json }
      // NB: in a result, what is hidden would be a value that somebody could have entered, such as an amount of 0.
      let shown = JSONText(scanned: result.value(for: screen.front).json[...]).without(hidden)
      var (window, writer) = (window, JSONWriter())
      window.write(JSONText(scanned: shown[...]), .json(), at: "result", to: &writer)
      members["result"] = writer.bytes
      if !window.cut.isEmpty { members["cut"] = window.cut.json }
      if !window.more.isEmpty { members["more"] = window.more.mapValues(\.json).object }
    }
    if let sentence = screen.flatMap({ Self.signIn(at: $0.front) }) { members["waitsFor"] = sentence.json }
    if isWorking { members["working"] = true.json }
    let notices = json(of: self.notices, in: window)
    if !notices.isEmpty { members["notices"] = notices }
    let opened = states.filter { $0.screen !== screen }
    var writer = JSONWriter()
    if !opened.isEmpty {
      writer.array { writer in for state in opened { writer.raw(state.members(in: window, isTight: isTight).object) } }
      members["opened"] = writer.bytes
    }
    if !questions.isEmpty {
      writer = JSONWriter()
      writer.array { writer in for question in questions { writer.object { question.write(to: &$0) } } }
      members["questions"] = writer.bytes
    }
    return members.object
  }
}

extension JSONText {
  /// The value without the members at paths such as `details/amount`.
  fileprivate func without(_ paths: [String]) -> [UInt8] {
    switch paths.isEmpty ? .null : kind {
    case .object:
      var rest: [String: [UInt8]] = [:]
      for (name, value) in members.map({ ($0.name.string ?? "", $0.value) }) where !paths.contains(name) {
        let inner = paths.filter { $0.hasPrefix(name + "/") }.map { String($0.dropFirst(name.count + 1)) }
        rest[name] = value.without(inner)
      }
      return rest.object
    case .array:
      var writer = JSONWriter()
      writer.array { writer in for element in elements { writer.raw(element.without(paths)) } }
      return writer.bytes
    default: return Array(bytes)
    }
  }
}
