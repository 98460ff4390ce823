import Dispatch
import Locking

/// Waits for input on any number of descriptors, with one thread for the whole process.
///
/// Dispatch has sources for this, but on Linux they do not report the end of a pipe that is empty.
final class Poller: Sendable {
  /// The poller of the process; `nil` if the system has no descriptors for it.
  static let shared = Poller()

  /// What runs once a descriptor has input, by its number.
  private let bodies = LockedValue<[Int32: @Sendable () -> Void]>([:])
  private let descriptors: PolledDescriptors
  private let queue = DispatchQueue(label: "tributary.poller", qos: .userInitiated)

  /// How long a descriptor waits for which the system has no room, before its reader looks by itself.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  private init?() {
    guard let descriptors = PolledDescriptors() else { return nil }
    self.descriptors = descriptors
    queue.async { [self] in
      while true {
        for number in descriptors.wait() { run(number) }
      }
    }
  }

  /// Runs `body` once, on the poller's thread, when a read of the descriptor would return: with bytes, the end or a failure.
  ///
  /// The descriptor must stay open until then, and has one reader. `body` must not wait.
  func whenReadable(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0[number] = body }
    guard !descriptors.add(number) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [self] in run(number) }
  }

  private func run(_ number: Int32) { bodies.withLock { $0.removeValue(forKey: number) }?() }
}
