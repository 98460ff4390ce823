#if canImport(Glibc)
  import Foundation
  import Glibc
  import Support
  import TerminalSupport
  import Testing

  /// A program in a terminal of its own: the test is the keyboard and the screen.
  final class PseudoTerminal {
    /// What the terminal shows.
    private(set) var screen: TerminalScreen
    private let master: Int32
    private let process: ChildProcess
    private var chunks: AsyncStream<Chunk>.Iterator
    private var unread: [UInt8] = []

    /// What the program has written, or the moment in which it had written nothing for 10 s.
    private enum Chunk {
      case bytes([UInt8])
      case silence(ContinuousClock.Instant)
    }

    /// Starts a program that was built beside the tests, or one at a path.
    init(
      _ arguments: [String] = [], of program: String = "tributary-console", columns: Int = 80, rows: Int = 24,
      environment: [String: String] = [:]
    ) throws {
      screen = TerminalScreen(columns: columns, rows: rows)
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // Glibc's module lacks `unlockpt` and `ptsname`, so these are Linux's TIOCSPTLCK and TIOCGPTN.
      var (lock, number): (CInt, CInt) = (0, 0)
      try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
      var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)

      let path = program.hasPrefix("/") ? program : Self.path(of: program)
      var all = ProcessInfo.processInfo.environment.merging([
        "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no",
        // The user's history is not the tests'.
        "XDG_STATE_HOME": "/dev/null",
      ]) { $1 }
      all["NO_COLOR"] = nil
      all.merge(environment) { $1 }
      process = try ChildProcess(path, arguments, environment: all, .terminal("/dev/pts/\(number)"))

      let (chunks, chunk) = AsyncStream.makeStream(of: Chunk.self)
      self.chunks = chunks.makeAsyncIterator()
      // NB: a thread of its own, because a blocking read would occupy one of the few threads that run tests.
      // It has a descriptor of its own too: the number of a closed one is given to the next terminal.
      let reader = fcntl(master, F_DUPFD_CLOEXEC, 3)
      Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
          var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
          if poll(&ready, 1, 10_000) == 0 {
            chunk.yield(.silence(.now))
            continue
          }
          // The read fails when the program has closed its terminal.
          let count = Glibc.read(reader, &buffer, buffer.count)
          guard count > 0 else { break }
          chunk.yield(.bytes(Array(buffer[..<count])))
        }
        Glibc.close(reader)
        chunk.finish()
      }
    }

    deinit { close(master) }

    /// The path of a program that was built beside the tests.
    static func path(of program: String) -> String {
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(program).path
    }

    /// Types.
    func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }

    /// Waits until the program has written a text after the one that was waited for last.
    ///
    /// - Throws: an issue with what the screen shows, if the program closes its terminal, writes nothing more, or the test's
    ///   limit is reached.
    func wait(for text: String) async throws {
      let bytes = Array(text.utf8)
      while true {
        if let found = unread.firstRange(of: bytes) {
          unread.removeSubrange(..<found.upperBound)
          return
        }
        unread += try await next(before: text)
      }
    }

    /// Waits for a text, and returns the word behind it.
    func word(after text: String) async throws -> String {
      try await wait(for: text)
      while true {
        // A blank, a control character, or the sequence of one ends it.
        if let end = unread.firstIndex(where: { $0 <= 0x20 }) { return String(decoding: unread[..<end], as: UTF8.self) }
        unread += try await next(before: "the end of the word after \(text)")
      }
    }

    /// What the program writes next, which the screen shows then.
    private func next(before awaited: String) async throws -> [UInt8] {
      let start = ContinuousClock.now
      while let chunk = await chunks.next() {
        switch chunk {
        case .bytes(let bytes):
          screen.write(bytes)
          return bytes
        case .silence(let end):
          // A silence that began before the test waited says nothing, so 10 to 20 s pass.
          guard end - start > .seconds(10) else { continue }
          throw Missing(
            description: "nothing more was written, but not \(awaited); the screen shows:\n\(screen.text)")
        }
      }
      throw Missing(description: "the program ended before \(awaited), and the screen shows:\n\(screen.text)")
    }

    private struct Missing: Error, CustomStringConvertible {
      let description: String
    }

    /// Types, and waits for what the program writes then.
    func type(_ text: String, until written: String) async throws {
      type(text)
      try await wait(for: written)
    }

    /// Types, and waits until each of some texts stands on the screen, whatever the order in which they come.
    func type(_ text: String, untilShown shown: [String]) async throws {
      type(text)
      while !shown.allSatisfy({ screen.text.contains($0) }) {
        unread = []
        _ = try await next(before: shown.joined(separator: ", "))
      }
    }

    /// Changes the size of the terminal.
    func resize(columns: Int) {
      var size = winsize(ws_row: UInt16(screen.size.rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
      screen.resize(columns: columns, rows: screen.size.rows)
    }

    /// Sends a signal to the program.
    func signal(_ number: Int32) { process.send(signal: number) }

    /// Waits until the program has closed its terminal, and returns how it ended. At the test's limit it kills the program.
    func end() async -> ChildProcess.Ending {
      while let chunk = await chunks.next() { if case .bytes(let bytes) = chunk { screen.write(bytes) } }
      if Task.isCancelled { process.send(signal: SIGKILL) }
      return process.end()
    }

    /// Whether the terminal shows what is typed and sends whole lines, as before the program started.
    var isInOriginalMode: Bool {
      var settings = termios()
      tcgetattr(master, &settings)
      return settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
        && settings.c_iflag & tcflag_t(ICRNL) != 0
    }
  }
#endif
