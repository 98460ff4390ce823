#if canImport(Glibc)
  import ExpectSupport
  import Foundation
  import TerminalSupport
  import Testing
  import ThreadsSupport

  /// The picture of the console's README, made from a session in a terminal. `Tests/ConsoleTests/picture` writes it.
  @Suite(.ownThreads, .timeLimit(.minutes(30)))
  struct PictureTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Apps/Console/console.svg").standardizedFileURL

    /// An answer that comes late is printed in more steps than the picture shows, with the same lines.
    @Test(arguments: [0, 60]) func `the picture shows what the console prints`(latency: Int) async throws {
      let terminal = try PseudoTerminal(
        [
          "--seed", "7", "--now", "2026-11-22T15:04:05Z", "--time-zone", "UTC", "--fail", "balance:2", "--latency",
          "\(latency)",
        ], columns: 64, rows: 32)
      try await terminal.wait(for: "> ")
      try await terminal.type("open bala\t\r", untilShown: ["Last update: Today at 3:04:05 PM."])
      try await terminal.type("tap refrehs\r", untilShown: ["Did you mean \"tap refresh\"?"])
      try await terminal.type("tap refresh\r", untilShown: ["Failed to update"])
      try await terminal.type("open product\r", untilShown: ["Price: $199.00"])
      // The balance follows in its own time, and the card is drawn once more below what is said of it.
      try await terminal.type(
        "tap purchase\r", untilShown: ["balance: Balance: $1,035.56", "[purchase] (disabled: The product is bought.)"])
      try await terminal.type("open b\t", untilShown: ["product> open balance"])
      let picture = terminal.screen.picture
      if latency == 0, ProcessInfo.processInfo.environment["TRIBUTARY_WRITE_PICTURE"] != nil {
        try picture.write(to: Self.file, atomically: true, encoding: .utf8)
      }
      let shown = Set(picture.lines)
      try expectEqual(String(contentsOf: Self.file, encoding: .utf8).lines.filter { !shown.contains($0) }, [])
    }
  }

  extension String {
    /// The lines of a picture, without their places.
    fileprivate var lines: [Substring] {
      split(separator: "\n").filter { !$0.hasPrefix("<rect") && !$0.hasPrefix("<svg") }
        .map { $0.hasPrefix("<text ") ? $0.drop { $0 != ">" } : $0 }
    }
  }

  extension TerminalScreen {
    /// The screen as SVG, in colours that can be read on its own dark ground.
    fileprivate var picture: String {
      let (cell, row, margin) = (8.43, 18, 16)
      let height = (cursor.row + 1) * row + 2 * margin
      let width = Int(Double(size.columns) * cell) + 2 * margin
      let styles = [1: "bold", 2: "faint", 31: "failure"]
      var lines: [String] = []
      for (index, cells) in cells.prefix(cursor.row + 1).enumerated() {
        var spans = ""
        for group in cells.split(whereChanged: \.rendition) {
          let text = group.map(\.text).joined().replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          let style = styles[group.first?.rendition ?? 0]
          spans += style.map { "<tspan class=\"\($0)\">\(text)</tspan>" } ?? text
        }
        if spans.isEmpty { continue }
        lines.append("<text x=\"\(margin)\" y=\"\(margin + 13 + index * row)\">\(spans)</text>")
      }
      let x = margin + Int(Double(cursor.column) * cell)
      lines.append("<rect class=\"cursor\" x=\"\(x)\" y=\"\(margin + cursor.row * row)\" width=\"8\" height=\"16\"/>")
      return """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
        <title>A session of tributary-console in a terminal</title>
        <style>
        text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d5dae2; white-space: pre; }
        .bold { font-weight: bold; fill: #ffffff; } .faint { fill: #8b95a5; } .failure { fill: #ff7b72; }
        .ground { fill: #161b22; } .cursor { fill: #d5dae2; opacity: 0.7; }
        </style>
        <rect class="ground" width="100%" height="100%" rx="8"/>
        \(lines.joined(separator: "\n"))
        </svg>

        """
    }
  }

  extension Array {
    /// The parts whose elements have the same property.
    fileprivate func split<T: Equatable>(whereChanged property: (Element) -> T) -> [[Element]] {
      reduce(into: []) { parts, element in
        if let last = parts.last?.last, property(last) == property(element) {
          parts[parts.count - 1].append(element)
        } else {
          parts.append([element])
        }
      }
    }
  }
#endif
