import Screens

/// The open screens. Commands go to the top one. In an app with tabs, each tab has a stack of its own.
@MainActor final class ScreenStack {
  @MainActor struct Entry {
    /// The screen's name, with a number if another open screen has this name.
    let title: String
    let instance: TextScreenInstance
    /// The tab in whose stack it is; `nil` in an app without tabs.
    let tab: String?
    var view: any ScreenView { instance.view }
    /// Whether the app presents it, in front of all else and of each tab.
    @MainActor var isInFront: Bool { instance.shown?.isInFront == true }
  }

  /// The screens, each above what was opened before it in its tab.
  private(set) var entries: [Entry] = []
  /// The tab that is shown; `nil` in an app without tabs.
  var tab: String?

  /// The screen that is shown, and takes what is typed.
  var top: Entry? { entries.last(where: \.isInFront) ?? entries.last { $0.tab == tab } }

  /// Puts a screen on top of its tab, which is that of the screen that has opened it.
  func push(_ instance: TextScreenInstance, _ name: String) -> Entry {
    let taken = Set(entries.map(\.title))
    var title = name
    var number = 1
    while taken.contains(title) {
      number += 1
      title = "\(name) \(number)"
    }
    let opener = instance.shown?.opener.flatMap(entry)
    let entry = Entry(title: title, instance: instance, tab: opener.map(\.tab) ?? tab)
    entries.append(entry)
    return entry
  }

  /// Puts a screen on top of the tab that is shown.
  func raise(_ entry: Entry) {
    entries.removeAll { $0.title == entry.title }
    entries.append(Entry(title: entry.title, instance: entry.instance, tab: tab))
  }

  /// The screen that shows an instance of an app core.
  func entry(of instance: AnyScreenInstance) -> Entry? { entries.first { $0.instance.shown === instance } }

  /// Removes a screen, which prints nothing more.
  func remove(_ entry: Entry) {
    guard let index = entries.firstIndex(where: { $0.title == entry.title }) else { return }
    entries.remove(at: index)
    entry.view.canvas.onChange = nil
  }
}
