public import Dispatch
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

// All that differs between platforms is in this file, and in Files.swift.

/// A file descriptor. Its owner closes it.
public struct Descriptor: ByteSource, ByteSink, Equatable {
  /// The descriptor's number.
  public let number: Int32

  /// The descriptor with a number.
  public init(_ number: Int32) {
    self.number = number
  }

  /// The standard input.
  public static let standardInput = Descriptor(0)
  /// The standard output.
  public static let standardOutput = Descriptor(1)
  /// The standard error.
  public static let standardError = Descriptor(2)

  /// Opens the null device in place of standard descriptors that were closed when the process started. Otherwise the next
  /// file that is opened would become the standard input, output or error. Call it before anything else runs.
  ///
  /// A missing input is empty. What is written to a missing output fails, so that no reply is lost unnoticed.
  public static func openMissingStandardDescriptors() {
    #if !os(Windows)
      // NB: a file gets the lowest number that is free. One that is opened for reading alone cannot be written to.
      var number: Int32
      repeat { number = open("/dev/null", O_RDONLY) } while (0...2).contains(number)
      if number > 2 { systemClose(number) }
    #endif
  }

  /// Takes over the standard output: returns a descriptor for it, and redirects whatever else is printed to the standard
  /// error. Call it before anything else runs.
  public static func takeStandardOutput() -> Descriptor {
    #if os(Windows)
      let own = _dup(1)
      _ = _dup2(2, 1)
    #else
      let own = fcntl(1, F_DUPFD_CLOEXEC, 3)
      _ = dup2(2, 1)
    #endif
    return Descriptor(own)
  }

  /// Closes the descriptor.
  public func close() { systemClose(number) }

  /// Reads the bytes that are there, and waits if there are none. A call that a signal interrupts is repeated.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOFailure) -> Int {
    #if os(Windows)
      let count = Int(_read(number, buffer.baseAddress, UInt32(buffer.count)))
      if count >= 0 { return count }
      throw .refused(errno)
    #else
      while true {
        let count = systemRead(number, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        guard waitsAgain(for: POLLIN) else { throw .refused(errno) }
      }
    #endif
  }

  /// Writes the bytes that fit, and waits if none do. A call that a signal interrupts is repeated.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int {
    #if os(Windows)
      let count = Int(_write(number, bytes.baseAddress, UInt32(bytes.count)))
      if count > 0 { return count }
      throw errno == EPIPE || errno == EINVAL ? .readerGone : .refused(errno)
    #else
      while true {
        let count = systemWrite(number, bytes.baseAddress, bytes.count)
        if count >= 0 { return count }
        if errno == EPIPE { throw .readerGone }
        guard waitsAgain(for: POLLOUT) else { throw .refused(errno) }
      }
    #endif
  }

  #if !os(Windows)
    /// Whether to repeat a failed call, by `errno`; waits until it can succeed. Another process that shares the pipe may
    /// have made it non-blocking.
    private func waitsAgain(for events: Int32) -> Bool {
      if errno == EINTR { return true }
      guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
      var descriptor = pollfd(fd: number, events: Int16(events), revents: 0)
      return poll(&descriptor, 1, -1) >= 0 || errno == EINTR
    }
  #endif

  /// Writes a short text, at most 512 bytes, unless that would have to wait.
  public func writeIfReady(_ text: String) {
    let bytes = text.utf8.prefix(512)
    #if !os(Windows)
      // A pipe with any room takes a text this short as a whole.
      var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      guard poll(&descriptor, 1, 0) == 1, descriptor.revents & Int16(POLLOUT) != 0 else { return }
    #endif
    _ = Array(bytes).withUnsafeBytes { try? write($0) }
  }
}

/// A descriptor that can be written to without waiting.
final class NonblockingDescriptor: Sendable {
  /// The most bytes that are written as a whole or not at all.
  static let atomicSize = 512 < PIPE_BUF ? Int(PIPE_BUF) : 512

  private enum Kind {
    /// Opened again in non-blocking mode.
    case nonblocking
    case socket
    /// Blocking, so the system is asked for room before each write.
    case polled
    /// A file, which never blocks.
    case file
  }

