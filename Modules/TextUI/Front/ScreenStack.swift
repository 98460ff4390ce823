import Screens

/// The open screens. Commands go to the top one.
@MainActor final class ScreenStack {
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
    var title = name
    var number = 1
    while taken.contains(title) {
      number += 1
      title = "\(name) \(number)"
    }
    let entry = Entry(title: title, instance: instance)
    entries.append(entry)
    return entry
  }

  /// The screen that shows an instance of an app core.
  func entry(of instance: AnyScreenInstance) -> Entry? { entries.first { $0.instance.shown?.instance === instance } }

  /// Removes a screen, which prints nothing more.
  func remove(_ entry: Entry) {
    guard let index = entries.firstIndex(where: { $0.title == entry.title }) else { return }
    entries.remove(at: index)
    entry.view.canvas.onChange = nil
  }
}
