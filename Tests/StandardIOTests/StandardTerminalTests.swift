import ExpectSupport
import Foundation
import StandardIO
import Testing

#if os(Linux)
  /// Each test runs in a process of its own, whose standard input is a terminal.
  @Suite(.ownThreads) struct StandardTerminalTests {
    @Test(.exitTest) func `hides what is typed again when the process continues`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let terminal = PseudoTerminal()
        StandardTerminal.restoreOnSignals()
        StandardTerminal.set(.hidden)
        // A shell that gets the terminal back changes its settings.
        terminal.showsInput = true
        continueProcess()
        exit(terminal.showsInput ? 1 : 0)
      }
    }

    @Test(.exitTest) func `leaves the terminal alone when nothing is hidden`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let terminal = PseudoTerminal()
        StandardTerminal.restoreOnSignals()
        StandardTerminal.set(.hidden)
        StandardTerminal.set(.original)
        continueProcess()
        exit(terminal.showsInput ? 0 : 1)
      }
    }
  }

  /// Continues the process, as after a stop. The handler has run when the call returns.
  private func continueProcess() {
    // NB: a test's process starts with this signal blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCONT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGCONT)
  }

  /// A pseudo-terminal in place of the standard input.
  private struct PseudoTerminal {
    init() {
      // Glibc's module lacks `posix_openpt`, so these are Linux's TIOCSPTLCK, and TIOCGPTPEER for the other end.
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: CInt = 0
      precondition(ioctl(master, 0x4004_5431, &isLocked) == 0, "No terminal is available.")
      dup2(ioctl(master, 0x5441, O_RDWR | O_NOCTTY), 0)
    }

    var showsInput: Bool {
      get { settings.c_lflag & tcflag_t(ECHO) != 0 }
      nonmutating set {
        var settings = settings
        settings.c_lflag = newValue ? settings.c_lflag | tcflag_t(ECHO) : settings.c_lflag & ~tcflag_t(ECHO)
        tcsetattr(0, TCSANOW, &settings)
      }
    }

    private var settings: termios {
      var settings = termios()
      precondition(tcgetattr(0, &settings) == 0, "The standard input is not a terminal.")
      return settings
    }
  }
#endif
