import Screens
import Words

// The app as a whole at a prompt: its tabs, its own view model, and its links.

extension TextFront {
  /// The tabs of the app.
  var tabs: [AppTab] { app.core.layout.tabs }

  /// The tabs in a line, the current one in brackets, each with its badge; `nil` for an app without tabs.
  var tabLine: Line? {
    guard !tabs.isEmpty else { return nil }
    let texts = tabs.map { tab in
      let text = tab.label(in: words) + (badge(of: tab).map { " (\($0))" } ?? "")
      return tab.name == stack.tab ? "[\(text)]" : text
    }
    return Line(texts.joined(separator: "  "), .secondary)
  }

  /// What stands beside the label of a tab; `nil` if there is nothing to show.
  private func badge(of tab: AppTab) -> String? {
    guard let name = tab.badge, let state = coreFront.appScreen?.snapshot.state,
      let value = try? JSONText(scanning: state.json)[name], !value.isNull
    else { return nil }
    let text = value.string ?? String(decoding: value.bytes, as: UTF8.self)
    return ["", "0", "false"].contains(text) ? nil : text
  }

  /// Shows a tab: what is on top of its stack or, if that is empty, the screen of the tab.
  func select(tab word: String) throws(CommandError) {
    var name = word
    let matcher = NameMatcher(
      kind: Words.text("tab"), names: tabs.map(\.name),
      labels: Dictionary(tabs.map { ($0.name, $0.label(in: words)) }.filter { $0.0.asLabel != $0.1 }) { first, _ in
        first
      })
    if let labelled = tabs.first(where: { $0.label(in: words).lowercased() == word.lowercased() }) {
      name = labelled.name
    } else {
      let beginning = tabs.filter { $0.label(in: words).lowercased().hasPrefix(word.lowercased()) }
      let isLabel = matcher.matches(word).isEmpty && beginning.count == 1
      name = isLabel ? beginning[0].name : try matcher.match(word)
    }
    guard let tab = tabs.first(where: { $0.name == name }) else {
      throw CommandError(Words.text("There is no such tab."))
    }
    stack.tab = name
    guard let top = stack.top else { return try open(tab.screen, nil) }
    navigation.show(top)
  }

  /// Puts the app's own view model on top.
  func openApp() throws(CommandError) {
    guard let screen = app.core.appScreen, let shown = coreFront.followApp() else {
      throw CommandError(Words.text("The app has nothing of its own to show."))
    }
    if let entry = stack.entry(of: shown) { return navigation.raise(entry) }
    try navigation.open { () throws(CommandError) in
      var instance = TextScreenInstance(
        DescribedView(shown, screen, of: app.core), appear: shown.viewDidAppear)
      instance.shown = shown
      return .instance(instance, name: AppCore.appID)
    }
  }

  /// Whether a word is a link, and not the name of a screen.
  func isLink(_ word: String) -> Bool { !app.core.links.routes.isEmpty && word.contains { "/:".contains($0) } }

  /// Opens the screen of a link.
  func open(link: String) throws(CommandError) {
    do throws(AppCommandError) { try coreFront.perform(.follow(link: link)) } catch { throw CommandError(link: error) }
  }

  /// The commands for what the app has as a whole.
  static func commandsOfWholeApp(_ app: any TextApp) -> [Command] {
    let core = app.core
    var commands: [Command] = []
    if let tab = core.layout.tabs.first {
      commands.append(
        Command("tab NAME", example: "tab \(tab.name)", Words.text("show a tab, with all that was opened in it")) {
          front, input throws(CommandError) in
          try front.select(tab: input.words[0])
        })
    }
    if core.appScreen != nil {
      commands.append(
        Command("app", Words.text("show what belongs to the app as a whole")) { front, _ throws(CommandError) in
          try front.openApp()
        })
    }
    return commands
  }
}

extension CommandError {
  /// The error of a link.
  fileprivate init(link error: AppCommandError) {
    if let limit = error.limit {
      self.init(LocalizedText.tooManyScreens(limit))
    } else if let error = error.inputError {
      let name = String(error.pointer.description.dropFirst())
      let expected = LocalizedText(english: error.expected)
      switch error.reason {
      case .missingMember: self.init(Words.text("The link lacks the parameter \(name): expected \(expected)."))
      case .unknownLink: self.init(Words.text("There is no such link: expected \(expected)."))
      case _ where name.isEmpty: self.init(Words.text("The link has a wrong parameter: expected \(expected)."))
      default: self.init(Words.text("The link has a wrong parameter \(name): expected \(expected)."))
      }
    } else {
      self.init(Words.text("The screen cannot be opened."))
    }
  }
}
