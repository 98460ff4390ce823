import JSONRPC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

/// An output that spares a frame the way through the writer's thread where nothing can make it wait: the writer has
/// nothing left to write, and the pipe has room for all of it. In every other case the writer takes it.
///
/// It belongs to one thread, as its session does.
final class PromptOutput: Output {
  private let writer: Writer
  private let descriptor: Descriptor
  private let isPipe: Bool
  /// What was gathered so far, and where its pieces end: frames, or an update of a key.
  private var bytes: [UInt8] = []
  private var pieces: [(end: Int, key: String?)] = []
  private var gathers = false

  /// What a pipe that can be written at all takes in one piece (`PIPE_BUF`; POSIX promises 512, Linux and Darwin more).
  private static let promptSize = 512 * 8

  /// An output to a descriptor, which `writer` writes to as well.
  init(_ writer: Writer, _ descriptor: Descriptor) {
    self.writer = writer
    self.descriptor = descriptor
    #if os(Linux)
      var status = stat()
      isPipe = fstat(descriptor.number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    #else
      // NB: elsewhere a pipe that polls as writable may have less room than a frame needs.
      isPipe = false
    #endif
  }

  func send(_ frames: [UInt8]) { take(frames, nil) }

  func update(_ key: String, _ frame: [UInt8]) { take(frame, key) }

  /// Gathers what `body` sends, so that it leaves in one piece.
  func gather(_ body: () -> Void) {
    gathers = true
    body()
    gathers = false
    flush()
  }

  /// Lets go of what was gathered so far.
  func flush() {
    guard !bytes.isEmpty else { return }
    guard isPipe, writer.unwrittenCount == 0, hasRoom else { return handOver() }
    // NB: whatever keeps it from being written, the writer will meet as well, and tell.
    let written = bytes.withUnsafeBytes { (try? descriptor.write($0)) ?? 0 }
    if written < bytes.count { writer.send(Array(bytes[written...])) }
    forget()
  }

  private func take(_ frames: [UInt8], _ key: String?) {
    // NB: beyond that size it is the writer's, which writes while the rest is being made.
    guard bytes.count + frames.count <= Self.promptSize else {
      handOver()
      return give(frames, key)
    }
    bytes.append(contentsOf: frames)
    pieces.append((bytes.count, key))
    if !gathers { flush() }
  }

  /// Lets the writer have what was gathered.
  private func handOver() {
    var start = 0
    for (end, key) in pieces {
      give(Array(bytes[start..<end]), key)
      start = end
    }
    forget()
  }

  private func give(_ frames: [UInt8], _ key: String?) {
    if let key { writer.update(key, frames) } else { writer.send(frames) }
  }

  private func forget() {
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }

  private var hasRoom: Bool {
    #if os(Linux)
      var status = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
      return poll(&status, 1, 0) == 1 && status.revents == Int16(POLLOUT)
    #else
      return false
    #endif
  }
}
