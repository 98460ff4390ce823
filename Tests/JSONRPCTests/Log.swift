/// A list that closures share.
final class Log<Entry> {
  private(set) var entries: [Entry] = []

  func add(_ entry: Entry) { entries.append(entry) }
}
