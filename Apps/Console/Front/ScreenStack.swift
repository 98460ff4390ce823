import ViewModels

/// The open screens, one on top of the other. Commands go to the top one.
@MainActor final class ScreenStack {
  /// The most screens that can be open.
  static let limit = 256

  /// An open screen.
  struct Entry {
    /// What the user knows it by: its name, with a number if another one of the name is open.
    let title: String
    let instance: AnyScreenInstance
    let view: any ScreenView
  }

  /// The screens, the top one last.
  private(set) var entries: [Entry] = []
  /// The screen at hand.
  var top: Entry? { entries.last }

  /// Puts a screen on top.
  func push(_ opened: Catalogue.Opened) -> Entry {
    let entry = Entry(title: freeTitle(opened.instance.name), instance: opened.instance, view: opened.view)
    entries.append(entry)
    return entry
  }

  /// Takes the top screen away and closes it.
  func pop() -> Entry? {
    let entry = entries.popLast()
    entry?.view.canvas.onChange = nil
    entry?.instance.close()
    return entry
  }

  /// Whether it is the screen at hand.
  func isOnTop(_ title: String) -> Bool {
    top?.title == title
  }

  private func freeTitle(_ name: String) -> String {
    let taken = Set(entries.map(\.title))
    let numbered = (2...).lazy.map { "\(name) \($0)" }
    return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
  }
}
