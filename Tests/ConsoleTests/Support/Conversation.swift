import Dispatch
import Foundation
import Locking
import Services
import Support
import ViewModels

@testable import Console

/// A session at a terminal: each line is typed when the text before it has been seen.
@MainActor final class Conversation {
  /// What was written.
  var output: String { screen.text }
  /// Each time the echo was set.
  private(set) var echoes: [Bool] = []

  private let screen = Screen()

  /// A conversation from first to last.
  ///
  /// - Parameter steps: what to wait for in the output since the last step, and what to type then; the input ends with
  ///   the last step.
  init(_ steps: [(seen: String, typed: String)], failures: MockFailures = []) async {
    let backend = Backend(MockServices(world: .fixed(), failures: failures))
    let typist = Typist(steps)
    screen.typist = typist
    let front = ConsoleFront(
      AppCore(.fixed(backend)), input: LineReader(typist), display: Display(screen, style: .terminal),
      setEcho: { [weak self] in self?.echoes.append($0) })
    await front.run()
  }
}

/// Remembers what is written, and shows it to the typist.
@MainActor private final class Screen: TextOutput {
  private(set) var text = ""
  var typist: Typist?

  func write(_ text: String) {
    self.text += text
    typist?.see(text)
  }
}

/// Types a line when it has seen what it waits for.
private final class Typist: ByteSource {
  private struct State {
    var steps: ArraySlice<(seen: String, typed: String)>
    var unread = ""
    var ready: [[UInt8]] = []
  }

  private let state: LockedValue<State>
  private let typed = DispatchSemaphore(value: 0)

  init(_ steps: [(seen: String, typed: String)]) {
    state = LockedValue(State(steps: steps[...]))
  }

  func see(_ text: String) {
    let lines = state.withLock { state in
      state.unread += text
      var lines = 0
      while let step = state.steps.first, let place = state.unread.range(of: step.seen) {
        state.unread = String(state.unread[place.upperBound...])
        state.ready.append(Array(step.typed.utf8))
        state.steps.removeFirst()
        lines += 1
      }
      return lines
    }
    for _ in 0..<lines { typed.signal() }
  }

  func read() -> [UInt8] {
    let isOver = state.withLock { $0.steps.isEmpty && $0.ready.isEmpty }
    if isOver { return [] }
    typed.wait()
    return state.withLock { $0.ready.removeFirst() }
  }
}
