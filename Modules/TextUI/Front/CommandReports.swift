import Terminal
import Words

// What a front reports of a command that has ended.

extension TextFront {
  /// The failures that the top screen shows, as lines.
  var shownFailures: [String] {
    stack.top?.view.canvas.elements.filter(\.isVisible).flatMap(\.lines).filter(\.isFailure).map(Style.plain.text) ?? []
  }

  /// Lets the command fail if the top screen shows a failure that was not there before it.
  func checkFailures(besides known: [String]) {
    guard let failure = shownFailures.first(where: { !known.contains($0) }) else { return }
    ending.hasFailed = true
    report(location + words.text("After this command the screen shows a failure: \(failure)"))
  }

  /// The message of an error that suggests the whole command, unless a part of the command may be a secret.
  func corrected(_ line: String, _ error: CommandError) -> LocalizedText? {
    guard let correction = error.correction else { return nil }
    var words = line.split(whereSeparator: \.isBlank).map(String.init)
    guard words.count > 1, let index = words.firstIndex(of: correction.word) else { return nil }
    words[index] = correction.name
    let whole = words.joined(separator: " ")
    return maySeeAgain(failed: whole) ? correction.message(suggesting: whole) : nil
  }

  /// What a person at a prompt is told before the front ends, and what keeps it from ending at once.
  var warningsBeforeTheEnd: (toKnow: [String], toDecide: [String]) {
    guard input.prompt != nil else { return ([], []) }
    let others = coreFront.others.map(\.description).joined(separator: ", ")
    var (toKnow, toDecide): ([String], [String]) = ([], [])
    if app.isBusy { toDecide.append(words.text("The app is not done yet. \"quit\" again ends it.")) }
    if !others.isEmpty {
      toDecide.append(words.text("Others use this app: \(others). \"quit\" again ends it for all."))
    }
    switch app.core.environment.unsentWork?.unsent {
    case (let count, false)?:
      toDecide.append(
        words.text("\(count: count) entries are not sent, and are lost with this program. \"quit\" again ends it."))
    case (let count, true)?:
      toKnow.append(words.text("\(count: count) entries are not sent yet. They are kept, and go on at the next start."))
    case nil: break
    }
    return (toKnow, toDecide)
  }

  /// Prints what has changed on a screen that is not on top. Below a card these are the facts of a screen that is done: what else there is
  /// stands in its own card when the person comes back to it.
  func printChanges(of entry: ScreenStack.Entry, isBelowCard: Bool) {
    guard isBelowCard else { return entry.view.canvas.printChanges() }
    if entry.instance.shown?.isBusy != true { entry.view.canvas.printChangedFacts() }
  }

  /// Says what a script waits for, which may never come.
  func reportWait() {
    let titles = stack.entries.filter { $0.instance.shown?.isBusy == true }.map(\.title)
    report(
      titles.isEmpty
        ? words.text("Still waiting: the app is busy.")
        : words.text(
          "Still waiting for \(titles.joined(separator: ", ")): isBusy is true, or work is counted as pending."))
  }
}
