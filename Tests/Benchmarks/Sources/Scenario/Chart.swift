/// The findings as a picture (SVG): for each row a bar as long as the ratio, on a logarithmic scale.
///
/// The picture has a background of its own, and colours for light and dark surroundings.
public struct Chart {
  private let findings: [Finding]
  private let contention: [ContentionFinding]
  private let scale: Scale

  private static let labelWidth = 330
  private static let barWidth = 430
  private static let rowHeight = 20
  private static let headHeight = 96

  /// Rows with several threads have a note on the right.
  private var width: Int { contention.isEmpty ? 860 : 1_080 }

  /// A chart of the rows that both libraries have; `nil` if there are none. Rows that the peer lacks are listed.
  public init?(_ findings: [Finding], _ contention: [ContentionFinding]) {
    let ratios = findings.compactMap(\.ratio) + contention.compactMap(\.ratio)
    guard let greatest = ratios.max() else { return nil }
    self.findings = findings
    self.contention = contention
    scale = Scale(from: min(1, ratios.min() ?? 1), to: greatest, width: Self.barWidth)
  }

  /// The text of the SVG file.
  public var svg: String {
    var (rows, y) = ("", Self.headHeight)
    for section in Row.Section.allCases {
      let members = findings.filter { $0.row.section == section && $0.streams != nil }
      guard !members.isEmpty else { continue }
      y += 26
      rows += text(section.rawValue, x: 24, y: y, "section")
      y += 8
      for finding in members {
        rows += line(finding, y: y)
        y += Self.rowHeight
      }
    }
    for threads in ContentionRace.threads {
      let members = contention.filter { $0.threads == threads && $0.ratio != nil }
      guard !members.isEmpty else { continue }
      y += 26
      rows += text(
        "\(threads) publishing threads: throughput, longest call, memory (the peer's)", x: 24, y: y, "section")
      y += 8
      for finding in members {
        rows += line(finding, y: y)
        y += Self.rowHeight
      }
    }
    let foot = y + 18
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(foot + 54)" \
      viewBox="0 0 \(width) \(foot + 54)" role="img" \
      aria-label="\(escaped(summary))">
      \(Self.style)
      <rect class="paper" width="\(width)" height="\(foot + 54)" rx="10"/>
      \(text("Streams beside OpenCombine 0.14", x: 24, y: 38, "title"))\
      \(text(summary, x: 24, y: 62, "note"))\
      \(axis(to: y + 6))\
      \(rows)\
      \(text(Self.method, x: 24, y: foot + 14, "note"))\
      \(text("One uncontended lock and unlock takes \(number(lockPairCost())) ns on this machine.", x: 24, y: foot + 34, "note"))\
      </svg>

      """
  }

  private var summary: String {
    let ratios = findings.compactMap(\.ratio)
    guard let mean = findings.meanRatio else {
      return "How many times the peer's throughput Streams has, on a logarithmic scale."
    }
    return "How many times as fast Streams is, on a logarithmic scale. "
      + "Geometric mean of \(ratios.count) rows with one thread: \(number(mean)) times."
  }

  private static let method =
    "Both libraries in one run, release build. One thread: time per element, the fastest of many short slices."

  private func line(_ finding: Finding, y: Int) -> String {
    let middle = y + Self.rowHeight / 2 + 4
    let label = finding.row.title.replacing("chain: ", with: "").replacing("->", with: "→")
    guard let ratio = finding.ratio else {
      return text(label, x: Self.labelWidth - 10, y: middle, "label")
        + text("OpenCombine has no such operator", x: Self.labelWidth + 8, y: middle, "note")
    }
    return bar(ratio, label: label, y: y)
  }

  private func line(_ finding: ContentionFinding, y: Int) -> String {
    guard let ratio = finding.ratio, let streams = finding.streams, let rival = finding.rival else { return "" }
    let theirs = finding.row.rival == .peer ? "" : " beside \(finding.row.rival.rawValue)"
    let note =
      "\(ContentionTable.milliseconds(streams)) (\(ContentionTable.milliseconds(rival))), "
      + "\(ContentionTable.megabytes(streams.peakBytes)) (\(ContentionTable.megabytes(rival.peakBytes)))"
    let label = finding.row.title.replacing("->", with: "→") + theirs
    return bar(ratio, label: label, y: y, note: note)
  }

  /// A label, a bar as long as a ratio, the ratio and a note.
  private func bar(_ ratio: Double, label: String, y: Int, note: String = "") -> String {
    let middle = y + Self.rowHeight / 2 + 4
    let (start, end) = (scale.position(min(ratio, 1)), scale.position(max(ratio, 1)))
    return text(label, x: Self.labelWidth - 10, y: middle, "label")
      + #"<rect class="bar" x="\#(Self.labelWidth + start)" y="\#(y + 3)" width="\#(max(end - start, 1))" height="14" rx="2"/>"#
      + "\n"
      + text(number(ratio) + " ×", x: Self.labelWidth + end + 8, y: middle, "value")
      + (note.isEmpty ? "" : text(note, x: Self.labelWidth + Self.barWidth + 60, y: middle, "note"))
  }

  private func axis(to bottom: Int) -> String {
    scale.ticks.map { tick in
      let x = Self.labelWidth + scale.position(tick)
      return #"<line class="grid" x1="\#(x)" y1="\#(Self.headHeight)" x2="\#(x)" y2="\#(bottom)"/>"# + "\n"
        + text("\(tick < 1 ? "\(tick)" : "\(Int(tick))") ×", x: x, y: Self.headHeight - 6, "tick")
    }
    .joined()
  }

  private func text(_ text: String, x: Int, y: Int, _ style: String) -> String {
    #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(escaped(text))</text>"# + "\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  private func number(_ value: Double) -> String {
    value < 0.1
      ? "\((value * 100).rounded() / 100)" : value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }

  private static let style = """
    <style>
      text { font: 13px -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1f2328 }
      .paper { fill: #f6f8fa } .bar { fill: #0f7b8a } .grid { stroke: #d1d9e0 }
      .title { font-size: 18px; font-weight: 600 } .section { font-weight: 600 }
      .label { text-anchor: end } .tick { text-anchor: middle }
      .note, .tick { fill: #59636e; font-size: 12px } .value { font-size: 12px }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .note, .tick { fill: #9198a1 }
        .paper { fill: #161b22 } .bar { fill: #2aa5b5 } .grid { stroke: #30363d }
      }
    </style>
    """
}
