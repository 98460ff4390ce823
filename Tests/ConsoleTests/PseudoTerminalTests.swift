#if canImport(Glibc)
  import ExpectSupport
  import Foundation
  import Glibc
  import Testing
  import ThreadsSupport

  /// The built console in a terminal.
  @Suite(.ownThreads, .serialized, .timeLimit(.minutes(30)))
  struct PseudoTerminalTests {
    private func console(
      _ arguments: [String] = [], columns: Int = 80, environment: [String: String] = [:]
    ) async throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(arguments, columns: columns, environment: environment)
      if environment["TERM"] != "dumb" { try await terminal.wait(for: "> ") }
      return terminal
    }

    @Test func `an update leaves what is being typed`() async throws {
      let terminal = try await console(["--latency", "50"])
      try await terminal.type("open balance\r", until: "Loading...")
      try await terminal.type("tap ref\u{2}", until: "[refresh]")
      try await terminal.wait(for: "balance> tap ref")
      try await terminal.type("\u{5}resh", until: "tap refresh")
      expectEqual(terminal.screen.lines.last, "balance> tap refresh")
      expectEqual(terminal.screen.lines.count { $0 == "  Balance: $1,234.56" }, 1)
      expectEqual(terminal.screen.lines.count { $0.hasPrefix("balance> tap") }, 1)
    }

    @Test func `keys edit the line`() async throws {
      let terminal = try await console()
      try await terminal.type(
        "pen tounter\u{1}o\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[3~c\u{5}!\u{7F}", until: "open counter")
      try await terminal.type("\r", until: "counter> ")
      #expect(terminal.screen.lines.contains("> open counter"))
      #expect(terminal.screen.lines.contains("  [next]"))
    }

    @Test func `the history has no secret`() async throws {
      let terminal = try await console()
      try await terminal.type("open registration\r", until: "registration> ")
      try await terminal.type("type password hunter2\r", until: "not shown.")
      try await terminal.type("type password\r", until: "Password: ")
      try await terminal.type("hunter2\r", until: "(secret)")
      try await terminal.wait(for: "registration> ")
      try await terminal.type("\u{1B}[A", until: "> type password")
      try await terminal.type("\u{1B}[A", until: "> open registration")
      try await terminal.type("\u{12}hunter", until: "failed search")
      expectEqual(terminal.screen.text.components(separatedBy: "hunter2").count, 2)
    }

    @Test func `Tab completes, and lists what is ambiguous`() async throws {
      let terminal = try await console()
      // What it waits for stays true when the app gets another screen.
      try await terminal.type("o\tb\t", until: "blog     A blog")
      try await terminal.type("lo\t\r", until: "blog> ")
      try await terminal.type("ta\tp\t", until: "tap publish ")
      expectEqual(terminal.screen.lines.last, "blog> tap publish")
    }

    @Test func `ten pasted lines run like a script`() async throws {
      let terminal = try await console(["--seed", "7"])
      let lines = [
        "open terms", "switch acceptedTerms on", "switch acceptedPrivacy on", "type name Ada", "# a comment",
        "tap submit",
        "back", "open balance", "tap refresh", "back",
      ]
      terminal.type("\u{1B}[200~" + lines.joined(separator: "\r") + "\r\u{1B}[201~")
      try await terminal.wait(for: "balance closed")
      try await terminal.wait(for: "> ")
      let shown = terminal.screen.lines
      for line in lines { #expect(shown.contains { $0.hasSuffix("> " + line) }) }
      // The second refresh waits for the first one.
      expectEqual(shown.count { $0.hasPrefix("  activity: running") }, 2)
      expectEqual(shown.count { $0.hasPrefix("  activity: stopped") }, 2)
    }

    @Test func `Control-C drops a line, and Control-D ends`() async throws {
      let terminal = try await console()
      try await terminal.type("opn\u{3}", until: "> ")
      try await terminal.type("\u{3}", until: "Control-D ends.")
      terminal.type("\u{4}")
      await expectEqual(terminal.end(), .exitCode(0))
      expectEqual(terminal.screen.lines.dropFirst().first, "> opn")
      #expect(terminal.isInOriginalMode)
    }

    @Test func `Control-Z suspends, and fg draws the prompt again`() async throws {
      let terminal = try PseudoTerminal(
        ["--norc", "--noprofile", "-i"], of: "/bin/bash",
        environment: ["PS1": "shell$ ", "CONSOLE": PseudoTerminal.path(of: "tributary-console")])
      try await terminal.wait(for: "shell$ ")
      try await terminal.type("$CONSOLE\r", until: "commands.")
      try await terminal.wait(for: "> ")
      try await terminal.type("open co", until: "open co")
      try await terminal.type("\u{1A}", until: "Stopped")
      try await terminal.wait(for: "shell$ ")
      try await terminal.type("echo $((6 * 7))\r", until: "\r42")
      try await terminal.wait(for: "shell$ ")
      try await terminal.type("fg\r", until: "> open co")
      try await terminal.type("unter\r", until: "counter> ")
      try await terminal.type("quit\r", until: "shell$ ")
      try await terminal.type("stty -a\r", until: " icanon ")
      try await terminal.wait(for: " echo ")
    }

    @Test(arguments: ["", "--plain"])
    func `is stopped in the background, and reads again in the foreground`(option: String) async throws {
      let terminal = try PseudoTerminal(
        ["--norc", "--noprofile", "-i"], of: "/bin/bash",
        environment: ["PS1": "shell$ ", "CONSOLE": PseudoTerminal.path(of: "tributary-console")])
      try await terminal.wait(for: "shell$ ")
      // NB: a carriage return that is typed before the shell has left its own mode ends no line of the program.
      try await terminal.type("echo $((5 * 7)); $CONSOLE \(option)\r", until: "35\r\n")
      if option.isEmpty { try await terminal.wait(for: "> ") }
      try await terminal.type("open counter\r", until: "[next]")
      try await terminal.type("\u{1A}", until: "Stopped")
      try await terminal.wait(for: "shell$ ")
      // It reads in the background, and stops again.
      try await terminal.type("bg; wait %1; kill -0 %1 && echo $((6 * 7))\r", until: "\n42")
      try await terminal.wait(for: "shell$ ")
      try await terminal.type("fg\r", until: "$CONSOLE")
      try await terminal.type("show\r", until: "[next]")
      try await terminal.type("quit\r", until: "shell$ ")
      try await terminal.type("echo $?\r", until: "\r0")
    }

    @Test func `a resize leaves one copy of the line`() async throws {
      let terminal = try await console(columns: 60)
      try await terminal.type("open something that is rather long 日本語", until: "日本語\u{1B}[J")
      for columns in [24, 17, 90] {
        terminal.resize(columns: columns)
        try await terminal.wait(for: "\u{1B}[J")
        try await terminal.type("x", until: "x\u{1B}[J")
      }
      expectEqual(terminal.screen.lines.last, "> open something that is rather long 日本語xxx")
      expectEqual(terminal.screen.lines.count { $0.contains("something") }, 1)
    }

    @Test func `errors and values are wrapped between words`() async throws {
      let terminal = try await console(columns: 40)
      try await terminal.type("zzz\r", until: "them.")
      try await terminal.wait(for: "> ")
      try await terminal.type("open product\r", until: "Price: ")
      try await terminal.wait(for: "product> ")
      let lines = terminal.screen.lines
      #expect(lines.contains("There is no such command. \"help\" lists"))
      #expect(lines.contains("  them."))
      #expect(lines.contains("  Description: Eleven inches of oak,"))
      #expect(lines.contains("    with a core that nobody talks about."))
    }

    @Test func `a recorded session replays equal in both fronts`() async throws {
      let file = NSTemporaryDirectory() + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: file) }
      let terminal = try await console(["--record", file, "--seed", "7"])
      try await terminal.type("open counter\r", until: "counter> ")
      try await terminal.type("tap next\r", until: "19.circle")
      try await terminal.type("open balance\r", until: "[refresh]")
      try await terminal.type("background\r", until: "(background)> ")
      terminal.type("quit\r")
      await expectEqual(terminal.end(), .exitCode(0))
      for program in ["tributary-console", "tributary-stdio"] {
        let replay = try await ConsoleProcess(["--replay", file], of: program)
        expectEqual(replay.errors, "")
        expectEqual(replay.output, "All 5 states are equal.\n")
      }
    }

    /// Opens the registration and types its password, which the screen must not show.
    private func typePassword(
      _ terminal: PseudoTerminal, whenOpened text: String, label: String = "password"
    ) async throws {
      try await terminal.type("open registration\r", until: text)
      try await terminal.type("type password\r", until: "Password: ")
      try await terminal.type("hunter2\r", until: "  \(label): (secret)")
      #expect(!terminal.screen.text.contains("hunter"))
    }

    @Test func `without colour, a secret is asked for without echo`() async throws {
      let terminal = try await console(environment: ["NO_COLOR": "1"])
      try await typePassword(terminal, whenOpened: "registration> ", label: "Password")
      #expect(terminal.screen.cells.allSatisfy { $0.allSatisfy { $0.rendition == 0 } })
    }

    @Test func `a dumb terminal gets plain lines, and asks for secrets`() async throws {
      let terminal = try await console(environment: ["TERM": "dumb"])
      try await typePassword(terminal, whenOpened: "[create] (disabled")
      terminal.type("\u{4}")
      await expectEqual(terminal.end(), .exitCode(0))
    }

    @Test func `plain lines in a terminal ask for secrets, and wait for the app`() async throws {
      let terminal = try PseudoTerminal(["--plain", "--latency", "50"])
      try await typePassword(terminal, whenOpened: "[create] (disabled")
      terminal.type("open balance\rtap refresh\rquit\r")
      await expectEqual(terminal.end(), .exitCode(0))
      expectEqual(terminal.screen.lines.count { $0.hasPrefix("  activity: stopped") }, 2)
    }

    #if TRIBUTARY_SANITIZE_THREAD
      // NB: ThreadSanitizer takes the signals of a crash for the thread's own. It runs their handler at once, even while
      // the thread holds a lock of the sanitizer, for which the handler then waits for ever.
      static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
    #else
      static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP]
    #endif

    @Test(arguments: signals)
    func `a signal restores the modes of the terminal`(number: Int32) async throws {
      let terminal = try await console()
      try await terminal.type("half a li", until: "half a li")
      #expect(!terminal.isInOriginalMode)
      terminal.signal(number)
      await expectEqual(terminal.end(), .signal(number))
      #expect(terminal.isInOriginalMode)
    }

    @Test func `a signal that the program was told to ignore changes nothing`() async throws {
      let terminal = try PseudoTerminal(
        ["-c", "trap '' INT; exec $CONSOLE"], of: "/bin/sh",
        environment: ["CONSOLE": PseudoTerminal.path(of: "tributary-console")])
      try await terminal.wait(for: "> ")
      terminal.signal(SIGINT)
      try await terminal.type("open counter\r", until: "counter> ")
      #expect(!terminal.isInOriginalMode)
    }

    @Test func `a program in a terminal inherits nothing else`() async throws {
      // The end of the pipe of another test's program would never come while this one held it.
      let pipe = Pipe()
      let high = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_DUPFD, 700)
      defer { close(high) }
      let terminal = try PseudoTerminal(["/proc/self/fd"], of: "/bin/ls")
      await expectEqual(terminal.end(), .exitCode(0))
      expectEqual(terminal.screen.text.split(whereSeparator: \.isWhitespace), ["0", "1", "2", "3"])
    }

    @Test func `quit restores the modes of the terminal`() async throws {
      let terminal = try await console()
      try await terminal.type("exit\r", until: "\u{1B}[?2004l")
      await expectEqual(terminal.end(), .exitCode(0))
      #expect(terminal.isInOriginalMode)
    }
  }
#endif
