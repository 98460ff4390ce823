import Locking

/// Holds a server's answer back until a test lets it go, so that nobody has to sleep.
public final class Gate: Sendable {
  private let reading: Socket
  private let writing: LockedValue<Socket?>

  /// A gate that is shut.
  public init() {
    do {
      let (reading, writing) = try Socket.pipe()
      self.reading = reading
      self.writing = LockedValue(writing)
    } catch {
      fatalError("No pipe for a gate: \(error)")
    }
  }

  deinit {
    open()
    reading.close()
  }

  /// Whether `open()` was called.
  public var isOpen: Bool { writing.withLock { $0 == nil } }

  /// Lets everything through that waits or will come. Opening twice is opening once.
  public func open() {
    // NB: the end of the pipe's writing side is what makes the reading side readable, for all who wait, for ever.
    writing.withLock { writing in
      writing?.close()
      writing = nil
    }
  }

  /// Waits for the gate; `false` if the client went away or sent something else first.
  func waited(with client: Socket) -> Bool {
    Socket.wait(reading, client) == .first
  }
}
