#if canImport(Glibc)
  import ExpectSupport
  import Foundation
  import Support
  import Testing

  /// The built console with `--web`.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct WebTests {
    private let folder = TemporaryFolder()

    @Test func `a prompt prints the address of its page, and another one`() async throws {
      let terminal = try PseudoTerminal(["--web"])
      let first = try await address(terminal)
      #expect(first.contains(".localhost:"))
      // So it stands in one row of the terminal.
      #expect(first.count <= 80)
      #expect(try page(first).contains("<title>"))
      try await terminal.wait(for: "> ")
      terminal.type("web\r")
      let second = try await address(terminal)
      #expect(first != second)
      terminal.type("quit\r")
      await expectEqual(terminal.end(), .exitCode(0))
      #expect(terminal.isInOriginalMode)
    }

    @Test func `the bridge ends with its prompt, and with one that is killed`() async throws {
      for isKilled in [false, true] {
        let terminal = try PseudoTerminal(["--web"], environment: ["TMPDIR": folder.path])
        _ = try await address(terminal)
        try await terminal.wait(for: "> ")
        let bridge = try #require(Self.bridge(in: folder.path))
        #expect(folder.files.count == 1)
        if isKilled { terminal.signal(SIGKILL) } else { terminal.type("quit\r") }
        await expectEqual(terminal.end(), isKilled ? .signal(SIGKILL) : .exitCode(0))
        while kill(bridge, 0) == 0, Self.isRunning(bridge) { sched_yield() }
        expectEqual(folder.files, [])
      }
    }

    @Test func `a prompt says that its bridge has ended, and starts it again`() async throws {
      let terminal = try PseudoTerminal(["--web"], environment: ["TMPDIR": folder.path])
      _ = try await address(terminal)
      try await terminal.wait(for: "> ")
      kill(try #require(Self.bridge(in: folder.path)), SIGKILL)
      try await terminal.wait(for: "The page has ended, because its bridge was killed.")
      terminal.type("web\r")
      #expect(try await page(address(terminal)).contains("<title>"))
      terminal.type("quit\r")
      await expectEqual(terminal.end(), .exitCode(0))
    }

    @Test func `what the page needs and is not there is named`() async throws {
      let program = try await copiedProgram()
      for arguments in [["--web"], ["--web", "--web-files", folder.path]] {
        let terminal = try PseudoTerminal(arguments, of: program, columns: 400)
        let places = ["tributary-web", "Tributary_WebFiles.resources"] + (arguments.count > 1 ? [""] : [])
        for place in places { try await terminal.wait(for: folder.path + (place.isEmpty ? "" : "/" + place)) }
        await expectEqual(terminal.end(), .exitCode(2))
      }
      let none = try PseudoTerminal(["--web"], environment: ["PATH": folder.path])
      try await none.wait(for: "--web needs Python 3.9 or later, and there is no python3.")
      await expectEqual(none.end(), .exitCode(2))
      try "#!/bin/sh\necho 3.8.1\nexit 39\n".write(toFile: folder.path + "/python3", atomically: true, encoding: .utf8)
      chmod(folder.path + "/python3", 0o755)
      let old = try PseudoTerminal(["--web"], environment: ["PATH": folder.path + ":/bin:/usr/bin"])
      try await old.wait(for: "--web needs Python 3.9 or later, and python3 is 3.8.1.")
      await expectEqual(old.end(), .exitCode(2))
    }

    @Test func `a program in an empty folder has what the installation puts beside it`() async throws {
      let program = try await copiedProgram()
      let installation = try ChildProcess(
        "/bin/sh", [Self.root + "/Apps/Web/install", folder.path], .pipes(input: Pipe(), output: Pipe(), errors: nil))
      await expectEqual(installation.waitForEnd(), .exitCode(0))
      let terminal = try PseudoTerminal(["--web"], of: program)
      #expect(try await page(address(terminal)).contains("<title>"))
      terminal.type("quit\r")
      await expectEqual(terminal.end(), .exitCode(0))
    }

    @Test func `without a standard input it serves the page until a signal`() async throws {
      let output = Pipe()
      let silent = try ChildProcess(
        "/bin/sh",
        ["-c", "exec \"$0\" --web </dev/null", PseudoTerminal.path(of: "tributary-console")],
        .pipes(input: Pipe(), output: output, errors: nil))
      var text = ""
      while !text.hasSuffix("\n") || !text.contains("http://") {
        text += String(decoding: output.nextBytes(), as: UTF8.self)
      }
      #expect(try page(String(text.split(separator: "\n").last ?? "")).contains("<title>"))
      silent.send(signal: SIGTERM)
      await expectEqual(silent.waitForEnd(), .exitCode(0))
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path

    /// The console in a folder with nothing else.
    private func copiedProgram() async throws -> String {
      let program = folder.path + "/program"
      // NB: not by this process: a program that another test starts meanwhile would inherit the open file, and it could not be run.
      let copy = try ChildProcess(
        "/bin/cp", [PseudoTerminal.path(of: "tributary-console"), program],
        .pipes(input: Pipe(), output: Pipe(), errors: nil))
      await expectEqual(copy.waitForEnd(), .exitCode(0))
      return program
    }

    private func address(_ terminal: PseudoTerminal) async throws -> String {
      try await "http://" + terminal.word(after: "http://")
    }

    /// What a browser gets at an address.
    private func page(_ address: String) throws -> String {
      let url = try #require(URL(string: address))
      let port = try #require(url.port)
      let client = try ClientSocket(port: UInt16(port))
      #expect(client.send("GET / HTTP/1.1\r\nHost: \(url.host ?? ""):\(port)\r\n\r\n"))
      var answer = ""
      while let text = client.received(), !text.isEmpty { answer += text }
      return answer
    }

    /// The process whose command names a folder as that of its core.
    private static func bridge(in folder: String) -> pid_t? {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return processes.compactMap { pid_t($0) }.first { command(of: $0).contains("--child=\(folder)/") }
    }

    private static func command(of process: pid_t) -> String {
      let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: bytes.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }

    private static func isRunning(_ process: pid_t) -> Bool { !command(of: process).isEmpty }
  }
#endif
