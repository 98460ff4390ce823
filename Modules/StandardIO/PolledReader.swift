import Dispatch
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a socket when it has something, and holds no thread meanwhile.
final class PolledReader: Sendable {
  private struct State {
    /// How many more chunks may be in flight.
    var room: Int
    var isSuspended = false
    var failure: IOFailure?
  }

  private let descriptor: Descriptor
  private let source: ReadSource
  private let state: LockedValue<State>

  private static let chunkSize = 1 << 16

  init(_ descriptor: Descriptor, window: Int, queue: DispatchQueue) {
    self.descriptor = descriptor
    source = ReadSource(descriptor.number, queue)
    state = LockedValue(State(room: window))
  }

  /// Starts to read. The source keeps the reader until its end.
  func start(
    deliver: @escaping @Sendable (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void,
    onEnd: @escaping @Sendable (IOFailure?) -> Void
  ) {
    source.base.setEventHandler { [self] in read(deliver) }
    source.base.setCancelHandler { [self] in onEnd(state.withLock { $0.failure }) }
    source.base.resume()
  }

  private func read(_ deliver: (_ chunk: [UInt8], _ done: @escaping @Sendable () -> Void) -> Void) {
    guard descriptor.hasInput else { return }
    do throws(IOFailure) {
      // NB: `withUnsafeTemporaryAllocation` forgets which errors its body throws, so the outcome is returned as a value.
      let outcome = withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 16) { buffer in
        Result { () throws(IOFailure) in Array(buffer[..<(try descriptor.read(into: buffer))]) }
      }
      let chunk = try outcome.get()
      guard !chunk.isEmpty else { return source.base.cancel() }
      state.withLock { state in
        state.room -= 1
        guard state.room == 0 else { return }
        state.isSuspended = true
        source.base.suspend()
      }
      deliver(chunk) { [self] in didProcess() }
    } catch {
      state.withLock { $0.failure = error }
      source.base.cancel()
    }
  }

  private func didProcess() {
    state.withLock { state in
      state.room += 1
      guard state.isSuspended else { return }
      state.isSuspended = false
      source.base.resume()
    }
  }
}

// NB: unchecked, because Dispatch's sources are thread-safe, which their protocol does not say.
/// A source that any thread may suspend, resume and cancel.
struct ReadSource: @unchecked Sendable {
  let base: any DispatchSourceRead

  init(_ number: Int32, _ queue: DispatchQueue) {
    base = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
  }
}

extension Descriptor {
  /// Whether it is a socket.
  // NB: not a pipe: Dispatch does not report the end of one that is empty.
  var isSocket: Bool {
    #if os(Windows)
      return false
    #else
      var status = stat()
      return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    #endif
  }

  /// Whether a read returns at once, with bytes, the end or a failure.
  var hasInput: Bool {
    #if os(Windows)
      return true
    #else
      var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, 0) == 1
    #endif
  }
}
