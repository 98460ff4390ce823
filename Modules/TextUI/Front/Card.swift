import Screens

// The top screen, above the prompt.

extension TextFront {
  /// Shows the top screen above the prompt.
  ///
  /// - Returns: whether all of it is there.
  @discardableResult func showCard() -> Bool {
    guard display.hasCard, !printsJSON else { return false }
    return display.showCard(current.isCardHidden ? [] : stack.top.map(card) ?? [])
  }

  func card(of entry: ScreenStack.Entry) -> [Line] {
    guard let prompt = input.prompt else { return headed(entry, []) }
    // NB: a row for the prompt, and those that were printed above, up to half of the terminal.
    let rows = prompt.rows - headed(entry, []).count - 1 - max(1, min(current.printedRows, prompt.rows / 2))
    return headed(entry, entry.view.canvas.card(columns: prompt.columns - 2, rows: rows))
  }

  /// The lines of a screen below its title, and below the tabs if there are any.
  func headed(_ entry: ScreenStack.Entry, _ lines: [Line]) -> [Line] {
    (tabLine.map { [$0] } ?? []) + [Line(entry.title, .heading)] + lines.map { $0.prefixed(by: "  ") }
  }

  /// Shows a screen that appears: above the prompt if that is possible, and else with all that was printed.
  func present(_ entry: ScreenStack.Entry) {
    guard !printsJSON else { return showState(entry) }
    guard usesCard else { return show(whole: entry) }
    // What is shown later are changes.
    _ = entry.view.canvas.show()
  }
}
