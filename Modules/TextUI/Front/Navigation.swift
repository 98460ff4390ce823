import Screens
import Words

/// Keeps the open screens of a front as the app and the user open and close them.
///
/// A screen that the app opens is put on top at once, and shown when the command that caused it has ended, or the app is idle.
@MainActor final class Navigation {
  private unowned let front: TextFront
  private var isInCommand = false
  /// The screens that the app has opened and that were not shown, by title.
  private var unshown: [String] = []
  /// Whether the screen that was on top has closed.
  private var isUncovered = false
  private var hasShownPresented = false

  init(_ front: TextFront) { self.front = front }

  private var stack: ScreenStack { front.stack }

  func beginCommand() { isInCommand = true }

  func endCommand() {
    isInCommand = false
    showPending()
  }

  /// Follows what the app has opened or closed.
  func receive(_ report: AppReport) {
    if case .tabSelected(let tab, _) = report.event { return select(tab) }
    guard let instance = report.instance else { return }
    switch report.event {
    case .opened:
      // What others open is shown when the user wants it.
      if instance.isOwn { show(instance) } else { return }
    case .closed, .released:
      guard let entry = stack.entry(of: instance) else { return }
      remove(entry)
    case .sent:
      guard let deed = report.deed, let by = report.cause.front else { return }
      let (words, title) = (front.words, stack.entry(of: instance)?.title ?? instance.id)
      let text = words.string(LocalizedText(english: deed.text))
      front.show([Line(words.text("\(by.description) at \(title): \(text)"), .secondary)])
    case .held, .refused, .changed, .stayed, .busy, .application, .localized, .front, .tabSelected,
      .waitsForChanged, .accountChanged, .idle, .fault, .questionOpened, .questionDeclined, .questionEnded:
      return
    }
    if !isInCommand { front.showPendingSoon() }
  }

  /// Puts a screen of the app core on top.
  func show(_ screen: AnyScreenInstance) {
    push(front.app.show(screen), screen.name)
  }

  /// Shows what the app had presented before the front was made, such as a sign-in, in front of what the front begins with.
  ///
  /// - Returns: whether there was anything.
  @discardableResult func showPresented() -> Bool {
    guard !hasShownPresented else { return false }
    hasShownPresented = true
    for screen in front.coreFront.screens
    where screen.isOpen && screen.isOwn && stack.entry(of: screen) == nil {
      show(screen)
    }
    return showPending()
  }

  private func push(_ instance: TextScreenInstance, _ name: String) {
    instance.view.canvas.saysLabels = front.input.prompt != nil
    instance.view.canvas.words = front.words
    unshown.append(stack.push(instance, name).title)
  }

  /// The app has selected a tab.
  private func select(_ tab: String) {
    try? front.select(tab: tab)
    if !isInCommand { front.showPendingSoon() }
  }

  /// Opens a screen for the user.
  func open(_ make: () throws(CommandError) -> TextScreen.Opened) throws(CommandError) {
    switch try make() {
    case .instance(let instance, let name): push(instance, name)
    case .shown: break  // The report of its opening has put it on the stack.
    }
  }

  /// Goes back from the top screen, unless it asks before it is left.
  func leave(_ entry: ScreenStack.Entry) {
    let outcome = entry.instance.leave()
    guard outcome == .left else {
      entry.view.canvas.printChanges()
      let reason = if case .cannotAsk(let reason) = outcome { ": " + reason } else { "" }
      return front.show([Line(front.words.text("\(entry.title) stays open") + reason, .secondary)])
    }
    if stack.entries.contains(where: { $0.title == entry.title }) { remove(entry) }
    guard stack.entries.isEmpty, front.isInteractive else { return }
    let start = front.app.core.layout.start
    let hint =
      start.map { Words.text("No screen is open. \"open \($0)\" opens the first one again.") } ?? .noScreenIsOpen
    front.show([Line(front.words.string(hint), .secondary)])
  }

  /// Shows a screen that was not on top.
  func show(_ entry: ScreenStack.Entry) {
    if !unshown.contains(entry.title) { unshown.append(entry.title) }
  }

  /// Puts a screen on top, and shows it.
  func raise(_ entry: ScreenStack.Entry) {
    stack.raise(entry)
    show(entry)
  }

  private func remove(_ entry: ScreenStack.Entry) {
    let wasOnTop = stack.top?.title == entry.title
    let wasShown = !unshown.contains(entry.title)
    stack.remove(entry)
    front.forget(entry)
    unshown.removeAll { $0 == entry.title }
    // The app itself stays open.
    if wasShown, entry.instance.shown?.isApp != true { front.showClosed(entry) }
    guard wasOnTop, wasShown else { return }
    isUncovered = true
    // It is shown as a whole.
    stack.top?.view.canvas.onChange = nil
  }

  /// Shows the screens that were opened, and the one that is on top because others have closed.
  ///
  /// - Returns: whether there was any.
  @discardableResult func showPending() -> Bool {
    guard !isInCommand else { return false }
    var hasShown = false
    while !unshown.isEmpty || isUncovered {
      // What the first of them did not cover is followed again, without being shown.
      if isUncovered, unshown.isEmpty, let top = stack.top { appear(top) }
      isUncovered = false
      for entry in stack.entries where entry.view.canvas.onChange == nil && !unshown.contains(entry.title) {
        front.follow(entry)
      }
      let titles = unshown
      unshown = []
      for title in titles { stack.entries.first { $0.title == title }.map(appear) }
      hasShown = true
    }
    return hasShown
  }

  private func appear(_ entry: ScreenStack.Entry) {
    front.forget(entry)
    if let top = stack.top, top.isInFront, !entry.isInFront {
      front.show([
        Line(front.words.text("\(top.title) comes first. \(entry.title) is shown after it."), .secondary)
      ])
    } else if entry.isInFront || entry.tab == stack.tab {
      // What is opened in a tab that is not shown waits until it is.
      front.present(entry)
    }
    front.follow(entry)
    entry.instance.appear()
  }
}
