public import Descriptions
public import Streams
import Words

/// A front of an app: one that is attached, such as a prompt, a page, a program, an assistant or views in the process of the app; or the
/// host, which stands for code in the process that has attached none (``AppCore/host``). What happens in an app from outside, a front
/// does.
///
/// ```swift
/// @MainActor func buy(_ app: AppCore) throws {
///   let front = app.attach(.page)
///   let shelf = try front.open("shelf")
///   try shelf.send(JSONText(scanning: #"{"type":"sortButtonWasTapped"}"#.utf8))
///   front.leave()
/// }
/// ```
///
/// A front *holds* what it has opened, what a screen that it holds has opened, what it has sent an event to, and what it shows
/// (``AppCommand/show(_:)``). A screen closes when the last front that holds it lets go of it or leaves. An assistant's front holds
/// only what it has opened.
///
/// A front sees what it has opened, what those screens open, and what the app opens because of it or of its own accord. One that
/// is shared sees all that is open. To see a screen is not to hold it. Of a screen that it does not see, a front hears nothing.
@preconcurrency @MainActor public final class AppFront {
  /// Identifies the front.
  public let id: FrontID
  /// Whether it sees all that is open.
  public internal(set) var isShared: Bool
  /// The names of the questions that it can answer; ``anyQuestion`` stands for all.
  public let answers: Set<String>
  /// Stands for all questions among the ``answers`` of a front; among those of an assistant's, for all that the app opens to
  /// assistants. The front says of each whether it can answer it.
  public static let anyQuestion = "*"
  /// Whether it may send events that take a secret; an assistant's front may not, unless the owner of the process says so.
  public let mayEnterSecrets: Bool
  /// The name by which the front can come back. Only the front itself is to know it.
  public let returnName: String
  /// Whether it has the user's attention, as it says itself.
  public internal(set) var isActive = true
  /// Whether it is shown what is private while no person's front is active; an assistant's front is not, unless the owner of the
  /// process says so.
  public let mayReadPrivateFields: Bool
  /// Whether it may say that a person has confirmed an event; an assistant's front may not, unless the owner of the process says so.
  public let mayConfirm: Bool
  /// Whether it is there.
  public internal(set) var presence = Presence.attached
  /// Whether what is private is hidden from it: while it is inactive and, from an assistant, while no person's front is active; from
  /// the host, while the application is inactive.
  public var hidesPrivateFields: Bool { isHost ? app?.environment.isActive == false : hiding.isOn }
  var hiding = Hiding()
  /// The screen that it shows; `nil` if it has not said so, or has let go of it.
  public internal(set) var currentScreen: AnyScreenInstance?

  /// Whether a front is there.
  public enum Presence: Sendable {
    /// It is attached.
    case attached
    /// Its connection has ended, and it may come back.
    case away
    /// It has left, and does not come back.
    case left
  }

  /// The screens that it sees, oldest first. The app's own view model is not among them; see ``appScreen``.
  public var screens: [AnyScreenInstance] { seen.elements }
  private var seen = OrderedList<AnyScreenInstance> { $0.screen.number }
  /// The app's own view model, if the front follows it; see ``followApp()``.
  public private(set) var appScreen: AnyScreenInstance?
  private var table: [String: AnyScreenInstance] = [:]
  private let subject: PassthroughSubject<AppReport, Never>
  /// The app; `nil` when it has ended.
  weak var app: AppCore?
  /// How many screens it holds.
  var heldCount = 0
  /// How many of the screens that it sees are busy.
  private(set) var busyCount = 0
  /// The screens that it has let go of, each with those that it had opened behind it, by the id of the first, until it is reported.
  var released: [String: [AnyScreenInstance]] = [:]
  /// Lets the front leave when it has been away for long.
  var awayTimer: AnyCancellable?

  /// Whether what is private is hidden from an attached front.
  struct Hiding {
    var isOn = false
    /// How often it has begun or ended.
    var changes = 0
    /// Whether it begins or ends at this moment.
    var isChanging = false

    mutating func begin(isOn: Bool) {
      self.isOn = isOn
      changes += 1
      isChanging = true
    }
  }

