import JSON
public import JSONRPC
public import Screens

/// Serves the screens of an app to a client over JSON-RPC 2.0, through any transport.
///
/// ```swift
/// let server = ScreenServer(output: transport) { AppCore(.live(backend: .mock())) }
/// server.receive(Array(#"{"id":1,"jsonrpc":"2.0","method":"screen/open","params":{"screen":"counter"}}"#.utf8) + [0x0A])
/// ```
///
/// Replies and updates leave through the output. The server offers the screens of its app, with their schemas; a package
/// adds its own:
///
/// ```swift
/// let server = ScreenServer(output: transport) {
///   AppCore(.live(backend: .mock()), AppDefinition(screens: AppCore.screens + [AnyScreen(.afford)]))
/// }
/// ```
///
/// The client is a front of the app, and several servers may have one app. Call ``detach()`` when the conversation has
/// ended and the app goes on.
///
/// It runs on the main actor and has no thread of its own.
@preconcurrency @MainActor public final class ScreenServer {
  /// The conversation: its end, its log, and the state of its output.
  public let session: Session
  /// The instances that the client sees, as frames report them, by id.
  var instances: [String: ServedInstance] = [:]
  /// The documents about the app. A process that serves connections has one for all.
  package var documents = ServedDocuments()

  let name: String
  let version: String
  let limits: Limits
  /// The services that the client answers.
  let services: ClientServices?
  /// Whether the client may set the language and the locale of the app.
  let mayLocalize: Bool
  /// Whether the answer to `initialize` is being made, which has the language.
  var isGreeting = false
  private let makeApp: @MainActor () -> AppCore
  /// What kind of front the client is, as the server's owner says.
  let kind: FrontKind
  private var madeApp: AppCore?
  private var madeFront: AppFront?
  /// Whether the front may come back after the end of the conversation.
  var canReturn = false
  private var reports: AnyCancellable?
  private var waitingSyncs: [Call] = []

  /// The account that the user has signed in to.
  var account = ""

  /// What the client accepts.
  var client = ClientCapabilities()
  /// The questions of the app that the client hears of; `nil` if it has named none that it answers.
  private(set) var questions: ClientQuestions?
  private let openFile: FileOpener?
  /// The files whose bytes go over the wire.
  let files: ClientFiles
  /// Whether a message of the client is being carried out.
  private(set) var isHandling = false
  /// The request to open a screen that is being carried out, until the screen is open, and whether it names none, so that the reply does.
  var opening: (call: Call, followsLink: Bool)?
  /// The instances that were opened, and that are about to appear.
  var appearing: [ServedInstance] = []

  init(
    _ session: Session, kind: FrontKind, limits: Limits, name: String, version: String, services: ClientServices?,
    mayLocalize: Bool, openFile: FileOpener?, _ makeApp: @escaping @MainActor () -> AppCore
  ) {
    self.session = session
    self.kind = kind
    self.limits = limits
    self.name = name
    self.version = version
    self.services = services
    self.mayLocalize = mayLocalize
    self.openFile = openFile
    self.makeApp = makeApp
    files = ClientFiles(session)
    services?.session = session
    services?.clientFiles = files
    session.onIdle = { [unowned self] in answerSyncs() }
  }

  /// The app.
  public var app: AppCore {
    if let madeApp { return madeApp }
    let app = makeApp()
    madeApp = app
    return app
  }

  /// The client as a front of the app. It is attached when the first message needs it.
  public var front: AppFront { madeFront ?? attach(kind) }

  /// Attaches the client as a front.
  @discardableResult func attach(
    _ kind: FrontKind, isShared: Bool = false, answers: Set<String> = [], returningBy returnName: String? = nil
  ) -> AppFront {
    let front = app.attach(kind, isShared: isShared, answers: answers, returningBy: returnName)
    madeFront = front
    account = app.environment.account
    reports = front.reports.sink { [unowned self] in follow($0) }
    for screen in front.screens { _ = add(screen) }
    return front
  }

  /// Notes which questions the client answers.
  ///
  /// - Returns: Their names; `nil` if it has named none.
  func accept(questions names: [String]?) -> Set<String>? {
    guard let names else { return nil }
    questions = ClientQuestions(session, files, openFile: openFile)
    return Set(names.filter { $0.utf8.count <= 256 }.prefix(256))
  }

  /// The names of the questions that the app describes, and the one that stands for all.
  var questionNames: [String] {
    [AppFront.anyQuestion] + ProtocolShapes.questions.map(\.name) + app.questionDescriptions.map(\.name)
  }

  /// Tells the client which questions are open.
  func updateQuestions() {
    guard let questions, let madeFront, madeFront.presence == .attached else { return }
    questions.update(for: madeFront)
  }

  /// The conversation has ended: the front leaves the app, and what it alone held closes. If its client may come back, it is away
  /// first. Has no effect the second time.
  public func detach() {
    reports = nil
    files.forgetAll()
    madeFront?.disconnect(canReturn: canReturn)
  }

  /// Reads the next bytes of the client's input, any number of them.
  public func receive(_ bytes: [UInt8]) { session.receive(bytes) }
}

// MARK: - Messages

extension ScreenServer {
  /// Carries out a message of the client. What it has opened appears after it.
  func handle(_ message: () throws(RPCError) -> Void) throws(RPCError) {
    isHandling = true
    defer {
      isHandling = false
      appear()
    }
    try message()
  }
}

// MARK: - Instances

extension ScreenServer {
  /// An open instance.
  func instance(_ name: String) throws(RPCError) -> ServedInstance {
    guard let instance = instances[exactly: name] else { throw .unknownInstance }
    return instance
  }

  /// Serves an open screen.
  func add(_ screen: AnyScreenInstance) -> ServedInstance {
    let served = ServedInstance(screen, for: client)
    instances[screen.id] = served
    return served
  }

  /// Closes an instance as the client requests.
  func close(_ instance: ServedInstance) {
    instances[instance.name] = nil
    instance.screen.close()
  }

  /// Leaves an instance as the client requests, unless it asks first.
  func leave(_ instance: ServedInstance) -> LeaveOutcome {
    let outcome = instance.screen.leave()
    if outcome == .left { instances[instance.name] = nil }
    return outcome
  }
}

// MARK: - Idleness

extension ScreenServer {
  /// Answers a call when nothing is in flight.
  func sync(_ call: Call) {
    if isIdle { return call.succeed() }
    waitingSyncs.append(call)
    call.onCancel = { [unowned self] in waitingSyncs.removeAll { $0 === call } }
  }

  private var isIdle: Bool { madeFront?.isBusy != true && session.isIdle }

  func answerSyncs() {
    guard isIdle, !waitingSyncs.isEmpty else { return }
    let calls = waitingSyncs
    waitingSyncs = []
    session.perform {
      for call in calls { call.succeed() }
    }
  }
}