  private let number: Int32
  private let isOwn: Bool
  private let kind: Kind
  private let pipeCapacity: Int?

  /// A descriptor for the same pipe, socket, terminal or file, whatever mode another process has set.
  init(_ descriptor: Descriptor) {
    #if os(Windows)
      number = descriptor.number
      isOwn = false
      kind = .file
      pipeCapacity = nil
    #else
      var status = stat()
      let format = fstat(descriptor.number, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
      var own: Int32 = -1
      #if os(Linux)
        // Opened again, because the mode of a duplicate is shared. A file would lose its position.
        // NB: a descriptor for reading alone stands for an output that was closed; opened again, it could be written to.
        let isWritable = fcntl(descriptor.number, F_GETFL) & O_ACCMODE != O_RDONLY
        if isWritable, format == S_IFIFO || format == S_IFCHR {
          own = open("/proc/self/fd/\(descriptor.number)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        // F_GETPIPE_SZ, which the headers hide from Swift.
        let capacity = format == S_IFIFO ? fcntl(descriptor.number, 1032) : -1
        pipeCapacity = capacity > 0 ? Int(capacity) : nil
      #else
        pipeCapacity = nil
      #endif
      kind =
        switch format {
        case S_IFSOCK: .socket
        case S_IFREG: .file
        default: own >= 0 ? .nonblocking : .polled
        }
      isOwn = own >= 0
      number = isOwn ? own : descriptor.number
    #endif
  }

  deinit {
    #if !os(Windows)
      if isOwn { systemClose(number) }
    #endif
  }

  /// Writes the bytes that fit at once, and returns how many.
  func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int {
    #if os(Windows)
      return try Descriptor(number).write(bytes)
    #else
      if kind == .polled, !hasRoom { return 0 }
      while true {
        let count =
          switch kind {
          case .socket: send(number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
          case .polled: systemWrite(number, bytes.baseAddress, min(bytes.count, Self.atomicSize))
          case .nonblocking, .file: systemWrite(number, bytes.baseAddress, bytes.count)
          }
        if count >= 0 { return count }
        switch errno {
        case EINTR: continue
        case EAGAIN, EWOULDBLOCK: return 0
        case EPIPE: throw .readerGone
        case let number: throw .refused(number)
        }
      }
    #endif
  }

  /// Runs `body` on `queue` once there is room, or the reader is gone. A socket holds no thread until then.
  func notifyOfRoom(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    #if !os(Windows)
      if kind == .socket {
        let source = DispatchSource.makeWriteSource(fileDescriptor: number, queue: queue)
        source.setEventHandler { source.cancel() }
        source.setCancelHandler(handler: body)
        return source.resume()
      }
    #endif
    queue.async { [self] in
      waitForRoom()
      body()
    }
  }

  private func waitForRoom() {
    #if !os(Windows)
      var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      while poll(&descriptor, 1, -1) < 0, errno == EINTR {}
    #endif
  }

  /// The capacity of a pipe that is empty; `nil` for anything else.
  var capacityIfEmpty: Int? { pipeCapacity.flatMap { unreadCount == 0 ? $0 : nil } }

  /// How many bytes are written and not read; `nil` if the system does not know.
  var unreadCount: Int? {
    #if os(Linux)
      guard pipeCapacity != nil else { return nil }
      var count: Int32 = 0
      return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
    #else
      return nil
    #endif
  }

  #if !os(Windows)
    private var hasRoom: Bool {
      var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      return poll(&descriptor, 1, 0) == 1
    }
  #endif
}

// Inside the types above these names would mean their own methods.
#if os(Windows)
  private func systemClose(_ number: Int32) { _ = _close(number) }
#else
  private let systemRead = read
  private let systemWrite = write
  private func systemClose(_ number: Int32) { _ = close(number) }
#endif
private let systemExit = exit

extension IOFailure {
  /// The system's words for the failure; `nil` if it is not the system's.
  public var systemMessage: String? {
    guard case .refused(let number) = self else { return nil }
    return String(cString: strerror(number))
  }
}

/// The end of the process.
public enum CurrentProcess {
  private static let isExiting = Atomic(false)

  /// Ends the process. If another thread is ending it already, the call has no effect and returns.
  public static func exit(_ code: Int32) {
    // Two calls of the system's `exit` at once race for the exit code.
    guard !isExiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
    systemExit(code)
  }
}

/// Signals that ask the process to end, and the one that must not end it.
public enum Signals {
  /// Makes a write to a closed pipe fail instead of ending the process.
  public static func ignoreBrokenPipe() {
    #if !os(Windows)
      signal(SIGPIPE, SIG_IGN)
    #endif
  }

  /// Runs `body` on `queue` when SIGTERM, SIGINT or SIGHUP arrives, instead of ending the process. It takes effect before
  /// the call returns, and lasts as long as the returned sources are kept.
  public static func onTermination(
    queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    #if os(Windows)
      return []
    #else
      let own = DispatchQueue(label: "tributary.signals")
      return [SIGTERM, SIGINT, SIGHUP].map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: own)
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.setEventHandler { queue.async(execute: body) }
        source.resume()
        // A signal that arrives before the registration ends the process, so wait for it.
        isRegistered.wait()
        #if canImport(Darwin)
          // On Darwin, kqueue only watches; elsewhere Dispatch disables the signal's default action.
          signal(number, SIG_IGN)
        #endif
        return source
      }
    #endif
  }
}

extension Descriptor {
  /// Whether the descriptor is a terminal.
  public var isTerminal: Bool {
    #if os(Windows)
      _isatty(number) != 0
    #else
      isatty(number) != 0
    #endif
  }
}

/// The terminal at the standard input and output.
public enum Terminal {
  /// What the terminal does with what the user types.
  public enum Mode: Int, Sendable {
    /// What it did when the process started.
    case original
    /// It shows nothing.
    case hidden
    /// It passes each key at once and shows nothing, and marks pasted texts. Control-\ still ends the process.
    case editing
  }

  private static let mode = Atomic(Mode.original.rawValue)

  /// Sets the mode. Without a terminal it has no effect.
  public static func set(_ newMode: Mode) {
    let oldMode = mode.exchange(newMode.rawValue, ordering: .relaxed)
    #if !os(Windows)
      guard newMode.rawValue != oldMode else { return }
      if oldMode == Mode.original.rawValue { tcgetattr(0, settings) }
      apply(newMode, insteadOf: oldMode, when: TCSADRAIN)
    #endif
  }

  /// Sets the original mode when the process ends or is suspended by a signal, or crashes, or exits. When a suspended
  /// process continues, its mode is set again, because the shell has changed the terminal in between. A signal that the
  /// process ignores stays ignored.
  ///
  /// Call it before the mode is set.
  public static func restoreOnSignals() {
    #if !os(Windows)
      // A global is initialised at its first use, which must not be in a signal handler.
      _ = (tcgetattr(0, settings), mode.load(ordering: .relaxed), ends[0])
      atexit { Terminal.set(.original) }
      // A stack for the handlers, because a stack that is full is one of the crashes.
      var stack = stack_t()
      stack.ss_size = 1 << 16
      stack.ss_sp = .allocate(byteCount: stack.ss_size, alignment: 16)
      sigaltstack(&stack, nil)
      // The handlers call what is safe in one (POSIX.1-2017, 2.4.3).
      for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
        sigaction(number, nil, actions + Int(number))
        if ignore(number) { continue }
        handle(number) { number in
          if Terminal.restore() { Terminal.writeSequence("\r\n") }
          sigaction(number, Terminal.actions + Int(number), nil)
          raise(number)
        }
      }
      handle(SIGTSTP) { Terminal.suspend($0) }
      handle(SIGCONT) { _ in
        Terminal.resume()
        Terminal.notify()
      }
    #endif
  }

  /// Suspends the process and its job, as Control-Z does in another mode. Returns when they continue.
  public static func suspendJob() {
    #if !os(Windows)
      kill(0, SIGTSTP)
    #endif
  }

  /// The size of the terminal at the standard output.
  public static var size: TerminalSize {
    #if !os(Windows)
      var size = winsize()
      if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
      }
    #endif
    return TerminalSize()
  }

