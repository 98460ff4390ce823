import CTributary
import Dispatch
public import Programs
public import ScreenServer

/// A conversation with a host in C, and what it needs as long as it lives.
@preconcurrency @MainActor public struct HostedSession {
  /// Makes the conversation of a core.
  ///
  /// - Parameters:
  ///   - output: where its frames go, each of them a line.
  ///   - session: the session of the app.
  ///   - makeApp: makes the app.
  public typealias Maker =
    @MainActor @Sendable (
      _ output: any Output, _ session: FrontSession, _ makeApp: @escaping @MainActor () -> AppCore
    ) -> HostedSession

  /// The session, which was created with that output.
  let session: Session
  /// What is kept until the core is destroyed.
  let owner: AnyObject?
  /// Lets the front of the conversation leave its app.
  let detach: () -> Void

  /// A conversation.
  ///
  /// - Parameters:
  ///   - session: the session. Its `onFinish` is set.
  ///   - owner: what is kept until the core is destroyed, such as the server of the session.
  ///   - detach: lets the front of the conversation leave its app, once it has ended. It may run twice.
  public init(_ session: Session, keeping owner: AnyObject? = nil, detach: @escaping () -> Void = {}) {
    self.session = session
    self.owner = owner
    self.detach = detach
  }
}

/// A protocol that a library speaks beside that of `ScreenServer`.
public struct HostedProtocol: Sendable {
  let options: [CommandOption]
  let makeSession: @Sendable (_ values: [String: String]) throws(OptionError) -> HostedSession.Maker

  /// A protocol.
  ///
  /// - Parameters:
  ///   - options: its options, with the dashes of a command line. A core has them as members of its options without dashes, and one
  ///     without a value as `true`.
  ///   - makeSession: what makes the conversations of cores with these values, by the options' names. It throws an `OptionError` for
  ///     a wrong one.
  public init(
    options: [CommandOption] = [],
    _ makeSession: @escaping @Sendable (_ values: [String: String]) throws(OptionError) -> HostedSession.Maker
  ) {
    self.options = options
    self.makeSession = makeSession
  }
}

/// The app of a library, and the protocols that it speaks.
struct HostedFront: Sendable {
  var front: Front
  /// The protocols beside that of `ScreenServer`, by name.
  var protocols: [String: HostedProtocol] = [:]
}

/// The app of the cores that are fronts of it. It ends with the last of them.
@MainActor private final class HostedApp {
  let hosted: HostedFront
  let session: FrontSession
  private var frontCount = 0

  init(_ hosted: HostedFront, _ session: FrontSession) {
    self.hosted = hosted
    self.session = session
  }

  func join() { frontCount += 1 }

  func leave() {
    frontCount -= 1
    if frontCount == 0 { session.end() }
  }
}

/// A core that a host in C has made: a session of its own, whose frames go to a callback.
@MainActor final class HostedCore {
  private let app: HostedApp
  private let conversation: HostedSession
  private let output: CallbackOutput
  private var isClosed = false

  /// A core with an app of its own.
  ///
  /// - Throws: an `OptionError` if an option is wrong, or names a file or a folder that cannot be used.
  convenience init(
    _ number: tributary_core, _ hosted: HostedFront, _ arguments: [String], _ callbacks: Callbacks
  ) throws(OptionError) {
    let options = try CoreOptions(arguments, of: hosted)
    let session = try FrontSession(hosted.front, options.session)
    let definition = hosted.front.app
    let services = ClientServices(definition.services, isAsked: session.asksClient)
    self.init(number, HostedApp(hosted, session), options.makeSession, services, callbacks) {
      session.app(asking: services)
    }
  }

  /// A core at the app of another one. The app asks no services of it.
  convenience init(
    _ number: tributary_core, beside other: HostedCore, _ makeSession: HostedSession.Maker?, _ callbacks: Callbacks
  ) {
    let app = other.app
    let definition = app.hosted.front.app
    let services = ClientServices(definition.services, isAsked: false)
    self.init(number, app, makeSession, services, callbacks) { app.session.app }
  }

  private init(
    _ number: tributary_core, _ app: HostedApp, _ makeSession: HostedSession.Maker?, _ services: ClientServices,
    _ callbacks: Callbacks, _ makeApp: @escaping @MainActor () -> AppCore
  ) {
    let front = app.hosted.front
    let output = CallbackOutput(callbacks)
    self.app = app
    self.output = output
    if let makeSession {
      conversation = makeSession(output, app.session, makeApp)
    } else {
      let server = ScreenServer(
        output: output, name: front.name, version: front.version, services: services,
        openFile: Front.openFile(_:mediaType:wish:), makeApp)
      conversation = HostedSession(server.session, keeping: server) { server.detach() }
    }
    app.join()
    conversation.session.onFinish = { [weak self] ending in
      CCore.end(number)
      output.callbacks?.end(ending.exitCode)
      // The message that has ended it is still being read.
      DispatchQueue.main.async { self?.detach() }
    }
  }

  func receive(_ bytes: [UInt8]) { app.session.turn { conversation.session.receive(bytes) } }

  /// The front leaves the app, which others go on with.
  private func detach() {
    if !isClosed { app.session.turn { conversation.detach() } }
  }

  /// No callback runs from now on.
  func silence() { output.callbacks = nil }

  func close() {
    guard !isClosed else { return }
    silence()
    conversation.session.handle(.stop)
    conversation.session.handle(.cancelAll)
    detach()
    isClosed = true
    app.leave()
  }
}

/// The functions of a host in C.
///
/// It crosses threads: `tributary.h` says that both functions run on the thread that loaded the library.
struct Callbacks: @unchecked Sendable {
  let onFrame: tributary_on_frame
  let onEnd: tributary_on_end?
  let context: UnsafeMutableRawPointer?

  /// Whether a function of a host is running.
  // NB: unsafe, but used on the main actor alone. A session's output, which runs them there, cannot say so.
  nonisolated(unsafe) private(set) static var isRunning = false

  func frame(_ bytes: UnsafeRawBufferPointer) {
    run { onFrame(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, context) }
  }

  func end(_ code: Int32) { run { onEnd?(code, context) } }

  private func run(_ body: () -> Void) {
    let wasRunning = Self.isRunning
    Self.isRunning = true
    body()
    Self.isRunning = wasRunning
  }
}

extension Callbacks {
  /// - Throws: an `OptionError` without a function for frames.
  init(
    _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?, _ context: UnsafeMutableRawPointer?
  ) throws(OptionError) {
    guard let onFrame else { throw OptionError("on_frame is NULL.") }
    self.init(onFrame: onFrame, onEnd: onEnd, context: context)
  }
}

/// Gives each frame to a host. It takes every byte.
private final class CallbackOutput: Output {
  /// The host; `nil` when it wants no more.
  var callbacks: Callbacks?

  init(_ callbacks: Callbacks) { self.callbacks = callbacks }

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    // A frame is a line, and a host may want no more after the first one.
    var rest = bytes[...]
    while let callbacks, let end = rest.firstIndex(of: 0x0A) {
      callbacks.frame(UnsafeRawBufferPointer(rebasing: rest[...end]))
      rest = rest[(end + 1)...]
    }
    return bytes.count
  }
}
