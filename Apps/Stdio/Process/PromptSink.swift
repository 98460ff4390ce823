import JSONRPC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe or a socket that can be written to without waiting, whatever others who have it too have set it to.
final class PromptSink {
  private let number: Int32
  private let isSocket: Bool

  /// The pipe or the socket behind a descriptor; nil if it is something else, or cannot be had in that way.
  init?(_ descriptor: Descriptor) {
    #if os(Windows)
      return nil
    #else
      var status = stat()
      guard fstat(descriptor.number, &status) == 0 else { return nil }
      isSocket = status.st_mode & S_IFMT == S_IFSOCK
      if isSocket {
        number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
      } else {
        #if os(Linux)
          // NB: a pipe is opened once more, because what a duplicate is set to is set for everybody.
          guard status.st_mode & S_IFMT == S_IFIFO else { return nil }
          number = open("/proc/self/fd/\(descriptor.number)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        #else
          return nil
        #endif
      }
      if number < 0 { return nil }
    #endif
  }

  deinit {
    #if !os(Windows)
      if number >= 0 { close(number) }
    #endif
  }

  /// Writes what fits at once, and answers how much that was. Whatever else keeps it from writing, an ordinary write
  /// will meet as well, and tell.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Windows)
      return 0
    #else
      let count =
        isSocket
        ? send(number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
        : systemWrite(number, bytes.baseAddress, bytes.count)
      return max(0, count)
    #endif
  }
}

#if !os(Windows)
  // NB: inside `PromptSink` this name would mean its own method.
  private let systemWrite = write
#endif
