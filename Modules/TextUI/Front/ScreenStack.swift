/// The open screens. Commands go to the top one.
@MainActor final class ScreenStack {
  /// The greatest number of open screens.
  static let limit = 256

  @MainActor struct Entry {
    /// The screen's name, with a number if another open screen has this name.
    let title: String
    let instance: TextScreenInstance
    var view: any ScreenView { instance.view }
  }

  /// The screens, the top one last.
  private(set) var entries: [Entry] = []

  var top: Entry? { entries.last }

  /// Puts a screen on top.
  func push(_ instance: TextScreenInstance, _ name: String) -> Entry {
    let taken = Set(entries.map(\.title))
    let titles = [name] + (2..<Self.limit + 2).map { "\(name) \($0)" }
    let entry = Entry(title: titles.first { !taken.contains($0) } ?? name, instance: instance)
    entries.append(entry)
    return entry
  }

  /// Closes the top screen.
  func pop() {
    let entry = entries.popLast()
    entry?.view.canvas.onChange = nil
    entry?.instance.close()
  }
}
