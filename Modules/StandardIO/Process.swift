import CStandardIO
public import Dispatch
import LibC
import Synchronization

/// The process that the program runs in.
public enum CurrentProcess {
  private static let isExiting = Atomic(false)

  /// Ends the process. If another thread is ending it already, the call has no effect and returns.
  public static func exit(_ code: Int32) {
    // Two calls of the system's `exit` at once race for the exit code.
    guard !isExiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
    systemExit(code)
  }

  /// What a program needs and the system may refuse.
  public enum Resource: Sendable, CaseIterable {
    /// Descriptors, which `ulimit -n` limits.
    case descriptors
    /// Threads, which `ulimit -u` limits for a user, and a container's limit of processes.
    case threads
    /// Addresses for memory, which `ulimit -v` limits.
    case memory
  }

  /// The first resource of which too little is left for a program with a main queue, signals and a backend: 16
  /// descriptors, 8 threads and 64 MiB; `nil` if there is enough.
  ///
  /// It opens, starts and allocates as much, and gives it back. That takes less than a millisecond.
  public static var missingResource: Resource? {
    // Dispatch traps without a descriptor, and waits without a thread.
    switch standard_io_missing_resource(16, 8, 64 << 20) {
    case Int32(standard_io_missing_descriptors): .descriptors
    case Int32(standard_io_missing_threads): .threads
    case Int32(standard_io_missing_memory): .memory
    default: nil
    }
  }

  /// What was missing when it was first tried.
  private static let missingAtStart = missingResource

  /// Ends the process with 1 and a line on the standard error, if too few resources are left to run. Call it before
  /// anything else runs, but ``Descriptor/openMissingStandardDescriptors()``.
  ///
  /// Without it, a program that cannot start a thread waits without end, and one that cannot open a descriptor is ended by
  /// a trap.
  ///
  /// The first call tries it; later ones repeat what that has found, because it takes time that each start of a program would pay.
  ///
  /// - Parameter name: the program's name, which begins the line.
  public static func requireResources(name: String) {
    guard let resource = missingAtStart else { return }
    Descriptor.standardError.writeIfReady("\(name): \(resource.message)\n")
    exit(1)
  }
}

extension CurrentProcess.Resource {
  /// The message for people when too little is left.
  public var message: String {
    switch self {
    case .descriptors: "Too few files can be opened (ulimit -n)."
    case .threads: "Too few threads can be started (ulimit -u, ulimit -v)."
    case .memory: "Too little memory can be allocated (ulimit -v)."
    }
  }
}

/// Signals that ask the process to end, and the one that must not end it.
public enum Signals {
  /// How long a signal waits for Dispatch to run its handler, in seconds.
  private static let timeout: UInt32 = 3

  /// Makes a write to a closed pipe fail instead of ending the process.
  public static func ignoreBrokenPipe() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs `body` on `queue` when SIGTERM, SIGINT or SIGHUP arrives, instead of ending the process. It takes effect before
  /// the call returns, and lasts as long as the returned source is kept. Call it once, on the main thread.
  ///
  /// If `body` does not run within 3 s, because no thread can be started for it, the process writes the last words to the
  /// standard error and ends with 3. It sets an alarm (`SIGALRM`) for that.
  ///
  /// - Parameters:
  ///   - queue: where `body` runs.
  ///   - lastWords: what the process writes if `body` does not run: a line of at most 255 bytes.
  ///   - body: ends the program in its usual way.
  /// - Returns: the source; `nil` if there is no descriptor for it, and signals end the process.
  public static func onTermination(
    queue: DispatchQueue, lastWords: String = "The program did not react to a signal.\n",
    _ body: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceRead)? {
    // NB: no `DispatchSourceSignal`: Dispatch needs a thread to register one, and until then the signal ends the process.
    let end = standard_io_watch_termination(timeout, 3, lastWords)
    guard end >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: end, queue: DispatchQueue(label: "tributary.signals", qos: .userInitiated))
    source.setEventHandler {
      standard_io_read_termination(end)
      // The timer goes on until then: a queue that has no thread left would never run it.
      queue.async {
        standard_io_stop_termination_timer()
        body()
      }
    }
    source.resume()
    return source
  }
}

// Inside the types above this name would mean their own method.
private let systemExit = exit
