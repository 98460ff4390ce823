import CStandardIO
import Dispatch
import LibC
import Locking
import Synchronization

// All that differs between platforms is in this file, and in LibC.

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

  /// Opens an empty input in place of standard descriptors that were closed when the process started. Otherwise the next
  /// file that is opened would become the standard input, output or error. Call it before anything else runs.
  ///
  /// A missing input is empty. What is written to a missing output fails, so that no reply is lost unnoticed.
  public static func openMissingStandardDescriptors() {
    if fcntl(0, F_GETFD) < 0 { inputWasMissing.store(true, ordering: .relaxed) }
    // NB: a file gets the lowest number that is free. One that is opened for reading alone cannot be written to.
    var number: Int32
    repeat { number = openEmptyInput() } while (0...2).contains(number)
    if number > 2 { systemClose(number) }
  }

  private static let inputWasMissing = Atomic(false)

  /// Whether nothing will ever be read from the standard input: it is the null device, or was closed when the process started.
  public static var hasNoStandardInput: Bool {
    if inputWasMissing.load(ordering: .relaxed) { return true }
    var (input, null) = (stat(), stat())
    guard fstat(0, &input) == 0, stat("/dev/null", &null) == 0 else { return false }
    return input.st_mode & S_IFMT == S_IFCHR && input.st_rdev == null.st_rdev
  }

  /// Opens an empty input: the null device or, where there is none, a pipe without a writer.
  private static func openEmptyInput() -> Int32 {
    let number = open("/dev/null", O_RDONLY)
    if number >= 0 || errno == EMFILE || errno == ENFILE { return number }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    systemClose(ends[1])
    return ends[0]
  }

  /// Takes over the standard output: returns a descriptor for it, and redirects whatever else is printed to the standard
  /// error. Call it before anything else runs.
  public static func takeStandardOutput() -> Descriptor {
    let own = fcntl(1, F_DUPFD_CLOEXEC, 3)
    _ = dup2(2, 1)
    return Descriptor(own)
  }

  /// Closes the descriptor.
  public func close() { systemClose(number) }

  /// Runs what gives a socket a file, which only its owner can use from the first moment on.
  func creatingFileForOwner<Result>(_ body: () -> Result) -> Result {
    #if os(Linux)
      // Linux creates the file with the mode of the socket.
      fchmod(number, 0o600)
    #else
      let mask = umask(0o177)
      defer { umask(mask) }
    #endif
    return body()
  }

  /// Reads the bytes that are there, and waits if there are none. A call that a signal interrupts is repeated.
  /// A process in the background that reads its terminal stops until it is in the foreground.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOFailure) -> Int {
    while true {
      let count = systemRead(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      let failure = errno
      // NB: Dispatch's threads block the signal by which a terminal stops a process in the background that reads. Their
      // reads fail, and the input would seem to have ended.
      if failure == EIO, standard_io_let_background_reads_stop() != 0 { continue }
      guard waitsAgain(for: POLLIN) else { throw .refused(failure) }
    }
  }

  /// Writes the bytes that fit, and waits if none do. A call that a signal interrupts is repeated.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int { try write(bytes, milliseconds: -1) }

  /// Writes the bytes that fit to a descriptor in non-blocking mode. If none do for so long, it fails with `EAGAIN`.
  private func write(_ bytes: UnsafeRawBufferPointer, milliseconds: Int32) throws(IOFailure) -> Int {
    while true {
      let count = systemWrite(number, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EPIPE { throw .readerGone }
      guard waitsAgain(for: POLLOUT, milliseconds) else { throw .refused(errno) }
    }
  }

  /// A sink of a descriptor in non-blocking mode. A write for which there is no room in time fails with `EAGAIN`.
  public func sink(waitingAtMost limit: Duration) -> some ByteSink {
    LimitedSink(descriptor: self, milliseconds: Int32(clamping: Int64(limit / .milliseconds(1))))
  }

  private struct LimitedSink: ByteSink {
    let descriptor: Descriptor
    let milliseconds: Int32

    func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int {
      try descriptor.write(bytes, milliseconds: milliseconds)
    }
  }

  /// Whether to repeat a failed call, by `errno`; waits until it can succeed. Another process that shares the pipe may
  /// have made it non-blocking.
  private func waitsAgain(for events: Int32, _ milliseconds: Int32 = -1) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var descriptor = pollfd(fd: number, events: Int16(events), revents: 0)
    let count = poll(&descriptor, 1, milliseconds)
    if count == 0 { errno = EAGAIN }
    return count > 0 || count < 0 && errno == EINTR
  }

  /// Writes a short text, at most 512 bytes, unless that would have to wait.
  public func writeIfReady(_ text: String) {
    let bytes = text.utf8.prefix(512)
    // A pipe with any room takes a text this short as a whole.
    var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, 0) == 1, descriptor.revents & Int16(POLLOUT) != 0 else { return }
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
  }

  deinit {
    if isOwn { systemClose(number) }
  }

  /// Writes the bytes that fit at once, and returns how many.
  func write(_ bytes: UnsafeRawBufferPointer) throws(IOFailure) -> Int {
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
  }

  /// Runs `body` on `queue` once there is room, or the reader is gone. A socket holds no thread until then.
  func notifyOfRoom(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    if kind == .socket {
      let source = DispatchSource.makeWriteSource(fileDescriptor: number, queue: queue)
      source.setEventHandler { source.cancel() }
      source.setCancelHandler(handler: body)
      return source.resume()
    }
    queue.async { [self] in
      waitForRoom()
      body()
    }
  }

  private func waitForRoom() {
    var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    while poll(&descriptor, 1, -1) < 0, errno == EINTR {}
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

  private var hasRoom: Bool {
    var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }
}

