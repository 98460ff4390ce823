#if os(Linux) && !TRIBUTARY_SANITIZE_THREAD
  import ExpectSupport
  import Foundation
  import Testing
  import ThreadsSupport

  @testable import ServerSupport

  /// The built programs where the system refuses threads, descriptors, memory, or room for their output.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct PoorMachineTests {
    /// A program, with a session of one command and what it prints.
    enum Program: String, CaseIterable {
      case stdio = "tributary-stdio"
      case console = "tributary-console"

      var path: String { Child.program.deletingLastPathComponent().appendingPathComponent(rawValue).path }
      var input: String { self == .stdio ? request(1, "ping") + "\n" : "open counter\n" }
      var output: String { self == .stdio ? result(1) + "\n" : "counter\n  number: ⓪ (0.circle)\n  [next]\n" }
    }

    /// A limit of the system.
    enum Limit: String {
      case threads = "RLIMIT_NPROC"
      case descriptors = "RLIMIT_NOFILE"
      case memory = "RLIMIT_AS"
    }

    /// Lowers a limit and becomes the program. The system does not limit the threads of root, so root becomes another user
    /// before, who has no other process.
    private static let limiting = """
      import os, resource, sys
      name, limit = sys.argv[1], int(sys.argv[2])
      if os.getuid() == 0 and name == "RLIMIT_NPROC":
          user = 20000 + os.getpid() % 30000
          os.setgroups([]), os.setgid(user), os.setuid(user)
      resource.setrlimit(getattr(resource, name), (limit, limit))
      os.execv(sys.argv[3], sys.argv[3:])
      """

    /// A Python script. It is killed after a minute, without a line, so that a program that hangs fails its test.
    private func python(_ script: String, _ arguments: String...) throws -> Child {
      try Child(
        executable: URL(fileURLWithPath: "/usr/bin/env"),
        ["timeout", "-s", "KILL", "60", "python3", "-c", script] + arguments)
    }

    private func session(of program: Program, _ limit: Limit, _ value: Int) throws -> Child.Ending {
      let child = try python(Self.limiting, limit.rawValue, "\(value)", program.path)
      child.write(program.input)
      child.closeInput()
      return child.end()
    }

    private func expectSessionOrLine(of program: Program, _ limit: Limit, _ value: Int) throws {
      let ending = try session(of: program, limit, value)
      if ending.code == 0 {
        expectEqual(ending.output, program.output)
      } else {
        #expect(ending.errors.hasSuffix("\n"))
        // What `timeout` reports for a signal.
        #expect(ending.code < 128)
      }
    }

    @Test(arguments: Program.allCases, 1...4)
    func `ends with a line when no thread can be started`(program: Program, limit: Int) throws {
      let line = "\(program.rawValue): Too few threads can be started (ulimit -u, ulimit -v).\n"
      try expectEqual(session(of: program, .threads, limit), Child.Ending(code: 1, errors: line))
    }

    @Test(arguments: Program.allCases, [12, 16]) func `works with few threads`(program: Program, limit: Int) throws {
      try expectEqual(session(of: program, .threads, limit), Child.Ending(code: 0, output: program.output))
    }

    @Test(arguments: Program.allCases, 6...18)
    func `ends with a line when few descriptors are left`(program: Program, limit: Int) throws {
      let line = "\(program.rawValue): Too few files can be opened (ulimit -n).\n"
      try expectEqual(session(of: program, .descriptors, limit), Child.Ending(code: 1, errors: line))
    }

    // The system's loader needs descriptors and memory too, and has its own line and code.
    @Test(arguments: Program.allCases, [3, 4, 5, 24, 32])
    func `works or ends with a line when descriptors are short`(program: Program, limit: Int) throws {
      try expectSessionOrLine(of: program, .descriptors, limit)
    }

    @Test(arguments: Program.allCases, [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 400])
    func `works or ends with a line when memory is short`(program: Program, megabytes: Int) throws {
      try expectSessionOrLine(of: program, .memory, megabytes << 20)
    }

    @Test(
      .enabled(if: geteuid() == 0, "Root alone can become a user who has no other process."),
      arguments: Program.allCases)
    func `obeys a signal after threads have run out`(program: Program) throws {
      // Another process takes the threads that are left, and those that Dispatch ends because they have nothing to do.
      let script = """
        import ctypes, os, resource, signal, subprocess, sys, time
        user = 20000 + os.getpid() % 30000
        def become():
            os.setgroups([]), os.setgid(user), os.setuid(user)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            resource.setrlimit(resource.RLIMIT_NPROC, (16, 16))
        core = subprocess.Popen(sys.argv[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=become)
        core.stdin.write(sys.argv[2].encode())
        core.stdin.flush()
        core.stdout.readline()
        report, taker_report = os.pipe()
        taker = os.fork()
        if taker == 0:
            os.setpgid(0, 0)
            become()
            # Nothing outlives this script, or keeps its output open.
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            end_with_parent = lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)
            end_with_parent()
            while True:
                try:
                    if os.fork() == 0: end_with_parent(), signal.pause()
                except OSError:
                    os.write(taker_report, b"!")
                    time.sleep(0.01)
        os.read(report, 1)
        # Dispatch ends what has nothing to do within some seconds.
        for _ in range(100):
            if len(os.listdir("/proc/%d/task" % core.pid)) <= 3: break
            time.sleep(0.1)
        core.send_signal(signal.SIGTERM)
        print(core.wait())
        os.killpg(taker, signal.SIGKILL)
        """
      let ending = try python(script, program.path, program.input).end()
      let line = "tributary-stdio: The program did not react to a signal, and replies are lost.\n"
      let endings =
        switch program {
        case .stdio: [Child.Ending(code: 0, output: "0\n"), Child.Ending(code: 0, output: "3\n", errors: line)]
        // Without a terminal the system's own action ends it.
        case .console: [Child.Ending(code: 0, output: "\(-SIGTERM)\n")]
        }
      #expect(endings.contains(ending))
    }

    @Test(arguments: Program.allCases, [(">&-", 9), (">/dev/full", 28)])
    func `ends with a line when it cannot print`(program: Program, output: (redirection: String, error: Int)) throws {
      let child = try Child(
        executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \"$0\" \(output.redirection)", program.path])
      child.write(program.input)
      let line =
        "\(program.rawValue): The output cannot be written: \(String(cString: strerror(Int32(output.error)))).\n"
      expectEqual(child.endUnread(), Child.Ending(code: 1, errors: line))
    }

    @Test func `goes on when the disk is full while it records`() throws {
      let child = try Child("--record", "/dev/full")
      child.write(Program.stdio.input)
      expectEqual(child.line(), result(1))
      expectEqual(child.errorLine(), "tributary-stdio: The recording ends here: No space left on device.")
      child.write(request(2, "ping") + "\n")
      expectEqual(child.line(), result(2))
      child.closeInput()
      expectEqual(child.end(), Child.Ending(code: 1))
    }
  }
#endif
