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
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if os(Windows)
      return max(0, Int(_read(number, buffer.baseAddress, UInt32(buffer.count))))
    #else
      while true {
        let count = systemRead(number, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        guard waitsAgain(for: POLLIN) else { return 0 }
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

#if !os(Windows)
  // NB: inside `Descriptor` these names would mean its own methods.
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
