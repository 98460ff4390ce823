public import Screens
import Words

/// Shows numbers over numbers or days: a bar for each point of each line, with its number beside it.
@MainActor public final class Chart: LocalizedElement, CardElement {
  public let name: String
  var words = Words.english
  /// The numbers; `nil` while there are none.
  public var series: Series?

  /// A chart without numbers.
  public init(_ name: String) { self.name = name }

  public var isVisible: Bool { series?.lines.contains { !$0.points.isEmpty } == true }

  public var line: Line {
    guard isVisible, let series else { return Line("\(name): ").appending(words.text("(none)"), .secondary) }
    return Line("\(name): ").appending(series.unit, .secondary)
  }

  public var lines: [Line] { lines(\.description) }

  var cardLines: [Line] { lines(LocalDateText(locale: words.locale).text) }

  private func lines(_ dayText: (LocalDate) -> String) -> [Line] {
    guard isVisible, let series else { return [line] }
    let writer = words.numbers
    func text(_ position: Series.Position) -> String {
      switch position {
      case .number(let number): writer.text(number.typedText)
      case .day(let day): dayText(day)
      }
    }
    let numbers = series.lines.flatMap(\.points).map(\.y)
    let greatest = numbers.map(\.magnitude).filter(\.isFinite).max() ?? 0
    let width = series.lines.flatMap(\.points).map { text($0.x).terminalWidth }.max() ?? 0
    return [line]
      + series.lines.flatMap { line -> [Line] in
        let heading = line.name.isEmpty ? [] : [Line("  \(line.name)", .heading)]
        return heading + line.points.map { Self.line($0, text($0.x), writer.text($0.y.typedText), greatest, width) }
      }
  }

  /// The longest bar, in cells of a terminal.
  private static var longestBar: Int { 30 }

  private static func line(_ point: Series.Point, _ x: String, _ y: String, _ greatest: Double, _ width: Int) -> Line {
    let part = greatest > 0 && point.y.isFinite ? point.y.magnitude / greatest : 0
    let bar = String(repeating: "#", count: Int((part * Double(longestBar)).rounded()))
    let padding = String(repeating: " ", count: width - x.terminalWidth)
    return Line("    \(x)\(padding)  ").appending(bar + (bar.isEmpty ? "" : " ") + y)
  }
}
