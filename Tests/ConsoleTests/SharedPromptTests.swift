#if canImport(Glibc)
  import ExpectSupport
  import Foundation
  import Support
  import Testing
  import ThreadsSupport

  /// The built console with `--share`.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct SharedPromptTests {
    private let folder = TemporaryFolder()
    // NB: with a seed. One random number in 51 is the one that the counter shows already, and changes nothing.
    private var options: [String] { ["--listen", folder.path + "/s", "--share", "--seed", "7"] }

    /// Another front of the prompt's app, which sees all that is open.
    private func connect() throws -> SocketClient {
      let client = try #require(SocketClient(folder.path + "/s"))
      client.say(#"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{"shared":true}}}"#)
      #expect(client.line()?.contains(#""shared":true"#) == true)
      return client
    }

    @Test func `a prompt and a program show the same screen`() async throws {
      let console = try RunningProgram("tributary-console", ["--plain"] + options)
      console.send("open counter\n")
      try await console.read(until: "[next]")
      let client = try connect()
      #expect(client.line()?.contains(#""method":"screen/opened","params":{"instance":"counter-1""#) == true)
      client.say(
        #"{"id":1,"jsonrpc":"2.0","method":"screen/send","params":{"instance":"counter-1","event":{"type":"nextButtonWasTapped"}}}"#
      )
      #expect(client.line(with: #"{"id":1,"#)?.contains(#""rev":"#) == true)
      try await console.read(until: "circle)")
      // The program holds the screen, too.
      console.send("back\nhelp quit\n")
      try await console.read(until: "end")
      client.say(#"{"id":2,"jsonrpc":"2.0","method":"screen/get","params":{"instance":"counter-1"}}"#)
      #expect(client.line(with: #"{"id":2,"#)?.contains(#""instance":"counter-1""#) == true)
      console.send("quit\n")
      #expect(client.line() == nil)
      await console.terminate()
      expectEqual(folder.files, ["s.lock"])
    }

    @Test func `a prompt says who else is there before it ends`() async throws {
      let terminal = try PseudoTerminal(options)
      try await terminal.wait(for: "> ")
      let client = try connect()
      try await terminal.type("quit\r", until: #"client-2. "quit" again ends it for all."#)
      // Another command takes it back, and the end of the input is the same question.
      try await terminal.type("open counter\r", until: "counter> ")
      try await terminal.type("\u{4}", until: #"again ends it for all."#)
      try await terminal.type("open counter\r", until: "counter 2> ")
      try await terminal.type("quit\r", until: #"again ends it for all."#)
      terminal.type("quit\r")
      await expectEqual(terminal.end(), .exitCode(0))
      while client.line() != nil {}
      #expect(terminal.isInOriginalMode)
    }

    @Test func `a prompt that is alone ends at once`() async throws {
      let terminal = try PseudoTerminal(options)
      try await terminal.wait(for: "> ")
      terminal.type("quit\r")
      await expectEqual(terminal.end(), .exitCode(0))
    }

    @Test func `without a standard input a signal ends it`() async throws {
      let process = try RunningProgram(
        "tributary-console", ["--listen", folder.path + "/s"])
      try await process.read(until: "--listen needs --share: other fronts connect to the app of this prompt.")
      let silent = try ChildProcess(
        "/bin/sh",
        ["-c", "exec \"$0\" \"$@\" </dev/null >/dev/null 2>&1", PseudoTerminal.path(of: "tributary-console")] + options,
        .pipes(input: Pipe(), output: Pipe(), errors: Pipe()))
      while SocketClient(folder.path + "/s") == nil { sched_yield() }
      let client = try connect()
      silent.send(signal: SIGTERM)
      #expect(client.line() == nil)
      expectEqual(silent.end(), .exitCode(0))
      expectEqual(folder.files, ["s.lock"])
    }
  }
#endif
