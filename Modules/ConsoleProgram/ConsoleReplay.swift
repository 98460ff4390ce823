import Recording
import Screens
import StandardIO
import TextUI

/// A console in a replay: it performs recorded commands, and prints to the comparison.
@MainActor final class ConsoleReplay: ReplayableFront {
  private let front: TextFront

  init(_ app: any TextApp, print: @escaping @MainActor (String) -> Void) {
    front = TextFront(
      app, input: .pipe(LineReader(text: "")), display: Display(NullDevice(), style: .plain))
    front.observer.onPrint = print
  }

  func perform(_ command: String?) async { await front.repeatCommand(command) }
  func flush() async -> Bool { await front.showHeldBack() }
}

private struct NullDevice: ByteSink {
  func write(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }
}