  init(
    _ id: FrontID, isShared: Bool = false, answers: Set<String> = [], mayEnterSecrets: Bool = true,
    mayReadPrivateFields: Bool = true, mayConfirm: Bool = true, returnName: String = "",
    reports: PassthroughSubject<AppReport, Never> = PassthroughSubject()
  ) {
    self.id = id
    subject = reports
    self.isShared = isShared
    self.answers = answers
    self.mayEnterSecrets = mayEnterSecrets
    self.mayReadPrivateFields = mayReadPrivateFields
    self.mayConfirm = mayConfirm
    self.returnName = returnName
  }

  /// What kind of front it is.
  public var kind: FrontKind { id.kind }

  /// Whether it is that of the host, which sees all, may open more screens by value than a front may hold, and may answer any question.
  var isHost: Bool { id.number == 0 }

  /// What happens to the screens that it sees, and to the app as a whole, in the order in which it happens; after
  /// ``AppCore/reports`` has published it. An attached front does not receive the events of other fronts, their refusals, their
  /// coming and going, and what they show (see ``AppEnvironment/fronts``); a person's front receives the events of an assistant
  /// (``AppReport/deed``).
  /// What is reported of a state may be several changes.
  public var reports: AnyPublisher<AppReport, Never> { subject.eraseToAnyPublisher() }

  /// Whether any screen that it sees has a request in flight, or other work that the user waits for. When that ends,
  /// ``AppReport/Event/idle`` is reported to it.
  public var isBusy: Bool { busyCount > 0 }

  /// The screen with an id, if the front sees it.
  public func screen(_ id: String) -> AnyScreenInstance? { table[exactly: id] }

  /// The other fronts that are attached.
  public var others: [FrontID] { app?.reporter.fronts.attached.map(\.id).filter { $0 != id } ?? [] }

  // MARK: - Commands

  /// Performs a command. What comes of it is reported before the call returns, apart from what takes time.
  ///
  /// - Returns: The screen that the command was about; `nil` for an application event.
  /// - Throws: an `AppCommandError`; nothing has changed in that case.
  @discardableResult public func perform(_ command: AppCommand) throws(AppCommandError) -> AnyScreenInstance? {
    switch command {
    case .open(let screen, let parameters): return try open(screen, parameters: parameters)
    case .follow(let link): return try open(link: link)
    case .send(let event, let id, let confirmed):
      let screen = try known(id)
      do throws(EventError) { try screen.send(event, confirmed: confirmed) } catch { throw AppCommandError(error) }
      return screen
    case .show(let id):
      let screen = try closable(id)
      try show(screen)
      return screen
    case .leave(let id):
      let screen = try closable(id)
      screen.leave()
      return screen
    case .close(let id):
      let screen = try closable(id)
      screen.close()
      return screen
    case .application(let event):
      do throws(InputError) { send(try ApplicationEvent(event)) } catch { throw .input(error) }
      return nil
    case .localize(let localization):
      try present().localize(localization, by: id)
      return nil
    case .answer(let id, let reply):
      try answer(id, reply)
      return nil
    }
  }

  /// The questions that are open and that it sees, oldest first: those that are asked of it, and those of the screens that it
  /// sees.
  public var openQuestions: [OpenQuestion] { app?.openQuestions.filter(sees) ?? [] }

  /// Answers an open question.
  ///
  /// - Throws: an `AppCommandError`: the answer cannot be read, or the front may not give it. The question stays open in that case.
  public func answer(_ id: String, _ reply: FrontReply) throws(AppCommandError) {
    try present().questions.answer(id, reply, by: self, isPerson: false)
  }

  /// Answers an open question with a value; see ``answer(_:_:)``.
  public func answer<Input, Answer>(
    _ id: String, of question: FrontQuestion<Input, Answer>, with answer: Answer
  ) throws(AppCommandError) {
    try self.answer(id, of: question, with: answer, isPerson: false)
  }

