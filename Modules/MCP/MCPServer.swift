public import Dispatch
import JSON
public import JSONRPC
public import Screens
public import StreamsExtras

/// Serves the screens of an app to an assistant by the Model Context Protocol, through any transport.
///
/// ```swift
/// let server = MCPServer(output: transport, name: "library", version: "1.0") { AppCore(.live(backend: .mock())) }
/// server.receive(Array(#"{"id":1,"jsonrpc":"2.0","method":"ping"}"#.utf8) + [0x0A])
/// ```
///
/// It speaks every revision of the protocol: 2024-11-05, 2025-03-26, 2025-06-18 and 2025-11-25, which begin with `initialize`, and
/// 2026-07-28, whose requests each name their version. What a revision does not know is left out.
///
/// A tool opens a screen, one reads it, one closes it, and each event of each screen is a tool. A call answers with the
/// state once the work that the event started is done. The open screens are resources. An event that takes a secret, such as
/// a password, is a tool only if ``offersSecrets`` is true, and one that is not for assistants never is.
///
/// The assistant is a front of the app, which sees all that is open, and several servers may have one app. What is private is
/// hidden from it unless a front of a person is attached and active. Call ``detach()`` when the conversation has ended and the app
/// goes on.
///
/// It runs on the main actor and has no thread of its own.
@preconcurrency @MainActor public final class MCPServer {
  /// The conversation: its end, its log, and the state of its output.
  public let session: Session

  /// The name of the server, for people and logs.
  public let name: String
  /// The version of the server.
  public let version: String
  /// Whether events that take secrets are tools.
  public let offersSecrets: Bool
  /// Whether the assistant is shown what is private while no front of a person is active.
  public let showsPrivateFields: Bool
  /// Whether the consent of the assistant's host counts as the person's, so that no person is asked before an event that has a
  /// question.
  public let trustsHostConsent: Bool
  /// The folder whose files the assistant may give to the app, and where it may save some of the app's; `nil` for none.
  public let files: FileFolder?
  /// Whether nothing outside of the process has to do with the app, as with a backend in memory. A host may ask less then.
  public let isClosedWorld: Bool

  let scheduler: AnySchedulerOf<DispatchQueue>
  let workTimeout: Duration
  let questionTimeout: Duration
  private let guidance: String?
  private let makeApp: @MainActor () -> AppCore
  private var madeApp: AppCore?
  private var madeFront: AppFront?
  /// The revision on which `initialize` has agreed.
  private var revision: Revision?
  private var reports: AnyCancellable?
  /// The call that opens a screen, until the screen is open.
  var opening: ToolAnswer?
  /// The calls that are being answered.
  var pending: [ToolAnswer] = []
  lazy var tools = Toolbox(
    app.definition, for: front, answersQuestions: app.questionDescriptions.contains(where: \.isForAssistants),
    hasFiles: files != nil, isClosedWorld: isClosedWorld)
  lazy var subscriptions = Subscriptions(session)
  private lazy var log = ClientLog(session, name: name)
  /// The arguments of the call that is being run, in one notation.
  var calledArguments: [UInt8] = []
  /// The calls that wait for a person by a second call.
  let pendingInputs = PendingInputs()
  /// Whether the assistant's host has said at first that it can ask the person by a form.
  private var hostAsksPersons = false

  /// A server for an app, which is made when the first message needs it.
  ///
  /// - Parameters:
  ///   - output: Where the frames go.
  ///   - name: The name of the server.
  ///   - version: The version of the server.
  ///   - guidance: What an assistant should know of the app, in a few sentences. What holds for every app is told anyway.
  ///   - offersSecrets: Whether events that take secrets are tools.
  ///   - showsPrivateFields: Whether the assistant is shown what is private while no front of a person is active.
  ///   - trustsHostConsent: Whether the consent of the assistant's host counts as the person's.
  ///   - files: The folder whose files the assistant may give to the app, and where it may save some of the app's.
  ///   - isClosedWorld: Whether nothing outside of the process has to do with the app.
  ///   - limits: The limits of the conversation.
  ///   - workTimeout: How long a call waits for the work that its event has started. It then answers that the screen still
  ///     works.
  ///   - questionTimeout: How long a person has who is asked by the assistant's host. The question is withdrawn then.
  ///   - scheduler: Measures that time.
  ///   - makeApp: Makes the app, or returns one that others have, too.
  public init(
    output: any Output, name: String, version: String, guidance: String? = nil, offersSecrets: Bool = false,
    showsPrivateFields: Bool = false, trustsHostConsent: Bool = false, files: FileFolder? = nil,
    isClosedWorld: Bool = false,
    limits: Limits = Limits(), workTimeout: Duration = .seconds(10), questionTimeout: Duration = .seconds(300),
    scheduler: AnySchedulerOf<DispatchQueue> = .main,
    _ makeApp: @escaping @MainActor () -> AppCore
  ) {
    self.name = name
    self.version = version
    self.guidance = guidance
    self.offersSecrets = offersSecrets
    self.showsPrivateFields = showsPrivateFields
    self.trustsHostConsent = trustsHostConsent
    self.files = files
    self.isClosedWorld = isClosedWorld
    self.workTimeout = workTimeout
    self.questionTimeout = questionTimeout
    self.scheduler = scheduler
    self.makeApp = makeApp
    session = Session(output: output, limits: limits)
    session.acceptsBatches = false
    registerLifecycle()
    registerTools()
    registerResources()
  }

