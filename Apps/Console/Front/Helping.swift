import ViewModels

extension ConsoleFront {
  /// What can be done, here and everywhere.
  var help: [Line] {
    let verbs = table(Verb.allCases.map { ($0.usage, $0.about) })
    guard let top = stack.top else { return verbs }
    let controls = top.view.canvas.elements.compactMap(control)
    return verbs + [Line(top.title, .heading)] + controls.map { $0.prefixed(by: "  ") }
  }

  /// The screens that there are, and those that are open.
  var screens: [Line] {
    let known = catalogue.names.map { name in
      (name, AppCore.screens.first { $0.name == name }?.about ?? "")
    }
    let open = stack.entries.map { entry in
      Line("  " + entry.title + (stack.isOnTop(entry.title) ? " (on top)" : ""))
    }
    return table(known) + (open.isEmpty ? [] : [Line("open", .heading)] + open)
  }

  /// How to use an element, if it can be used.
  private func control(_ element: any Element) -> Line? {
    switch element {
    case let button as Button:
      return Line("tap \(button.name)" + (button.isHidden ? " (hidden)" : button.isEnabled ? "" : " (disabled)"))
    case let field as TextField:
      return Line("type \(field.name) TEXT" + (field.isSecure ? " (secret; without TEXT, a terminal asks for it)" : ""))
    case let element as Switch:
      return Line("switch \(element.name) on|off")
    default:
      return nil
    }
  }

  private func table(_ rows: [(String, String)]) -> [Line] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, about in
      var line = Line(name + String(repeating: " ", count: width - name.count + 2))
      line.append(about, .aside)
      return line
    }
  }
}
