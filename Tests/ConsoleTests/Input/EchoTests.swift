import Foundation
import Testing

@testable import Console

#if os(Linux)
  /// Each test runs in a process of its own, whose standard input is a terminal.
  @Suite struct EchoTests {
    @Test func `a program that goes on after a stop still hides what is typed`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let terminal = Terminal()
        Ending.restoreEchoWhenInterrupted()
        StandardStream.input.setEcho(false)
        // A shell that gets the terminal back sets it as it likes it.
        terminal.showsInput = true
        goOn()
        exit(terminal.showsInput ? 1 : 0)
      }
    }

    @Test func `a program that goes on after a stop leaves the terminal as it is when nothing is to be hidden`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let terminal = Terminal()
        Ending.restoreEchoWhenInterrupted()
        StandardStream.input.setEcho(false)
        StandardStream.input.setEcho(true)
        goOn()
        exit(terminal.showsInput ? 0 : 1)
      }
    }
  }

  /// Goes on, as after a stop; the handler has run when this returns.
  private func goOn() {
    // NB: a test's process is started with this signal blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCONT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGCONT)
  }

  /// A terminal in the place of the standard input.
  private struct Terminal {
    init() {
      // NB: Glibc's module lacks `posix_openpt` and its kin, so Linux is asked: TIOCSPTLCK, and TIOCGPTPEER for the other end.
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: CInt = 0
      precondition(ioctl(master, 0x4004_5431, &isLocked) == 0, "There is no terminal to be had.")
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
      precondition(tcgetattr(0, &settings) == 0, "The standard input is no terminal.")
      return settings
    }
  }
#endif
