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
  private let columns: (() -> Int)?
  private var failure: IOFailure?

  /// A display on an output.
  ///
  /// - Parameters:
  ///   - output: where the lines are written.
  ///   - style: how they look.
  ///   - columns: the width that they have to fit; `nil` if they may have any length.
  public init(_ output: any ByteSink, style: Style, columns: (() -> Int)? = nil) {
    self.output = .sink(output)
    self.style = style
    self.columns = columns
  }

  /// A display on a terminal, which prints above the line that the user edits.
  public init(_ prompt: TerminalPrompt, style: Style) {
    output = .prompt(prompt)
    self.style = style
    columns = { prompt.columns }
  }

  /// Whether writing has failed. What is printed afterwards is dropped.
  public var isClosed: Bool {
    switch output {
    case .sink: failure != nil
    case .prompt(let prompt): prompt.isClosed
    }
  }

  /// Why the lines cannot be written, for people; `nil` if they can, or if their reader wants no more of them.
  public var problem: String? {
    switch failure {
    case nil, .readerGone: nil
    case let failure?: "The output cannot be written" + (failure.systemMessage.map { ": \($0)." } ?? ".")
    }
  }

  /// Prints lines. A line that is longer than the terminal is wide takes several rows.
  public func print(_ lines: [Line]) {
    let rows = columns.map { columns in lines.flatMap { $0.wrapped(to: columns()) } } ?? lines
    if !rows.isEmpty { write(rows.map { style.text($0) + "\n" }.joined()) }
  }

  /// Whether lines can be drawn again in place when they change: right above a prompt.
  public var hasCard: Bool {
    if case .prompt = output { true } else { false }
  }

  /// Shows lines above the prompt, in place of those that were shown there.
  ///
  /// - Returns: whether all of them fit.
  @discardableResult public func showCard(_ lines: [Line]) -> Bool {
    guard case .prompt(let prompt) = output else { return false }
    prompt.showCard(lines, style: style)
    return prompt.cardIsWhole
  }

  /// Writes a text as it is, such as a question without a line end.
  public func write(_ text: String) {
    switch output {
    case .prompt(let prompt): prompt.print(text)
    case .sink(let sink):
      guard failure == nil else { return }
      do throws(IOFailure) { try sink.writeAll(text) } catch { failure = error }
    }
  }
}
