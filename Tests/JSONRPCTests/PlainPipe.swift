import Locking

#if !os(Windows)
  import Foundation
  import JSONRPC
  import Support

  /// A pipe of the system's, or a pair of sockets, both ends of which are the test's.
  final class PlainPipe: Sendable {
    /// Where the program under test writes.
    let input: Descriptor
    private let output: Int32
    private let isOutputOpen = LockedValue(true)

    init(ofSockets: Bool = false) {
      var ends: [Int32] = [0, 0]
      #if canImport(Darwin)
        let stream = SOCK_STREAM
      #else
        let stream = Int32(SOCK_STREAM.rawValue)
      #endif
      let isMade = ofSockets ? socketpair(AF_UNIX, stream, 0, &ends) : pipe(&ends)
      precondition(isMade == 0, "There is no pipe left")
      output = ends[0]
      input = Descriptor(ends[1])
    }

    deinit {
      closeOutput()
      close(input.number)
    }

    /// Closes the end that is read.
    func closeOutput() {
      let isOpen = isOutputOpen.withLock { isOpen in
        defer { isOpen = false }
        return isOpen
      }
      if isOpen { close(output) }
    }

    /// Whether there is something to read at this moment.
    var hasText: Bool {
      var status = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      return poll(&status, 1, 0) == 1
    }

    /// Reads until the text ends so, and waits for that.
    func read(until end: String) -> String {
      var text: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let end = Array(end.utf8)
      while !text.suffix(end.count).elementsEqual(end) {
        let count = piece.withUnsafeMutableBytes { Foundation.read(output, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        text += piece[..<count]
      }
      return String(decoding: text, as: UTF8.self)
    }

    /// Reads so many bytes, and waits for them.
    func discard(_ count: Int) {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      var rest = count
      while rest > 0 {
        let most = min(rest, piece.count)
        let count = piece.withUnsafeMutableBytes { Foundation.read(output, $0.baseAddress, most) }
        guard count > 0 else { return }
        rest -= count
      }
    }

    /// Fills the pipe so that nothing more fits; how many bytes are in it.
    func fill() -> Int {
      let flags = fcntl(input.number, F_GETFL)
      _ = fcntl(input.number, F_SETFL, flags | O_NONBLOCK)
      defer { _ = fcntl(input.number, F_SETFL, flags) }
      var filled = 0
      for size in [1_024, 1] {
        let bytes = Array(repeating: UInt8(ascii: "x"), count: size)
        while case let count = Foundation.write(input.number, bytes, size), count > 0 { filled += count }
      }
      return filled
    }
  }
#endif
