import ViewModels

extension ConsoleFront {
  /// Does what a command says, as far as no answer of the user's is needed.
  func perform(_ command: Command) throws(CommandError) {
    switch command {
    case .help: display.show(help)
    case .screens: display.show(screens)
    case .open(let screen, let argument): try open(screen, argument)
    case .tap(let button): try tap(button)
    case .turn(let name, let value): try turn(name, value)
    case .background: app.send(.willResignActive)
    case .foreground: app.send(.didBecomeActive)
    case .show: show(try top)
    case .back: try back()
    case .type, .quit: break
    }
  }

  private var top: ScreenStack.Entry {
    get throws(CommandError) {
      guard let top = stack.top else { throw CommandError("No screen is open. \"screens\" lists what can be opened.") }
      return top
    }
  }

  /// The field of the screen at hand that a word stands for.
  func field(_ word: String) throws(CommandError) -> TextField {
    try element(word, "field", try top.view.fields)
  }

  /// Types into a field of the screen at hand.
  func enter(_ text: String, into field: TextField) {
    field.type(text)
    stack.top?.view.canvas.display()
  }

  private func tap(_ word: String) throws(CommandError) {
    try element(word, "button", try top.view.buttons).tap()
    stack.top?.view.canvas.display()
  }

  private func turn(_ word: String, _ value: String) throws(CommandError) {
    let element = try element(word, "switch", try top.view.switches)
    element.set(try Names(kind: "position", all: ["on", "off"]).name(for: value) == "on")
    stack.top?.view.canvas.display()
  }

  private func element<E: Element>(_ word: String, _ kind: String, _ elements: [E]) throws(CommandError) -> E {
    let name = try Names(kind: kind, all: elements.map(\.name)).name(for: word)
    guard let element = elements.first(where: { $0.name == name }) else {
      throw CommandError("There is no such \(kind).")
    }
    return element
  }

  private func open(_ word: String, _ argument: String?) throws(CommandError) {
    guard stack.entries.count < ScreenStack.limit else {
      throw CommandError("\(ScreenStack.limit) screens are open, and that is the most there can be.")
    }
    let name = try Names(kind: "screen", all: catalogue.names).name(for: word)
    let entry = stack.push(try catalogue.open(name, argument, in: app))
    appear(entry)
  }

  private func back() throws(CommandError) {
    let closed = try top
    _ = stack.pop()
    display.show(Line("\(closed.title) closed", .aside))
    if let entry = stack.top { appear(entry) }
  }

  private func appear(_ entry: ScreenStack.Entry) {
    show(entry)
    follow(entry)
    entry.instance.viewDidAppear()
  }

  private func show(_ entry: ScreenStack.Entry) {
    display.show([Line(entry.title, .heading)] + entry.view.canvas.show().map { $0.prefixed(by: "  ") })
  }
}
