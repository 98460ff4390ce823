import Dispatch
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

extension Host {
  private nonisolated static let isLeaving = Atomic(false)

  /// Ends the process, once: whoever comes second waits for the end.
  nonisolated static func leave(_ code: Int32) {
    guard !isLeaving.exchange(true, ordering: .acquiringAndReleasing) else { return }
    exit(code)
  }

  /// Writes a line to the standard error, unless that would have to wait.
  nonisolated static func complain(_ message: String) {
    let line = Array("\(Options.name): \(message)\n".utf8.prefix(400))
    #if os(Windows)
      _ = line.withUnsafeBytes { _write(2, $0.baseAddress, UInt32($0.count)) }
    #else
      // NB: a pipe that can be written at all takes a line as short as this.
      var descriptor = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
      guard poll(&descriptor, 1, 0) == 1, descriptor.revents & Int16(POLLOUT) != 0 else { return }
      _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    #endif
  }
}
