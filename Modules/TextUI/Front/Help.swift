extension TextFront {
  /// The commands, and the controls of the top screen.
  var help: [Line] {
    let lines = table(commands.map { ($0.usage, $0.about) })
    guard let top = stack.top else { return lines }
    let controls = top.view.canvas.elements.compactMap { $0 as? any Control }
    return lines + [Line(top.title, .heading)] + controls.map { Line($0.usage).prefixed(by: "  ") }
  }

  /// The screens of the app, and those that are open.
  var screens: [Line] {
    let open = stack.entries.map { Line("  " + $0.title + ($0.title == stack.top?.title ? " (on top)" : "")) }
    return table(app.screens.map { ($0.name, $0.about) }) + (open.isEmpty ? [] : [Line("open", .heading)] + open)
  }

  private func table(_ rows: [(String, String)]) -> [Line] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, about in
      Line(name + String(repeating: " ", count: width - name.count + 2)).appending(about, .secondary)
    }
  }
}
