import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

/// A file descriptor. All that differs between platforms is in this file.
public struct Descriptor: ByteSource, ByteSink {
  /// The descriptor's number.
  public let number: Int32

  /// The descriptor with a number. It is not closed by anyone here.
  public init(_ number: Int32) {
    self.number = number
  }

  /// The standard input.
  public static let standardInput = Descriptor(0)

  /// Takes the standard output away from everyone else: answers a descriptor of its own for it, and lets whatever is
  /// printed from here on go to the standard error. To be called before anything else runs.
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

  /// Reads what there is, and waits if there is nothing. A call that a signal interrupts is made again.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    #if os(Windows)
      let count = Int(_read(number, buffer.baseAddress, UInt32(buffer.count)))
      if count >= 0 { return count }
      throw ReadFailure(errno)
    #else
      while true {
        let count = systemRead(number, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        guard waitsAgain(for: POLLIN) else { throw ReadFailure(errno) }
      }
    #endif
  }

  /// Writes what fits, and waits if nothing does. A call that a signal interrupts is made again.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) -> Int {
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
    /// Whether a failed call is worth another try, by `errno`; waits until it is. Whoever shares a pipe may have made
    /// it non-blocking.
    private func waitsAgain(for events: Int32) -> Bool {
      if errno == EINTR { return true }
      guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
      var descriptor = pollfd(fd: number, events: Int16(events), revents: 0)
      return poll(&descriptor, 1, -1) >= 0 || errno == EINTR
    }
  #endif
}

/// A descriptor that can be written to without waiting.
public final class NonblockingDescriptor: Sendable {
  /// The most bytes that are written as a whole or not at all.
  static let atomicSize = 512 < PIPE_BUF ? Int(PIPE_BUF) : 512

  private enum Kind {
    /// A descriptor of our own that never waits.
    case nonblocking
    case socket
    /// It waits, unless the system is asked before.
    case polled
    /// It does not wait for a reader.
    case file
  }

  private let number: Int32
  private let isOwn: Bool
  private let kind: Kind
  private let pipeCapacity: Int?

  /// What is behind a descriptor, whatever others that share it have set it to.
  public init(_ descriptor: Descriptor) {
    #if os(Windows)
      (number, isOwn, kind, pipeCapacity) = (descriptor.number, false, .file, nil)
    #else
      var status = stat()
      let format = fstat(descriptor.number, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
      var own: Int32 = -1
      #if os(Linux)
        // NB: opened once more, because what a duplicate is set to is set for all that share it. A file would lose its
        // position.
        if format == S_IFIFO || format == S_IFCHR {
          own = open("/proc/self/fd/\(descriptor.number)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        // NB: F_GETPIPE_SZ, which the headers hide from Swift.
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
      if isOwn { close(number) }
    #endif
  }

  /// Writes what fits at once, and answers how many bytes that was.
  func write(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) -> Int {
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

  /// Waits until something fits, or the reader is gone.
  func waitForRoom() {
    #if !os(Windows)
      var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      while poll(&descriptor, 1, -1) < 0, errno == EINTR {}
    #endif
  }

  /// How many bytes an empty pipe takes; `nil` if it is something else, or holds something.
  var capacityIfEmpty: Int? { pipeCapacity.flatMap { unreadCount == 0 ? $0 : nil } }

  /// How many bytes are written and not read; `nil` if the system does not say.
  public var unreadCount: Int? {
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

#if !os(Windows)
  // NB: inside the types above these names would mean their own methods.
  private let systemRead = read
  private let systemWrite = write
#endif

/// The signals that ask a process to end, and the one that must not end it.
public enum Signals {
  /// Lets a write to a closed pipe fail instead of ending the process.
  public static func ignoreBrokenPipe() {
    #if !os(Windows)
      signal(SIGPIPE, SIG_IGN)
    #endif
  }

  /// Runs `body` on `queue` whenever SIGTERM, SIGINT or SIGHUP comes, instead of ending the process: from the return
  /// of this call on, and as long as what it returns is kept.
  public static func onTermination(
    queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    #if os(Windows)
      return []
    #else
      let own = DispatchQueue(label: "jsonrpc.signals")
      return [SIGTERM, SIGINT, SIGHUP].map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: own)
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.setEventHandler { queue.async(execute: body) }
        source.resume()
        // NB: registering takes a moment, and a signal that comes meanwhile must not get lost. Until then it ends the
        // process, as it does without a handler.
        isRegistered.wait()
        #if canImport(Darwin)
          // NB: kqueue only watches, so the signal's own effect has to be taken away; elsewhere Dispatch has done it.
          signal(number, SIG_IGN)
        #endif
        return source
      }
    #endif
  }
}
