import CTributary
import FrontOptions
import ScreenServer

/// A core that a host in C has made: a session of its own, whose frames go to a callback.
@MainActor final class HostedCore {
  private let frontSession: FrontSession
  private let server: ScreenServer
  private let output: CallbackOutput

  /// - Throws: an `OptionError` if an option is wrong, or names a file or a folder that cannot be used.
  init(_ number: tributary_core, _ front: Front, _ arguments: [String], _ callbacks: Callbacks) throws(OptionError) {
    let frontSession = try FrontSession(front, CoreOptions.check(arguments, of: front))
    let output = CallbackOutput(callbacks)
    self.frontSession = frontSession
    self.output = output
    let services = ClientServices(front.app.services, isAsked: frontSession.asksClient)
    server = ScreenServer(output: output, name: front.name, version: front.version, services: services) {
      frontSession.app(asking: services)
    }
    server.session.onFinish = { ending in
      CCore.end(number)
      output.callbacks?.end(ending.exitCode)
    }
  }

  func receive(_ bytes: [UInt8]) { frontSession.turn { server.receive(bytes) } }

  /// No callback runs from now on.
  func silence() { output.callbacks = nil }

  func close() {
    silence()
    server.session.handle(.stop)
    server.session.handle(.cancelAll)
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
