import LibC
import Locking

/// An input that can be left to another program for a while, such as the keyboard of a terminal.
///
/// A read that waits takes nothing while the input is paused.
public final class PausableInput: ByteSource {
  private let descriptor: Descriptor
  private let isPaused = LockedValue(false)
  /// A pipe that ends a wait, so that it sees a pause; `nil` if the system has no descriptors for it.
  private let wakeUp: (output: Int32, input: Int32)?

  /// How many milliseconds a wait goes on before it looks whether the process is in the background.
  private static let patience: Int32 = 1_000

  /// An input that is not paused.
  public init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      wakeUp = nil
      return
    }
    for end in ends { _ = (fcntl(end, F_SETFD, FD_CLOEXEC), fcntl(end, F_SETFL, O_NONBLOCK)) }
    wakeUp = (ends[0], ends[1])
  }

  deinit {
    guard let wakeUp else { return }
    close(wakeUp.output)
    close(wakeUp.input)
  }

  /// Leaves the input to another program, or takes it back.
  ///
  /// - Returns: Whether that is possible.
  @discardableResult public func pause(_ pauses: Bool) -> Bool {
    guard let wakeUp else { return false }
    isPaused.withLock { $0 = pauses }
    // A pipe that is full wakes the reader as well.
    _ = write(wakeUp.input, "!", 1)
    return true
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOFailure) -> Int {
    if let wakeUp { while !waitForInput(wakeUp.output) {} }
    return try descriptor.read(into: buffer)
  }

  /// Waits for input, or for a pause or its end.
  ///
  /// - Returns: Whether there is input, or its end, and it is not paused.
  private func waitForInput(_ end: Int32) -> Bool {
    let isPaused = isPaused.withLock { $0 }
    var waits = [pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
    if !isPaused { waits.append(pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)) }
    let count = poll(&waits, nfds_t(waits.count), isPaused ? -1 : Self.patience)
    if count == 0 { stopInBackground() }
    guard count > 0 else { return false }
    guard waits[0].revents == 0 else {
      withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
        while Self.read(end, buffer) == buffer.count {}
      }
      return false
    }
    return waits.count > 1
  }

  /// Stops the job of the process if it is in the background of its terminal, as the system does where one reads: a wait for input
  /// stops nothing.
  private func stopInBackground() {
    let foreground = tcgetpgrp(descriptor.number)
    if foreground > 0, foreground != getpgrp() { kill(0, SIGTTIN) }
  }

  private static func read(_ end: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    systemRead(end, buffer.baseAddress, buffer.count)
  }
}

// Inside the type above the name would mean its own method.
private let systemRead = read