  private func answer<Input, Answer>(
    _ id: String, of question: FrontQuestion<Input, Answer>, with answer: Answer, isPerson: Bool
  ) throws(AppCommandError) {
    // Files go beside the JSON.
    let (json, files) = FileAttachments.collecting { question.answer.json(answer) }
    let attached = Dictionary(uniqueKeysWithValues: files.enumerated().map { (String($0), $1) })
    // NB: `withValue` forgets which errors its operation throws, so the outcome is returned as a value.
    let outcome = FileAttachments.attaching(attached) {
      Result { () throws(AppCommandError) in
        try present().questions.answer(id, .answer(JSONText(scanned: json[...])), by: self, isPerson: isPerson)
      }
    }
    try outcome.get()
  }

  /// Answers a question as the person has who uses an assistant, by the assistant's host.
  package func answerForPerson(_ id: String, _ reply: FrontReply) throws(AppCommandError) {
    try present().questions.answer(id, reply, by: self, isPerson: true)
  }

  /// Answers a question with a value, as the person has who uses an assistant.
  package func answerForPerson<Input, Answer>(
    _ id: String, of question: FrontQuestion<Input, Answer>, with answer: Answer
  ) throws(AppCommandError) {
    try self.answer(id, of: question, with: answer, isPerson: true)
  }

  /// Whether it can answer the question with a name.
  func canAnswer(_ name: String, _ traits: QuestionTraits) -> Bool {
    if answers.contains(name) { return true }
    return answers.contains(Self.anyQuestion) && (kind.isPerson || traits.isForAssistants && !traits.isPersonal)
  }

  /// Whether it hears of a question.
  func sees(_ question: OpenQuestion) -> Bool {
    question.asks(id) || isShared || question.instance.flatMap { screen($0) } != nil
  }

  private func known(_ id: String) throws(AppCommandError) -> AnyScreenInstance {
    guard let screen = screen(id), screen.isOpen else { throw .unknownInstance }
    return screen
  }

  private func closable(_ id: String) throws(AppCommandError) -> AnyScreenInstance {
    let screen = try known(id)
    guard !screen.isApp else { throw .appStaysOpen(try present().environment.words) }
    return screen
  }

  /// Opens the screen with a name. The parameters are a JSON object, `{…}`; `null` and `[]` are none.
  ///
  /// - Throws: an `AppCommandError`; no screen is opened in that case.
  public func open(_ name: String, parameters: JSONText? = nil) throws(AppCommandError) -> AnyScreenInstance {
    let app = try present()
    guard let screen = app.offeredScreens.first(where: { $0.name.hasSameBytes(as: name) }) else {
      let names = app.offeredScreens.map(\.name).joined(separator: ", ")
      throw .input(InputError(.unknownScreen, expected: "one of " + names))
    }
    try app.requireRoom(for: self)
    do throws(InputError) { return try open(screen.typed, parameters, in: app) } catch { throw .input(error) }
  }

  private func open<Typed: TypedScreen>(
    _ typed: Typed, _ parameters: JSONText?, in app: AppCore
  ) throws(InputError) -> AnyScreenInstance {
    let parameters = try parameters.map { json throws(InputError) in
      try reading(json) { (Typed.Model.Parameters.shape, fields: []) }
    }
    return app.open(typed.screen, try Typed.Model.Parameters(try Members(orNone: parameters)), by: self)
  }

  /// Opens the screen of a link: a path and a query, or an address of the app; see ``AppLinks``. The screen appears, and nothing else
  /// is sent to it.
  ///
  /// - Throws: an `AppCommandError`; no screen is opened in that case.
  public func open(link: String) throws(AppCommandError) -> AnyScreenInstance {
    let links = try present().links
    let target: (screen: String, parameters: JSONText)
    do throws(InputError) { target = try links.target(of: link) } catch { throw .input(error) }
    return try open(target.screen, parameters: target.parameters)
  }

  /// Opens a screen without parameters.
  public func open<Model: ViewModel>(_ screen: Screen<Model>) throws(AppCommandError) -> ScreenInstance<Model>
  where Model.Parameters: OptionalParameters {
    try open(screen, Model.Parameters())
  }

