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
  private enum Piece {
    case frames([UInt8])
    case update(key: String, frame: [UInt8])

    var bytes: [UInt8] {
      switch self {
      case .frames(let bytes), .update(_, let bytes): bytes
      }
    }
  }

  private let writer: Writer
  private let descriptor: Descriptor
  private let isPipe: Bool
  private var pieces: [Piece] = []
  private var byteCount = 0
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

  func send(_ frames: [UInt8]) { take(.frames(frames)) }

  func update(_ key: String, _ frame: [UInt8]) { take(.update(key: key, frame: frame)) }

  /// Gathers what `body` sends, so that it leaves in one piece.
  func gather(_ body: () -> Void) {
    gathers = true
    body()
    gathers = false
    flush()
  }

  /// Lets go of what was gathered so far.
  func flush() {
    guard !pieces.isEmpty else { return }
    let leaving = pieces
    pieces.removeAll(keepingCapacity: true)
    let count = byteCount
    byteCount = 0
    if isPipe, count <= Self.promptSize, writer.unwrittenCount == 0, hasRoom {
      let text = leaving.count == 1 ? leaving[0].bytes : leaving.flatMap(\.bytes)
      // NB: whatever keeps it from being written, the writer will meet as well, and tell.
      let written = text.withUnsafeBytes { (try? descriptor.write($0)) ?? 0 }
      if written < count { writer.send(Array(text[written...])) }
      return
    }
    for piece in leaving {
      switch piece {
      case .frames(let bytes): writer.send(bytes)
      case .update(let key, let bytes): writer.update(key, bytes)
      }
    }
  }

  private func take(_ piece: Piece) {
    pieces.append(piece)
    byteCount += piece.bytes.count
    // NB: beyond that size it is the writer's anyway, which writes while the rest is being made.
    if !gathers || byteCount > Self.promptSize { flush() }
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
