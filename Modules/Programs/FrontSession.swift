import Dispatch
public import Recording
public import Requests
public import Screens
import Words

/// A session of a front: its app, and the recording of what happens to it.
@preconcurrency @MainActor public final class FrontSession {
  /// Records the session; `nil` if the command line does not ask for it.
  public let recorder: Recorder?
  /// The app, which is made when it is first used.
  public private(set) lazy var app = makeFirstApp()

  /// Runs before the first app is made.
  var willMakeApp = {}

  private var client: (any ServiceChannel)?
  private let front: Front
  private let options: SessionOptions
  // NB: a start without a recording needs none of it, and its locale is dear.
  private lazy var configuration = options.configuration(front: front.title)
  private let file: RecordingFile?
  private let storage: Storage?
  private let onFailure: @Sendable (_ message: String) -> Void

  /// A session with the options of a command line.
  ///
  /// - Parameters:
  ///   - front: The front.
  ///   - options: The options.
  ///   - onFailure: Runs on any thread, if the recording ends before the session, for each stored value that is damaged or
  ///     cannot be read, and for each mistake of the app's code that is ignored. By default, the program reports it and goes on.
  /// - Throws: an `OptionError` if the folder of stored values cannot be used, if the file of the recording cannot be made,
  ///   or if the app has no server.
  public init(
    _ front: Front, _ options: SessionOptions, onFailure: (@Sendable (_ message: String) -> Void)? = nil
  ) throws(OptionError) {
    if options.backend.server != nil, front.app.server == nil {
      throw OptionError(
        Words.text("\(options.backend.asksClient ? "--fallback" : "--backend") takes \"mock\": this app has no server.")
      )
    }
    self.front = front
    self.options = options
    let report = onFailure ?? front.report
    self.onFailure = report
    storage = try options.openStorage()
    file = try options.createRecording { [options] in
      report(front.said(in: options.localization).string($0))
    }
    recorder = file.map { Recorder(options.configuration(front: front.title), write: $0.write) }
    storage?.observeProblems { [options] problem in
      report(front.said(in: options.localization).string(Words.text("--state: \(problem)")))
    }
  }

  private var server: Backend? {
    guard var server = options.backend.server else { return nil }
    server.downloads = options.state.map { FileFolder($0 + "/files") }
    server.hasDownloadsOfAccounts = true
    server.credentials = ServerCredentials(for: server.url, in: storage ?? Storage())
    return front.app.server?(server)
  }
  private lazy var makeSharingApp = configuration.makeApps(front.app, server: server, storage: storage)

  /// Makes one more app, for one more client of a program that serves several. It shares the services, the stored values
  /// and the idempotency keys with ``app`` and with the others; its screens are its own. A recording has ``app`` alone.
  ///
  /// - Parameter client: answers the operations that it names, if the command line says `--backend client`. It belongs to
  ///   this app alone.
  public func makeApp(asking client: (any ServiceChannel)? = nil) -> AppCore {
    prepare()
    return reporting(makeSharingApp { wrap($0, client) })
  }

  /// The app, which is made when it is first used, with a client that answers operations.
  ///
  ///     let services = ClientServices(front.app.services, isAsked: session.asksClient)
  ///     let server = ScreenServer(output: transport.output, services: services) { session.app(asking: services) }
  ///
  /// - Parameter client: answers the operations that it names, if the command line says `--backend client`. It counts when
  ///   the app is made.
  public func app(asking client: any ServiceChannel) -> AppCore {
    self.client = client
    return app
  }

  /// Makes the ``app``, before any client and any screen, if a feature of it has something to do: see `AppDefinition.startsAtOnce`. A
  /// ``Front`` calls it before it runs a session. With `--backend client` the app begins with the client.
  func start() {
    if front.app.startsAtOnce, !asksClient { _ = app }
  }

  /// Whether the command line says `--backend client`.
  public var asksClient: Bool { options.backend.asksClient }

  /// Whether the app's backend is the one in memory, and nothing else.
  public var hasMockAlone: Bool { options.backend.server == nil && !asksClient }

  private func makeFirstApp() -> AppCore {
    guard let recorder else { return makeApp(asking: client) }
    prepare()
    return reporting(recorder.makeApp(front.app, server: server, storage: storage) { wrap($0, client) })
  }

  private func prepare() {
    willMakeApp()
    willMakeApp = {}
  }

  /// Reports the mistakes of an app's code.
  private func reporting(_ app: AppCore) -> AppCore {
    app.onFault = onFailure
    return app
  }

  /// The backend of an app: the client for what it names, and another one behind it.
  private func wrap(_ base: Backend, _ client: (any ServiceChannel)?) -> Backend {
    guard asksClient, let client else { return base }
    return .client(client, limit: TimeLimit(options.backend.answerTimeout), otherwise: base)
  }

  /// Does something to the app, which becomes one turn of the recording if there is one.
  public func turn(_ body: () -> Void) {
    if let recorder { recorder.turn(body) } else { body() }
  }

  /// Ends the recording, and waits at most two seconds for stored values.
  ///
  /// - Parameter isCutOff: Whether a part of the session is missing in it.
  /// - Returns: Whether the recording, if there is one, has the whole session. If not, a program ends with 1.
  @discardableResult public func end(isCutOff: Bool = false) -> Bool {
    if !isCutOff { recorder?.end() }
    storage?.flush(atMost: .seconds(2))
    return file?.isComplete != false && !(isCutOff && file != nil)
  }
}
