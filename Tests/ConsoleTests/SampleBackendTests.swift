#if canImport(Glibc)
  import ExpectSupport
  import Testing

  /// The built console with the built sample backend.
  @Suite(.ownThreads, .serialized, .timeLimit(.minutes(30)))
  struct SampleBackendTests {
    private func console(with backend: RunningProgram) async throws -> RunningProgram {
      try await RunningProgram("tributary-console", ["--plain", "--backend", backend.read(until: "\n")])
    }

    @Test func `a lost answer and another try make one purchase`() async throws {
      let backend = try RunningProgram("sample-backend", ["0", "--fail", "purchase:1:lost"])
      let console = try await console(with: backend)
      console.send("open product\ntap purchase\ntap purchase\nopen balance\n")
      try await console.read(until: "error: The answer was lost.")
      try await console.read(until: "receipt: ")
      let shown = try await console.read(until: "Last update")
      #expect(shown.contains("value: $1,035.56"))
      await console.terminate()
      await backend.terminate()
    }

    @Test func `--fail balance:2 fails the second call only`() async throws {
      let backend = try RunningProgram("sample-backend", ["0", "--fail", "balance:2", "--latency", "1"])
      let console = try await console(with: backend)
      console.send("open balance\ntap refresh\ntap refresh\nopen blog\n")
      let shown = try await console.read(until: "[publish]")
      expectEqual(shown.split(separator: "\n").count { $0.contains("Failed to update.") }, 1)
      expectEqual(shown.split(separator: "\n").count { $0.contains("activity: stopped") }, 3)
      await console.terminate()
      await backend.terminate()
    }

    @Test func `reports that a killed backend refuses connections`() async throws {
      let backend = try RunningProgram("sample-backend", ["0"])
      let console = try await console(with: backend)
      console.send("open balance\n")
      try await console.read(until: "value: $1,234.56")
      await backend.terminate()
      console.send("open product\n")
      try await console.read(until: "error: The server refuses connections.")
      await console.terminate()
    }

    @Test(arguments: [
      (["x"], "PORT is one number from 0 to 65535."), (["1", "2"], "PORT is one number from 0 to 65535."),
      (["--latency", "-1"], "--latency takes milliseconds, 0 to 600000."), (["--fail"], "--fail needs a value."),
      (["--timeout", "1"], "Unknown option --timeout."),
    ])
    func `the backend names the wrong option`(arguments: [String], message: String) async throws {
      let ending = try await ConsoleProcess(arguments, of: "sample-backend")
      expectEqual(ending.exitCode, 2)
      expectEqual(ending.errors, "sample-backend: \(message)\n")
    }

    @Test func `the backend says that its port is in use`() async throws {
      let backend = try RunningProgram("sample-backend", ["0"])
      let port = try #require(try await backend.read(until: "\n").split(whereSeparator: { ":\n".contains($0) }).last)
      let ending = try await ConsoleProcess([String(port)], of: "sample-backend")
      expectEqual(ending.exitCode, 1)
      expectEqual(
        ending.errors, "sample-backend: Port \(port) is in use. Name another one, or 0 for any that is free.\n")
      await backend.terminate()
    }
  }
#endif
