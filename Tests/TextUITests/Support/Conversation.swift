import Dispatch
import Locking
import StandardIO
import Streams
import TextUI

/// A session at a terminal: each line is typed when the text before it has been printed.
@MainActor struct Conversation {
  /// What was printed, with names for the sequences that control a terminal.
  let output: String
  /// The position of each change of the echo.
  let echoes: [Bool]

  /// Plays a conversation.
  ///
  /// - Parameter steps: the text to wait for in the output since the last step, and the line to type then. The input ends
  ///   with the last step.
  init(_ app: some TextApp, _ steps: [(printed: String, typed: String)]) async {
    let terminal = SimulatedTerminal(steps)
    var echoes: [Bool] = []
    let front = TextFront(
      app, input: LineReader(terminal), display: Display(terminal, style: .terminal), setEcho: { echoes.append($0) })
    await front.run()
    self.output = terminal.output.visible
    self.echoes = echoes
  }
}

private final class SimulatedTerminal: ByteSource, ByteSink {
  private struct State {
    var steps: ArraySlice<(printed: String, typed: String)>
    var output = ""
    var unread = ""
  }

  private let state: LockedValue<State>
  private let wasPrinted = DispatchSemaphore(value: 0)

  init(_ steps: [(printed: String, typed: String)]) {
    state = LockedValue(State(steps: steps[...]))
  }

  var output: String { state.withLock { $0.output } }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let text = String(decoding: bytes, as: UTF8.self)
    state.withLock { state in
      state.output += text
      state.unread += text
    }
    wasPrinted.signal()
    return bytes.count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let line: String? = state.withLock { state in
        guard let step = state.steps.first else { return "" }
        guard let end = state.unread.firstRange(of: step.printed)?.upperBound else { return nil }
        state.unread = String(state.unread[end...])
        state.steps.removeFirst()
        return step.typed
      }
      if let line {
        buffer.copyBytes(from: line.utf8)
        return line.utf8.count
      }
      wasPrinted.wait()
    }
  }
}

extension String {
  fileprivate var visible: String {
    [
      ("\r\u{1B}[K", "<erase>"), ("\u{1B}[0m", "<>"), ("\u{1B}[1m", "<bold>"), ("\u{1B}[2m", "<faint>"),
      ("\u{1B}[31m", "<red>"),
    ].reduce(self) { $0.replacing($1.0, with: $1.1) }
  }
}
