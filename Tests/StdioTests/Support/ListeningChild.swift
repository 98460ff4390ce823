import Foundation
import Support

/// The built program with `--listen`, in a folder of its own.
struct ListeningChild {
  let child: Child
  let path: String

  /// Starts the program, and waits until a client can connect.
  ///
  /// - Parameters:
  ///   - path: the path of the socket.
  ///   - options: further options.
  ///   - redirection: what the shell does with the standard streams.
  ///   - meanwhile: runs again and again until then.
  init(_ path: String, _ options: [String] = [], redirection: String = "", meanwhile: () -> Void = {}) throws {
    self.path = path
    // NB: with a mask that takes no permission away, the mode is the program's doing.
    child = try Child(
      executable: URL(fileURLWithPath: "/bin/sh"),
      ["-c", "umask 0; exec \"$0\" \"$@\" \(redirection)", Child.program.path, "--listen", path] + options)
    while SocketClient(path) == nil {
      meanwhile()
      sched_yield()
    }
  }

  /// A client.
  func connect() throws -> SocketClient {
    guard let client = SocketClient(path) else { throw POSIXError(.ECONNREFUSED) }
    return client
  }

  /// Ends the program as a service manager does.
  func terminate() -> Child.Ending {
    child.send(signal: SIGTERM)
    return child.end()
  }
}
