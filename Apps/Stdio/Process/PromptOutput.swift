import JSONRPC

/// An output that spares frames the way through the writer's thread where nothing can make them wait: the writer has
/// nothing left to write, and the pipe or the socket takes them at once. What it does not take is the writer's.
///
/// It belongs to one thread, as its session does.
final class PromptOutput: Output {
  private let writer: Writer
  private let sink: PromptSink?
  /// What was gathered so far, and where its pieces end: frames, or an update of a key.
  private var bytes: [UInt8] = []
  private var pieces: [(end: Int, key: String?)] = []
  private var gathers = false

  /// The most that is gathered: a pipe's capacity.
  private static let promptSize = 1 << 16

  /// An output to a descriptor, which `writer` writes to as well.
  init(_ writer: Writer, _ descriptor: Descriptor) {
    self.writer = writer
    sink = PromptSink(descriptor)
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
    guard let sink, writer.unwrittenCount == 0 else { return handOver() }
    handOver(bytes.withUnsafeBytes { sink.write($0) })
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

  /// Lets the writer have what was gathered, but for what is written.
  private func handOver(_ written: Int = 0) {
    if written < bytes.count {
      var start = 0
      for (end, key) in pieces {
        // NB: a frame that is cut must be completed, so that nothing may take its place any more.
        if start >= written { give(Array(bytes[start..<end]), key) }
        if start < written, written < end { writer.send(Array(bytes[written..<end])) }
        start = end
      }
    }
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }

  private func give(_ frames: [UInt8], _ key: String?) {
    if let key { writer.update(key, frames) } else { writer.send(frames) }
  }
}