  /// The app.
  public var app: AppCore {
    if let madeApp { return madeApp }
    let app = makeApp()
    madeApp = app
    return app
  }

  /// The assistant as a front of the app. It is attached when the first message needs it.
  public var front: AppFront {
    if let madeFront { return madeFront }
    let front = app.attach(
      .assistant, isShared: true,
      answers: Set(
        [AppFront.anyQuestion] + (hostAsksPersons ? ["confirm"] : []) + (files == nil ? [] : Self.fileQuestions)),
      mayEnterSecrets: offersSecrets, mayReadPrivateFields: showsPrivateFields,
      mayConfirm: trustsHostConsent)
    madeFront = front
    reports = front.reports.sink { [unowned self] in follow($0) }
    // What belongs to the app as a whole is among what an assistant can read.
    front.followApp()?.viewDidAppear()
    return front
  }

  /// The conversation has ended: the front leaves the app, and what it alone held closes. Has no effect the second time.
  public func detach() {
    reports = nil
    madeFront?.leave()
  }

  /// Reads the next bytes of the client's input, any number of them.
  public func receive(_ bytes: [UInt8]) { session.receive(bytes) }
}

// MARK: - The conversation

extension MCPServer {
  private func registerLifecycle() {
    session.register("initialize", .immediate) { [unowned self] params, call in
      let revision = params["protocolVersion"]?.string.flatMap(Revision.init).flatMap { $0.isStateless ? nil : $0 }
      let agreed = revision ?? .newestWithInitialize
      self.revision = agreed
      session.acceptsBatches = agreed.hasBatches
      note(canAskPerson: agreed.hasForms && Request.asksPersons(params["capabilities"]))
      // From here on it is told of what others open.
      _ = front
      subscriptions.reportList()
      call.succeed(description.with(["protocolVersion": .string(agreed.rawValue)]))
    }
    session.register("notifications/initialized", .notification) { _, _ in }
    session.register("notifications/cancelled", .notification) { [unowned self] params, _ in
      if let id = params["requestId"] { session.drop(id: id) }
    }
    // The newest revision has no ping; a client that sends one is answered all the same.
    session.register("ping", .immediate) { _, call in call.succeed() }
    register("server/discover") { [unowned self] request in
      try Self.require(request.revision.isStateless)
      let versions: JSON = .array(Revision.stateless.map { .string($0.rawValue) })
      let result = description.with(["supportedVersions": versions])
      request.call.succeed(complete(result, request, isCacheable: true))
    }
    register("logging/setLevel") { [unowned self] request in
      // The newest revision has the level in each request.
      try Self.require(!request.revision.isStateless)
      guard let level = request.params["level"]?.string.flatMap(LogLevel.init) else {
        let names = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw RPCError.invalidParams(JSONPointer("level"), expected: "one of \(names)", reason: "wrongType")
      }
      log.level = level
      request.call.succeed()
    }
  }

  /// Refuses a method that the revision does not have.
  static func require(_ isKnown: Bool) throws(RPCError) {
    guard isKnown else { throw RPCError(.methodNotFound, reason: "unknownMethod") }
  }

  /// Adds a method. A request of an older revision is refused before `initialize`.
  func register(
    _ method: String, _ kind: Session.MethodKind = .immediate, _ handler: @escaping @MainActor (Request) throws -> Void
  ) {
    session.register(method, kind) { [unowned self] params, call in
      do {
        let request = try Request(params, call, older: revision, canAskPerson: hostAsksPersons)
        note(canAskPerson: request.canAskPerson)
        _ = front
        try handler(request)
      } catch let error as RPCError {
        throw error.withDetailsInMessage
      }
    }
  }

