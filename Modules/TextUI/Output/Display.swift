public import StandardIO

/// Prints lines, and keeps a prompt below them.
///
/// In a terminal, lines that arrive while the prompt waits take its place, and the prompt is printed again below them.
/// It writes on the main actor, and waits for a reader that is slow.
@MainActor public final class Display {
  /// How lines look.
  public let style: Style
  /// Whether writing has failed. What is printed afterwards is dropped.
  public private(set) var isClosed = false

  private let output: any ByteSink
  private var prompt: String?

  /// A display on an output.
  public init(_ output: any ByteSink, style: Style) {
    self.output = output
    self.style = style
  }

  /// Prints lines.
  public func print(_ lines: [Line]) {
    guard !lines.isEmpty else { return }
    let text = lines.map { style.text($0) + "\n" }.joined()
    write(prompt.map { Self.eraseLine + text + $0 } ?? text)
  }

  /// Prints a prompt that stays until ``promptWasAnswered()``. Plain output has no prompt.
  func ask(_ text: String) {
    guard style == .terminal else { return }
    prompt = text
    write(text)
  }

  /// The user has entered a line, so the cursor is below the prompt.
  func promptWasAnswered() {
    prompt = nil
  }

  /// The input has ended. A prompt that still waits gets a line end.
  func inputDidEnd() {
    if prompt != nil { write("\n") }
    prompt = nil
  }

  private func write(_ text: String) {
    guard !isClosed else { return }
    do {
      try output.writeAll(text)
    } catch {
      isClosed = true
    }
  }

  private static let eraseLine = "\r\u{1B}[K"
}
