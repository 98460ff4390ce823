import StandardIO

extension TextFront {
  /// The commands, and the controls of the top screen. In a terminal also what fits there: other words, and an example.
  var help: [Line] {
    let top = stack.top
    let controls = top?.view.canvas.elements.compactMap { $0 as? any Control } ?? []
    var lines = table(commands.map { (columns == nil ? $0.usage : $0.usageWithAliases, $0.about) })
    if let top {
      lines.append(Line(top.title, .heading))
      lines += controls.flatMap { wrapped($0.usage, indentation: 2) }
    }
    guard columns != nil else { return lines }
    let example = controls.lazy.compactMap(\.example).first ?? app.screens.first.map { "open \($0.name)" }
    return lines + (example.map { [Line("For example: ", .secondary).appending($0)] } ?? [])
      + wrapped("Names may be shortened. Tab completes; Up and Control-R find earlier lines.", role: .secondary)
  }

  /// The screens of the app, and those that are open.
  var screens: [Line] {
    let open = stack.entries.map { Line("  " + $0.title + ($0.title == stack.top?.title ? " (on top)" : "")) }
    return table(app.screens.map { ($0.name, $0.about) }) + (open.isEmpty ? [] : [Line("open", .heading)] + open)
  }

  /// The width of the terminal; `nil` for other outputs, whose lines have any length.
  private var columns: Int? { input.prompt?.columns }

  /// Two columns. Where the second one would be narrow, it is below the first.
  private func table(_ rows: [(String, String)]) -> [Line] {
    let width = (rows.map(\.0.terminalWidth).max() ?? 0) + 2
    guard let columns, columns < width + 24 else {
      return rows.flatMap { name, about in
        let first = name + String(repeating: " ", count: width - name.terminalWidth)
        return wrapped(about, indentation: width, role: .secondary, first: first)
      }
    }
    return rows.flatMap { name, about in
      wrapped(name) + wrapped(about, indentation: 2, role: .secondary)
    }
  }

  /// A text in lines that fit the terminal.
  private func wrapped(
    _ text: String, indentation: Int = 0, role: Line.Role = .content, first: String? = nil
  ) -> [Line] {
    let blanks = String(repeating: " ", count: indentation)
    var rows = [""]
    for word in text.split(separator: " ") {
      let row = rows[rows.count - 1]
      if let columns, !row.isEmpty, indentation + row.terminalWidth + 1 + word.terminalWidth > columns {
        rows.append(String(word))
      } else {
        rows[rows.count - 1] += (row.isEmpty ? "" : " ") + word
      }
    }
    return rows.enumerated().map { index, row in
      Line(index == 0 ? first ?? blanks : blanks).appending(row, role)
    }
  }
}

extension Command {
  fileprivate var usageWithAliases: String { ([usage] + aliases).joined(separator: ", ") }
}
