import Foundation
import Locking
import StandardIO

/// A pipe, or a pair of sockets, whose two ends belong to the test.
final class PlainPipe: Sendable {
  /// The end to write to.
  let input: Descriptor
  /// The end to read from.
  let output: Descriptor
  private let open = LockedValue<Set<Int32>>([])

  init(ofSockets: Bool = false) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let isMade = ofSockets ? socketpair(AF_UNIX, stream, 0, &ends) : pipe(&ends)
    precondition(isMade == 0, "no pipe is available")
    (output, input) = (Descriptor(ends[0]), Descriptor(ends[1]))
    open.withLock { $0 = [ends[0], ends[1]] }
  }

  deinit {
    closeInput()
    closeOutput()
  }

  /// Closes the end to write to.
  func closeInput() { close(input) }

  /// Closes the end to read from.
  func closeOutput() { close(output) }

  private func close(_ end: Descriptor) {
    if open.withLock({ $0.remove(end.number) }) != nil { end.close() }
  }

  /// Makes reads and writes fail that would have to wait.
  func setNonblocking() {
    for end in [input, output] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
  }

  /// Whether there are bytes to read.
  var hasText: Bool {
    var status = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    return poll(&status, 1, 0) == 1
  }

  /// Reads until the text ends with `end`.
  func read(until end: String) -> String {
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let end = Array(end.utf8)
    while !text.suffix(end.count).elementsEqual(end) {
      let count = piece.withUnsafeMutableBytes { (try? output.read(into: $0)) ?? 0 }
      guard count > 0 else { break }
      text += piece[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads and discards so many bytes.
  func discard(_ count: Int) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var rest = count
    while rest > 0 {
      let most = min(rest, piece.count)
      let count = piece.withUnsafeMutableBytes {
        (try? output.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<most]))) ?? 0
      }
      guard count > 0 else { return }
      rest -= count
    }
  }

  /// Fills the pipe, and returns how many bytes it holds.
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
