import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

/// The standard streams of the process. All that differs between platforms is in this file.
enum StandardStream: Int32 {
  case input, output, error

  /// Whether a person sits at it.
  var isTerminal: Bool {
    #if os(Windows)
      _isatty(rawValue) != 0
    #else
      isatty(rawValue) != 0
    #endif
  }

  /// Waits for bytes, and reads some; none at the end.
  func read(upTo capacity: Int = 1 << 16) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, attempt(for: .reading) { systemRead($0, buffer.baseAddress, buffer.count) })
    }
  }

  /// Writes all of a text; whether somebody was there to read it.
  @discardableResult
  func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { rest in
        attempt(for: .writing) { systemWrite($0, rest.baseAddress, rest.count) }
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Whether a terminal shows what is typed.
  func setEcho(_ isOn: Bool) {
    #if !os(Windows)
      echoIsOff.store(!isOn, ordering: .relaxed)
      var settings = termios()
      guard tcgetattr(rawValue, &settings) == 0 else { return }
      let echo = tcflag_t(ECHO)
      settings.c_lflag = isOn ? settings.c_lflag | echo : settings.c_lflag & ~echo
      tcsetattr(rawValue, TCSADRAIN, &settings)
    #endif
  }

  private enum Direction {
    case reading, writing
  }

  /// Makes a call again that a signal interrupted, or that would have to wait: whoever shares the stream may have made
  /// it non-blocking.
  private func attempt(for direction: Direction, _ call: (Int32) -> Int) -> Int {
    #if os(Windows)
      return call(rawValue)
    #else
      while true {
        let count = call(rawValue)
        if count >= 0 || errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK { return count }
        guard errno != EINTR else { continue }
        var descriptor = pollfd(fd: rawValue, events: Int16(direction == .reading ? POLLIN : POLLOUT), revents: 0)
        if poll(&descriptor, 1, -1) < 0, errno != EINTR { return -1 }
      }
    #endif
  }
}

/// Whether what is typed is being hidden.
private let echoIsOff = Atomic(false)

/// How the process ends.
enum Ending {
  /// Puts the terminal's echo back on when the process is interrupted, and then lets it end as ever. When it goes on after
  /// a stop, what was hidden stays hidden, though the shell has set the terminal for itself in between.
  static func restoreEchoWhenInterrupted() {
    #if !os(Windows)
      // NB: it is made at its first use, which must not be in a signal handler.
      echoIsOff.store(false, ordering: .relaxed)
      signal(SIGCONT) { _ in
        if echoIsOff.load(ordering: .relaxed) { StandardStream.input.setEcho(false) }
      }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number) { number in
          // NB: a signal handler; both calls are safe in one (POSIX.1-2017, 2.4.3).
          StandardStream.input.setEcho(true)
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    #endif
  }
}

#if os(Windows)
  private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    Int(_read(number, buffer, UInt32(count)))
  }
  private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    Int(_write(number, buffer, UInt32(count)))
  }
#else
  // NB: inside `StandardStream` these names would mean its own methods.
  private let systemRead = read
  private let systemWrite = write
#endif