  /// Opens a screen. The app retains it until it is closed.
  ///
  /// - Throws: `AppCommandError.tooManyScreens`, which the host never does, or `.unknownInstance` if the front has left or the app has
  ///   ended.
  public func open<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters
  ) throws(AppCommandError) -> ScreenInstance<Model> {
    let app = try present()
    if !isHost { try app.requireRoom(for: self) }
    return app.open(screen, parameters, by: self)
  }

  /// What the front passes on, in which the app reads what a person has typed. An assistant types nothing.
  func reading(
    _ json: JSONText, as description: () -> (shape: Shape, fields: [Shape.Member])
  ) throws(InputError) -> JSONText {
    guard TypedValue.mayBeIn(json), kind.isPerson, let environment = app?.environment else { return json }
    let (shape, fields) = description()
    return try TypedValue(environment.words, timeZone: environment.timeZone).reading(json, as: shape, fields: fields)
  }

  func present() throws(AppCommandError) -> AppCore {
    guard let app, presence == .attached else { throw .unknownInstance }
    return app
  }

  /// The front becomes active or inactive. The application is active while the host is, and any person's front or none is attached.
  public func send(_ event: ApplicationEvent) {
    guard presence == .attached else { return }
    app?.change(self, to: event)
  }

  func show(_ screen: AnyScreenInstance) throws(AppCommandError) {
    let app = try present()
    guard !screen.isApp else { throw .appStaysOpen(app.environment.words) }
    // The host's current screen concerns nothing else.
    if isHost { currentScreen = screen } else { try app.show(screen, by: self) }
  }

  // MARK: - Coming and going

  /// The connection of the front has ended. It leaves or, if it can come back, is away first, for as long as
  /// ``AppLimits/absence`` at most.
  ///
  /// - Parameter canReturn: Whether it may come back by its ``returnName``.
  public func disconnect(canReturn: Bool) {
    guard canReturn else { return leave() }
    if presence == .attached { app?.beginAbsence(of: self) }
  }

  /// Leaves the app, and lets go of all that the front holds. What no other front holds closes. The host stays.
  public func leave() {
    guard presence != .left, !isHost else { return }
    if let app { app.removeFront(self) } else { presence = .left }
  }

  // MARK: - What it sees

  /// All that it sees, the app's own view model first.
  package var views: [AnyScreenInstance] { (appScreen.map { [$0] } ?? []) + screens }

  func add(_ screen: AnyScreenInstance) {
    if screen.isApp { appScreen = screen } else { seen.insert(screen) }
    table[screen.id] = screen
    if screen.screen.work.isCounted { busyCount += 1 }
  }

  /// It sees a screen no more.
  func remove(_ screen: AnyScreenInstance) {
    guard forget(screen) else { return }
    screen.release()
    if screen.screen.work.isCounted, count(isBusy: false) { app?.reporter.busyEnded.send() }
  }

  /// A screen is closed, or no longer that of an app.
  ///
  /// - Returns: Whether it was there.
  @discardableResult func forget(_ screen: AnyScreenInstance) -> Bool {
    guard table.removeValue(forKey: screen.id) != nil else { return false }
    if screen.isApp { appScreen = nil } else { seen.remove(screen.screen.number) }
    if currentScreen === screen { currentScreen = nil }
    return true
  }

  /// A screen that it sees has become busy, or is not busy any more.
  ///
  /// - Returns: Whether none is busy any more.
  func count(isBusy: Bool) -> Bool {
    busyCount += isBusy ? 1 : -1
    guard busyCount == 0 else { return false }
    app?.reporter.fronts.didBecomeIdle(self)
    return true
  }

  /// Reports that its screens are idle, if they still are.
  func reportIdle() {
    guard busyCount == 0 else { return }
    deliver(AppReport(instance: nil, cause: .front(id), event: .idle))
  }

  func deliver(_ report: AppReport) { if presence != .left { subject.send(report) } }
}

extension Outgoing {
  /// What a front may read of it at the moment.
  @MainActor public func value(for front: AppFront) -> Value { front.hidesPrivateFields ? rest : whole }

  /// What is hidden from a front at the moment: the names of members, with a slash before those inside of another one.
  @MainActor public func hidden(from front: AppFront) -> [String] { front.hidesPrivateFields ? privateNames : [] }
}
