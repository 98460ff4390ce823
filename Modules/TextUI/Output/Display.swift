public import StandardIO

/// Prints lines, and waits for a reader that is slow.
@MainActor public final class Display {
  private enum Output {
    case sink(any ByteSink)
    case prompt(TerminalPrompt)
  }

  /// How lines look.
  public let style: Style

  private let output: Output
  private var hasFailed = false

  /// A display on an output.
  public init(_ output: any ByteSink, style: Style) {
    self.output = .sink(output)
    self.style = style
  }

  /// A display on a terminal, which prints above the line that the user edits.
  public init(_ prompt: TerminalPrompt, style: Style) {
    output = .prompt(prompt)
    self.style = style
  }

  /// Whether writing has failed. What is printed afterwards is dropped.
  public var isClosed: Bool {
    switch output {
    case .sink: hasFailed
    case .prompt(let prompt): prompt.isClosed
    }
  }

  /// Prints lines.
  public func print(_ lines: [Line]) {
    if !lines.isEmpty { write(lines.map { style.text($0) + "\n" }.joined()) }
  }

  func write(_ text: String) {
    switch output {
    case .prompt(let prompt): prompt.print(text)
    case .sink(let sink):
      guard !hasFailed else { return }
      do { try sink.writeAll(text) } catch { hasFailed = true }
    }
  }
}
