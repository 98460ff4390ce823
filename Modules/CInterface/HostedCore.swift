import CTributary
import FrontOptions
public import ScreenServer

/// A conversation with a host in C, and what it needs as long as it lives.
@preconcurrency @MainActor public struct HostedSession {
  /// Makes the conversation of a core.
  ///
  /// - Parameters:
  ///   - output: where its frames go, each of them a line.
  ///   - makeApp: makes the app.
  public typealias Maker =
    @MainActor @Sendable (
      _ output: any Output, _ makeApp: @escaping @MainActor () -> AppCore
    ) -> HostedSession

  /// The session, which was created with that output.
  let session: Session
  /// What is kept until the core is destroyed.
  let owner: AnyObject?

  /// A conversation.
  ///
  /// - Parameters:
  ///   - session: the session. Its `onFinish` is set.
  ///   - owner: what is kept until the core is destroyed, such as the server of the session.
  public init(_ session: Session, keeping owner: AnyObject? = nil) {
    self.session = session
    self.owner = owner
  }
}

/// The app of a library, and the protocols that it speaks.
struct HostedFront: Sendable {
  var front: Front
  /// The protocols beside that of `ScreenServer`, by name.
  var protocols: [String: HostedSession.Maker] = [:]
}

/// A core that a host in C has made: a session of its own, whose frames go to a callback.
@MainActor final class HostedCore {
  private let frontSession: FrontSession
  private let conversation: HostedSession
  private let output: CallbackOutput

  /// - Throws: an `OptionError` if an option is wrong, or names a file or a folder that cannot be used.
  init(
    _ number: tributary_core, _ hosted: HostedFront, _ arguments: [String], _ callbacks: Callbacks
  ) throws(OptionError) {
    let front = hosted.front
    let options = try CoreOptions(arguments, of: front, protocols: hosted.protocols.keys)
    let frontSession = try FrontSession(front, options.session)
    let output = CallbackOutput(callbacks)
    self.frontSession = frontSession
    self.output = output
    if let makeSession = options.wireProtocol.flatMap({ hosted.protocols[$0] }) {
      conversation = makeSession(output) { frontSession.app }
    } else {
      let services = ClientServices(front.app.services, isAsked: frontSession.asksClient)
      let server = ScreenServer(
        output: output, name: front.name, version: front.version, services: services,
        readFile: Front.readFile(_:limit:)
      ) {
        frontSession.app(asking: services)
      }
      conversation = HostedSession(server.session, keeping: server)
    }
    conversation.session.onFinish = { ending in
      CCore.end(number)
      output.callbacks?.end(ending.exitCode)
    }
  }

  func receive(_ bytes: [UInt8]) { frontSession.turn { conversation.session.receive(bytes) } }

  /// No callback runs from now on.
  func silence() { output.callbacks = nil }

  func close() {
    silence()
    conversation.session.handle(.stop)
    conversation.session.handle(.cancelAll)
    frontSession.end()
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
