import Foundation
import Locking

/// A program that a test has started. It gets the three standard descriptors and no other.
///
/// NB: Foundation's `Process.run` reads beyond a buffer when some 1,300 descriptors are open, which all tests at once may reach.
public final class ChildProcess: Sendable {
  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    case exitCode(Int32)
    case signal(Int32)
  }

  /// What a program has in place of the standard descriptors.
  public enum Descriptors: Sendable {
    /// Descriptors of this process. The program gets copies.
    case copies(input: Int32, output: Int32, errors: Int32)
    /// Pipes. This process keeps its ends, and closes those of the program. Without one, errors go where this process's go.
    case pipes(input: Pipe, output: Pipe, errors: Pipe?)
    /// A terminal by its path, which controls the program's new session.
    case terminal(String)
  }

  /// The number by which the system knows the program.
  public let identifier: pid_t
  private let ending = Shared()

  /// What the thread that waits for the end shares with this object.
  private final class Shared: Sendable {
    let value = LockedValue<Ending?>(nil)
    let group = DispatchGroup()
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the program's file, or its name, which is looked up as a shell does.
  ///   - variables: the environment; `nil` for this process's own.
  ///   - folder: the current folder; `nil` for this process's own.
  public init(
    _ path: String, _ arguments: [String] = [], environment variables: [String: String]? = nil,
    in folder: String? = nil, _ descriptors: Descriptors
  ) throws {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    // NB: copies that are none of the first three, because one of those may be the place of another.
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    switch descriptors {
    case .copies(let input, let output, let errors):
      copies = [input, output, errors].map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    case .pipes(let input, let output, let errors):
      let ends =
        [input.fileHandleForReading, output.fileHandleForWriting] + (errors.map { [$0.fileHandleForWriting] } ?? [])
      copies = (ends.map(\.fileDescriptor) + [2]).prefix(3).map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
      for end in ends { try? end.close() }
    case .terminal(let path):
      // The first terminal that the leader of a session opens controls it.
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      for place: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, place) }
      #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_SETSID)
      #else
        // POSIX_SPAWN_SETSID, which Glibc's module lacks.
        flags |= 0x80
      #endif
    }
    guard copies.allSatisfy({ $0 >= 0 }) else { throw POSIXError(.EBADF) }
    for (place, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, Int32(place)) }
    // NB: else the program would hold the pipes of other tests, and their readers would wait for its end. Glibc's module
    // lacks `posix_spawn_file_actions_addclosefrom_np`.
    let limit = min(4_096, Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))))
    for descriptor in 3..<limit { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // NB: a thread that runs tests blocks signals, and a shell in the background ignores some. A child would inherit both.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // A shell changes the folder, for what spawns has no portable call for it.
    let words =
      folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0, path] + arguments } ?? [path] + arguments
    let (list, environment) = (
      words.map { strdup($0) },
      (variables ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") }
    )
    defer { for text in list + environment { free(text) } }
    var identifier = pid_t()
    let error = posix_spawnp(&identifier, words[0], &actions, &attributes, list + [nil], environment + [nil])
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.identifier = identifier
    ending.group.enter()
    // NB: at once, and not when a test asks for it: what watches over exit tests spins while a program waits to be reaped.
    Thread.detachNewThread { [identifier, ending] in Self.reap(identifier, ending) }
  }

  private static func reap(_ identifier: pid_t, _ ending: Shared) {
    // NB: what has ended keeps its number until it is reaped, so no signal goes to another program.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    ending.value.withLock { ending in
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      ending = signal == 0 ? Ending.exitCode(status >> 8 & 0xFF) : .signal(signal)
    }
    ending.group.leave()
  }

  deinit { send(signal: SIGKILL) }

  /// Sends a signal, unless the program has ended.
  public func send(signal number: Int32) {
    ending.value.withLock { if $0 == nil { kill(identifier, number) } }
  }

  /// Waits for the end. It blocks the thread.
  public func end() -> Ending {
    ending.group.wait()
    return ending.value.withLock { $0 } ?? .exitCode(-1)
  }

  /// Waits for the end without blocking a thread: few threads run tests.
  public func waitForEnd() async -> Ending {
    await withCheckedContinuation { continuation in
      ending.group.notify(queue: .global()) { continuation.resume(returning: self.end()) }
    }
  }
}
