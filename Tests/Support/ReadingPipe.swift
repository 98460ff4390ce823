import Foundation

// Reading that a signal does not end: Foundation's stops the program then, and tests of signals run beside others.
extension Pipe {
  /// The next bytes, as soon as there are some; none at the end.
  public func nextBytes() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(count, 0)))
    }
  }

  /// All bytes up to the end.
  public func allBytes() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let next = nextBytes()
      if next.isEmpty { return all }
      all += next
    }
  }
}
