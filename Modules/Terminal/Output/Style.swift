import Foundation
public import StandardIO

/// How lines look.
public enum Style: Sendable {
  /// Plain text, for pipes and files.
  case plain
  /// Colours and bars, for a terminal that knows SGR (ECMA-48).
  case terminal

  /// The style for an output: ``terminal`` if it is a terminal and the environment does not refuse colour, with a
  /// `NO_COLOR` that is not empty (https://no-color.org) or `TERM=dumb`.
  public init(isTerminal: Bool, environment: [String: String]) {
    let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    self = isTerminal && !isRefused ? .terminal : .plain
  }

  /// The style for an output of the process.
  public init(_ descriptor: Descriptor) {
    self.init(isTerminal: descriptor.isTerminal, environment: ProcessInfo.processInfo.environment)
  }

  /// The line as text, without a line end.
  public func text(_ line: Line) -> String {
    line.spans.map(text).joined()
  }

  /// How many cells a placeholder takes. The length must not depend on the value.
  static let redactedWidth = 8

  private func text(_ span: Line.Span) -> String {
    switch (self, span.role) {
    case (.plain, .redacted): String(repeating: "•", count: 6)
    case (.plain, _), (.terminal, .content): span.text
    case (.terminal, .failure): sgr(31, span.text)
    case (.terminal, .heading): sgr(1, span.text)
    case (.terminal, .secondary): sgr(2, span.text)
    case (.terminal, .emphasis): sgr(3, span.text)
    case (.terminal, .redacted): String(repeating: "█", count: Self.redactedWidth)
    }
  }

  private func sgr(_ code: Int, _ text: String) -> String {
    text.isEmpty ? "" : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
