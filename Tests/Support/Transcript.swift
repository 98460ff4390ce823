import Locking
public import StandardIO

/// Both ends of a front in memory: plays lines of input, one at a time, and records what is printed.
public final class Transcript: ByteSource, ByteSink {
  private struct State {
    var lines: ArraySlice<[UInt8]>
    var output = ""
    var text = ""
  }

  private let state: LockedValue<State>

  /// A transcript whose input is a script.
  public convenience init(_ script: String) {
    self.init(bytes: Array(script.utf8))
  }

  /// A transcript whose input is bytes.
  public init(bytes: [UInt8]) {
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    let bounds = [0] + ends + (ends.last == bytes.count ? [] : [bytes.count])
    state = LockedValue(State(lines: zip(bounds, bounds.dropFirst()).map { Array(bytes[$0..<$1]) }[...]))
  }

  /// What was printed.
  public var output: String { state.withLock { $0.output } }
  /// What was printed, with each line of input after `> ` where it was read.
  public var text: String { state.withLock { $0.text } }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let line: [UInt8]? = state.withLock { state in
      guard let line = state.lines.popFirst() else { return nil }
      state.text += "> " + String(decoding: line, as: UTF8.self)
      return line
    }
    // Lines of tests are shorter than what a reader asks for.
    buffer.copyBytes(from: line ?? [])
    return line?.count ?? 0
  }

  public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let text = String(decoding: bytes, as: UTF8.self)
    state.withLock { state in
      state.output += text
      state.text += text
    }
    return bytes.count
  }
}