  /// Notes whether the host can ask the person by a form. The first message counts, before the front is attached.
  private func note(canAskPerson: Bool) {
    if madeFront == nil { hostAsksPersons = canAskPerson }
  }

  /// The result of a request, with the members that its revision asks for.
  func complete(_ result: JSON, _ request: Request, isCacheable: Bool = false) -> JSON {
    let revision = request.revision
    return result.with(revision.members(name, version).merging(isCacheable ? revision.cacheMembers : [:]) { $1 })
  }

  private var description: JSON {
    [
      "capabilities": [
        "logging": [:], "resources": ["listChanged": true, "subscribe": true], "tools": ["listChanged": false],
      ],
      "instructions": .string(instructions), "serverInfo": ["name": .string(name), "version": .string(version)],
    ]
  }

  private var instructions: String {
    let text = """
      This is an app of screens. Open one with open_screen; the answer has its instance and its state.
      The state is all that a user would see. Read it before you act, and after each call: it is in every answer.
      Each event of a screen is a tool, such as one for a button or a text field, and takes the instance.
      An answer comes when the work that the event started is done. "working": true says that some still goes on; read the \
      screen again later.
      "hidden" beside a state or a result names what is private and hidden from you. Its value there is a placeholder, also after \
      you have entered it: do not take it for empty, and do not enter it again.
      A refused event changes nothing. The answer says why, and what has to come first.
      A person may be asked before an event is applied: "questions" in the answer says who, and what came of it. Do not send \
      the event again.
      A screen may open others and close itself: "opened" and "closed" in the answer name them.
      What is for a person alone is no tool: ask the person to do it in a prompt or page of the same app, and read the screen again.
      Close screens that are not needed any more with close_screen.
      """
      + wholeApp.map { "\n" + $0 }.joined()
    return guidance.map { $0 + "\n" + text } ?? text
  }

  /// What the app has beside its screens, in sentences.
  private var wholeApp: [String] {
    var lines: [String] = []
    if let screen = app.appScreen {
      lines.append("The instance \"app\" is the app as a whole, always open: \(screen.about) Read it with read_screen.")
    }
    let layout = app.layout
    if let start = layout.start { lines.append("People begin with the screen \(start).") }
    if !layout.tabs.isEmpty {
      let words = app.environment.words
      let tabs = layout.tabs.map { "\($0.label(in: words)) (screen \($0.screen))" }.joined(separator: ", ")
      lines.append("People see these tabs, each with the screens that were opened in it: \(tabs).")
    }
    for detail in layout.details { lines.append("The screen \(detail.detail) shows a row of \(detail.list).") }
    if !app.links.routes.isEmpty {
      let paths = app.links.routes.map { "\($0.path) (screen \($0.screen))" }.joined(separator: ", ")
      lines.append(
        "Links lead to screens, and open_screen takes one: \(paths). Other parameters follow a question mark.")
    }
    return lines
  }
}

// MARK: - Reports

extension MCPServer {
  private func follow(_ report: AppReport) {
    switch report.event {
    case .questionOpened(let question): return didOpen(question)
    case .questionEnded(let question, let end):
      for answer in pending { answer.didEnd(question, end) }
      return
    default: break
    }
    if case .fault(let text) = report.event { note(.error, text) }
    guard let instance = report.instance else { return }
    switch report.event {
    case .opened:
      note(.info, "\(instance.id) was opened.")
      let isOwn = report.cause.front == front.id
      if isOwn { opening?.screen = opening?.screen ?? instance }
      for answer in pending { answer.didOpen(instance) }
      subscriptions.didChangeList()
      // The call that opens a screen lets it appear when what it has opened while it was made is known.
      if !isOwn { instance.viewDidAppear() }
    case .changed:
      for answer in pending { answer.stateChanged(of: instance) }
      subscriptions.didChange(instance.uri)
    case .closed(_, let outcome):
      note(.info, "\(instance.id) was closed.")
      for answer in pending { answer.didClose(instance, outcome) }
      subscriptions.didChangeList()
    case .released:
      for answer in pending { answer.didClose(instance, nil) }
      subscriptions.didChangeList()
    case .busy: for answer in pending { answer.workChanged() }
    case .sent, .held, .refused, .stayed, .application, .localized, .front, .tabSelected, .accountChanged, .idle,
      .fault,
      .questionOpened, .questionDeclined, .questionEnded:
      break
    }
  }

  private func note(_ level: LogLevel, _ text: String) {
    log.send(level, text, requests: pending.map(\.logLevel))
  }
}

extension AnyScreenInstance {
  /// The address of the screen's resource.
  var uri: String { Self.uriPrefix + id }

  static let uriPrefix = "tributary://screens/"
}
