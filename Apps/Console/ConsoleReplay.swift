import Recording
import StandardIO
import TextUI
import ViewModels

/// The console in a replay: it performs recorded commands, and prints to the comparison.
@MainActor final class ConsoleReplay: ReplayableFront {
  private let front: TextFront

  init(_ core: AppCore, print: @escaping @MainActor (String) -> Void) {
    front = TextFront(
      ConsoleApp(core: core), input: .pipe(LineReader(text: "")), display: Display(NullDevice(), style: .plain))
    front.onPrint = print
  }

  func perform(_ command: String?) async { await front.repeatCommand(command) }
  func flush() { front.showDelayedLines() }
}

private struct NullDevice: ByteSink {
  func write(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }
}