  /// Runs `body` on the main queue when the size has changed, and when the process continues. It lasts as long as the
  /// returned source is kept. Call it once.
  public static func onChange(_ body: @escaping @MainActor @Sendable () -> Void) -> (any DispatchSourceRead)? {
    #if os(Windows)
      return nil
    #else
      guard pipe(ends) == 0 else { return nil }
      for end in [ends[0], ends[1]] { _ = (fcntl(end, F_SETFD, FD_CLOEXEC), fcntl(end, F_SETFL, O_NONBLOCK)) }
      let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .main)
      source.setEventHandler { [end = ends[0]] in
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { while systemRead(end, $0.baseAddress, 64) > 0 {} }
        MainActor.assumeIsolated(body)
      }
      source.resume()
      handle(SIGWINCH) { _ in Terminal.notify() }
      return source
    #endif
  }

  #if !os(Windows)
    // What the signal handlers use: the original settings, the actions in place of which they run, and a pipe.
    private nonisolated(unsafe) static let settings = allocate(termios(), count: 1)
    private nonisolated(unsafe) static let actions = allocate(sigaction(), count: 64)
    private nonisolated(unsafe) static let ends = allocate(Int32(-1), count: 2)

    private static func allocate<T>(_ value: T, count: Int) -> UnsafeMutablePointer<T> {
      let memory = UnsafeMutablePointer<T>.allocate(capacity: count)
      memory.initialize(repeating: value, count: count)
      return memory
    }

    /// Ignores a signal, and returns whether it was ignored already, as under `nohup`.
    private static func ignore(_ number: Int32) -> Bool {
      unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
      signal(number, handler)
      var action = sigaction()
      sigaction(number, nil, &action)
      action.sa_flags |= SA_ONSTACK
      sigaction(number, &action, nil)
    }

    private static func apply(_ mode: Mode, insteadOf oldMode: Int, when: Int32) {
      var settings = settings.pointee
      if mode != .original { settings.c_lflag &= ~tcflag_t(ECHO) }
      if mode == .editing {
        settings.c_lflag &= ~tcflag_t(ICANON | IEXTEN)
        settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP)
        withUnsafeMutableBytes(of: &settings.c_cc) { codes in
          let disabled = UInt8(truncatingIfNeeded: fpathconf(0, Int32(_PC_VDISABLE)))
          for (key, code) in [(VMIN, 1), (VTIME, 0), (VINTR, disabled), (VSUSP, disabled)] { codes[Int(key)] = code }
        }
      }
      tcsetattr(0, when, &settings)
      if mode == .editing { writeSequence("\u{1B}[?2004h") }
      if oldMode == Mode.editing.rawValue { writeSequence("\u{1B}[?2004l") }
    }

    private static func writeSequence(_ text: StaticString) {
      _ = systemWrite(1, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Restores the original mode in a signal handler. The mode to come back to stays the same.
    ///
    /// - Returns: whether it was another mode.
    private static func restore() -> Bool {
      let current = mode.load(ordering: .relaxed)
      if current != Mode.original.rawValue { apply(.original, insteadOf: current, when: TCSANOW) }
      return current != Mode.original.rawValue
    }

    private static func resume() {
      guard let mode = Mode(rawValue: mode.load(ordering: .relaxed)), mode != .original else { return }
      apply(mode, insteadOf: Mode.original.rawValue, when: TCSANOW)
    }

    /// Suspends the process by the signal's own action.
    private static func suspend(_ number: Int32) {
      _ = restore()
      signal(number, SIG_DFL)
      var signals = sigset_t()
      _ = (sigemptyset(&signals), sigaddset(&signals, number))
      raise(number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      // The process was stopped, and continues.
      handle(number) { Terminal.suspend($0) }
      resume()
    }

    private static func notify() {
      let error = errno
      _ = systemWrite(ends[1], "!", 1)
      errno = error
    }
  #endif
}
