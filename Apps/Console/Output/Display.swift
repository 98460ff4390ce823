/// Where text goes: the standard output, or a test's memory.
@MainActor protocol TextOutput {
  /// Writes all of the text at once.
  ///
  /// - Throws: `OutputClosed` if nobody reads any more.
  func write(_ text: String) throws(OutputClosed)
}

/// Nobody reads the output any more.
struct OutputClosed: Error {}

/// The lines on their way out, and the prompt between them.
///
/// In a terminal, lines that come while the prompt waits take its place, and it appears again below them.
@MainActor final class Display {
  /// How lines look.
  let style: Style
  /// Whether the output was closed by whoever read it.
  private(set) var isClosed = false

  private let output: any TextOutput
  private var prompt: String?

  /// A display on an output.
  init(_ output: any TextOutput, style: Style) {
    self.output = output
    self.style = style
  }

  /// Shows lines.
  func show(_ lines: [Line]) {
    guard !lines.isEmpty else { return }
    let text = lines.map { style.text($0) + "\n" }.joined()
    write(prompt.map { Self.eraseLine + text + $0 } ?? text)
  }

  /// Shows a line.
  func show(_ line: Line) {
    show([line])
  }

  /// Waits for a line with a prompt; plain output has none.
  func ask(_ text: String) {
    guard style == .terminal else { return }
    prompt = text
    write(text)
  }

  /// The line was entered: the cursor stands at the beginning of the next.
  func wasAnswered() {
    prompt = nil
  }

  /// The input ended in the middle of a line.
  func wasLeft() {
    if prompt != nil { write("\n") }
    prompt = nil
  }

  private func write(_ text: String) {
    guard !isClosed else { return }
    do {
      try output.write(text)
    } catch {
      isClosed = true
    }
  }

  private static let eraseLine = "\r\u{1B}[K"
}
