#if !os(Windows)
  import Foundation
  import JSONRPC

  /// A pipe of the system's, or a pair of sockets, both ends of which are the test's.
  final class PlainPipe: Sendable {
    /// Where the program under test writes.
    let input: Descriptor
    private let output: Int32

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
      close(output)
      close(input.number)
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

    /// Fills the pipe so that nothing more fits; what is in it ends in a line feed.
    func fill() {
      let flags = fcntl(input.number, F_GETFL)
      _ = fcntl(input.number, F_SETFL, flags | O_NONBLOCK)
      let line = Array(repeating: UInt8(ascii: "x"), count: 1_023) + [0x0A]
      while Foundation.write(input.number, line, line.count) > 0 {}
      _ = fcntl(input.number, F_SETFL, flags)
    }
  }
#endif
