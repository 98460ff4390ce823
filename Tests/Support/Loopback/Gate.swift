import Foundation
import Locking

/// Holds a server's answers back until a test opens it, so that tests do not sleep.
public final class Gate: Sendable {
  private let reading: Socket
  private let writing: LockedValue<Socket?>

  /// Creates a closed gate.
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

  /// Releases all answers, those that wait and later ones. Further calls have no effect.
  public func open() {
    // Closing the writing end of the pipe makes the reading end readable for all threads, permanently.
    writing.withLock { writing in
      writing?.close()
      writing = nil
    }
  }

  /// Waits until the gate opens, on a thread of its own.
  public func opened() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [reading] in
        _ = Socket.wait(reading, reading)
        continuation.resume()
      }
    }
  }

  /// Waits until the gate opens.
  ///
  /// - Returns: `false` if the client disconnected or sent data first.
  func waited(with client: Socket) -> Bool {
    Socket.wait(reading, client) == .first
  }

  /// Waits until the gate opens, at most for a time.
  ///
  /// - Returns: `false` if the client disconnected or sent data first; `nil` if the time has passed.
  func waited(with client: Socket, milliseconds: Int32) -> Bool? {
    Socket.wait(reading, client, milliseconds: milliseconds).map { $0 == .first }
  }
}
