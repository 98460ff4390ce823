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
/// a password, is a tool only if ``AssistantRights/offersSecrets`` is true, and one that is not for assistants never is.
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
  /// What the assistant may do.
  public let rights: AssistantRights
  /// Whether nothing outside of the process has to do with the app, as with a backend in memory. A host may ask less then.
  public let isClosedWorld: Bool
  /// Whether an answer that opens a screen has a link to the resource of its state. Widespread hosts refuse such an answer.
  public let linksScreens: Bool

  let times: CallTimes
  private let guidance: String?
  private let makeApp: @MainActor () -> AppCore
  /// What `initialize` has agreed with the host.
  private var host = Host()
  private var reports: AnyCancellable?
  let calls = ToolCalls()
  /// What the assistant was told of the states.
  let told = ToldStates()
  /// How many calls may be open.
  let callLimit: Int
  /// The app.
  public private(set) lazy var app = makeApp()
  private var madeFront: AppFront?
  lazy var tools = Toolbox(
    app.definition, for: front, hasFiles: rights.files != nil, isClosedWorld: isClosedWorld)
  lazy var subscriptions = Subscriptions(session)
  private lazy var log = ClientLog(session, name: name)

  /// What is agreed with the assistant's host.
  private struct Host {
    var revision: Revision?
    /// Whether it has said at first that it can ask the person by a form.
    var asksPersons = false
  }

  /// A server for an app, which is made when the first message needs it.
  ///
  /// - Parameters:
  ///   - output: Where the frames go.
  ///   - name: The name of the server.
  ///   - version: The version of the server.
  ///   - guidance: What an assistant should know of the app, in a few sentences. What holds for every app is told anyway.
  ///   - rights: What the assistant may do.
  ///   - isClosedWorld: Whether nothing outside of the process has to do with the app.
  ///   - linksScreens: Whether an answer that opens a screen has a link to the resource of its state. Widespread hosts, such as LangChain
  ///     and AutoGen, cannot read an answer with one.
  ///   - limits: The limits of the conversation.
  ///   - workTimeout: How long a call waits for the work that its event has started. It then answers that the screen still
  ///     works.
  ///   - questionTimeout: How long a person has who is asked by the assistant's host. The question is withdrawn then.
  ///   - scheduler: Measures that time.
  ///   - makeApp: Makes the app, or returns one that others have, too.
  public init(
    output: any Output, name: String, version: String, guidance: String? = nil,
    rights: AssistantRights = AssistantRights(), isClosedWorld: Bool = false, linksScreens: Bool = false,
    limits: Limits = Limits(),
    workTimeout: Duration = .seconds(10), questionTimeout: Duration = .seconds(300),
    scheduler: AnySchedulerOf<DispatchQueue> = .main,
    _ makeApp: @escaping @MainActor () -> AppCore
  ) {
    self.name = name
    self.version = version
    self.guidance = guidance
    self.rights = rights
    self.isClosedWorld = isClosedWorld
    self.linksScreens = linksScreens
    times = CallTimes(work: workTimeout, question: questionTimeout, scheduler: scheduler)
    self.makeApp = makeApp
    callLimit = limits.inFlight
    session = Session(output: output, limits: limits)
    session.acceptsBatches = false
    session.acceptsNullIDs = false
    registerLifecycle()
    registerTools()
    registerResources()
  }

  /// The assistant as a front of the app. It is attached when the first message needs it.
  public var front: AppFront {
    if let madeFront { return madeFront }
    let front = app.attachAssistant(rights, hostAsksPersons: host.asksPersons)
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
      host.revision = agreed
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
    session.register("ping", .immediate) { params, call in
      try Self.require(!Request.isOfNewestEra(params))
      call.succeed()
    }
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
    _ method: String, _ kind: MethodKind = .immediate, _ handler: @escaping @MainActor (Request) throws -> Void
  ) {
    session.register(method, kind) { [unowned self] params, call in
      do {
        let request = try Request(params, call, older: host.revision, canAskPerson: host.asksPersons)
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
    if madeFront == nil { host.asksPersons = canAskPerson }
  }

  private var description: JSON {
    ServerDescription(name: name, version: version, guidance: guidance).json(of: app)
  }

  /// The result of a request, with the members that its revision asks for.
  func complete(_ result: JSON, _ request: Request, isCacheable: Bool = false) -> JSON {
    let revision = request.revision
    return result.with(revision.members(name, version).merging(isCacheable ? revision.cacheMembers : [:]) { $1 })
  }
}

// MARK: - Reports

extension MCPServer {
  private func follow(_ report: AppReport) {
    switch report.event {
    case .questionOpened(let question): return didOpen(question)
    case .questionEnded(let question, let end):
      for answer in calls.pending { answer.didEnd(question, end) }
      return didEnd(question)
    default: break
    }
    if case .fault(let text) = report.event { note(.error, text) }
    if case .accountChanged = report.event { told.forgetAll() }
    guard let instance = report.instance else { return }
    switch report.event {
    case .opened:
      note(.info, "\(instance.id) was opened.")
      let isOwn = report.cause.front == front.id
      calls.didOpen(instance, isOwn: isOwn, isOfOthers: !isOwn && report.cause.isFront)
      subscriptions.didChangeList()
      // The call that opens a screen lets it appear when what it has opened while it was made is known.
      if !isOwn { instance.viewDidAppear() }
    case .changed:
      for answer in calls.pending { answer.stateChanged(of: instance) }
      subscriptions.didChange(instance.uri)
    case .closed(_, let outcome):
      note(.info, "\(instance.id) was closed.")
      calls.undecided.remove(instance.id)
      for answer in calls.pending { answer.didClose(instance, outcome) }
      told.forget(instance.id)
      subscriptions.didChangeList()
    case .released:
      for answer in calls.pending { answer.didClose(instance, nil) }
      told.forget(instance.id)
      subscriptions.didChangeList()
    case .busy: for answer in calls.pending { answer.workChanged() }
    case .sent, .held, .refused, .stayed, .application, .localized, .front, .tabSelected, .waitsForChanged,
      .accountChanged, .idle, .fault,
      .questionOpened, .questionDeclined, .questionEnded:
      break
    }
  }

  private func note(_ level: LogLevel, _ text: String) {
    log.send(level, text, requests: calls.pending.map(\.logLevel))
  }
}

extension AnyScreenInstance {
  /// The address of the screen's resource.
  var uri: String { Self.uriPrefix + id }

  static let uriPrefix = "tributary://screens/"
}