#if os(Linux)
  /// The descriptors whose input is waited for. To add one costs the same beside any number of others.
  final class PolledDescriptors: Sendable {
    private let number: Int32

    /// `nil` if the system has no descriptor for them.
    init?() {
      number = standard_io_make_poller()
      if number < 0 { return nil }
    }

    /// Waits for a descriptor until it was among those that ``wait()`` returns. Any thread may call it.
    ///
    /// - Returns: Whether the system can.
    func add(_ descriptor: Int32) -> Bool { standard_io_add_polled(number, descriptor) != 0 }

    /// Waits until descriptors have input, and returns them.
    func wait() -> [Int32] {
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { descriptors in
        let count = standard_io_wait_for_polled(number, descriptors.baseAddress, Int32(descriptors.count))
        return Array(descriptors.prefix(Int(max(0, count))))
      }
    }
  }
#else
  /// The descriptors whose input is waited for.
  final class PolledDescriptors: Sendable {
    private let added = LockedValue<[Int32]>([])
    /// A pipe that ends a call of `poll`, so that the next one knows about a new descriptor.
    private let wakeUp: (output: Int32, input: Int32)

    /// `nil` if the system has no descriptors for them.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = (fcntl(end, F_SETFD, FD_CLOEXEC), fcntl(end, F_SETFL, O_NONBLOCK)) }
      wakeUp = (ends[0], ends[1])
    }

    /// Waits for a descriptor until it was among those that ``wait()`` returns. Any thread may call it.
    ///
    /// - Returns: Whether the system can.
    func add(_ descriptor: Int32) -> Bool {
      added.withLock { $0.append(descriptor) }
      // A pipe that is full wakes the thread as well.
      _ = systemWrite(wakeUp.input, "!", 1)
      return true
    }

    /// Waits until descriptors have input, and returns them. One thread calls it.
    func wait() -> [Int32] {
      let known = added.withLock { $0 }
      var polled = ([wakeUp.output] + known).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return [] }
      if polled[0].revents != 0 {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
          while systemRead(wakeUp.output, buffer.baseAddress, buffer.count) == buffer.count {}
        }
      }
      let ready = Set(polled.dropFirst().filter { $0.revents != 0 }.map(\.fd))
      added.withLock { added in added.removeAll { ready.contains($0) } }
      return known.filter(ready.contains)
    }
  }
#endif

/// The memory of the process.
public enum ProcessMemory {
  /// Gives back to the system what the allocator keeps of freed memory. It takes about a millisecond for each 10 MiB.
  public static func returnFreed() { standard_io_return_freed_memory() }
}

// Inside the types above these names would mean their own methods.
private let systemRead = read
private let systemWrite = write
private func systemClose(_ number: Int32) { _ = close(number) }

extension IOFailure {
  /// The system's words for the failure; `nil` if it is not the system's.
  public var systemMessage: String? {
    guard case .refused(let number) = self else { return nil }
    return String(cString: strerror(number))
  }
}

extension Descriptor {
  /// Whether the descriptor is a terminal.
  public var isTerminal: Bool {
    isatty(number) != 0
  }
}
