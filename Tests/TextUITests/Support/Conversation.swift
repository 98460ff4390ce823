import Dispatch
import Locking
import StandardIO
import TerminalSupport
import TextUI

/// A session at a terminal: each text is typed when the one before it has been printed.
@MainActor struct Conversation {
  /// What the terminal shows at the end, with names for the renditions.
  let screen: String
  /// Everything that was written to the terminal.
  let output: String
  /// The modes of the terminal, in order.
  let modes: [StandardTerminal.Mode]

  /// Plays a conversation.
  ///
  /// - Parameters:
  ///   - history: where the history is kept.
  ///   - steps: the text to wait for in the output since the last step, and what to type then. The input ends with the
  ///     last step.
  ///   - suspend: runs at Control-Z.
  init(
    _ app: some TextApp, columns: Int = 80, rows: Int = 24, style: Style = .terminal, history: HistoryFile? = nil,
    suspend: @escaping () -> Void = {},
    _ steps: [(printed: String, typed: String)]
  ) async {
    let terminal = SimulatedTerminal(steps)
    var modes: [StandardTerminal.Mode] = []
    let prompt = TerminalPrompt(
      input: terminal, output: terminal, size: TerminalSize(columns: columns, rows: rows),
      setMode: { modes.append($0) },
      suspend: suspend)
    let front = TextFront(app, input: .prompt(prompt), display: Display(prompt, style: style))
    front.keepHistory(in: history)
    await front.run()
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.write(Array(terminal.output.utf8))
    self.screen = screen.styledText
    self.output = terminal.output
    self.modes = modes
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

extension TerminalScreen {
  fileprivate var styledText: String {
    let names = [0: "<>", 1: "<bold>", 2: "<faint>", 31: "<red>"]
    return zip(lines, cells).map { line, cells in
      var (text, rendition) = ("", 0)
      for cell in cells.prefix(max(line.count, cells.lastIndex { $0.rendition != 0 }.map { $0 + 1 } ?? 0)) {
        if cell.rendition != rendition { text += names[cell.rendition] ?? "<?>" }
        rendition = cell.rendition
        text += cell.text
      }
      return text + (rendition == 0 ? "" : "<>")
    }.joined(separator: "\n")
  }
}
