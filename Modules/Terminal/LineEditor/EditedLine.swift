import StandardIO

/// A line that is edited: its text, with the cursor in it, and where that is from.
struct EditedLine: Sendable {
  /// The text before the cursor, and that behind it.
  var before = ""
  var after = ""
  var historyIndex: Int?
  /// The text that was left for a line of the history.
  var draft = ""
  /// Why something was left out.
  var omission: InputLine.Damage?
  /// Whether U+FFFD in the text stands for what is not UTF-8.
  var hasDamagedText = false

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Why it cannot be entered; `nil` if it can.
  var damage: InputLine.Damage? { omission ?? (hasDamagedText && text.contains("\u{FFFD}") ? .notUTF8 : nil) }

  mutating func moveLeft(_ count: Int) {
    let moved = before.suffix(count)
    after.insert(contentsOf: moved, at: after.startIndex)
    before.removeLast(moved.count)
  }

  mutating func moveRight(_ count: Int) {
    before += after.prefix(count)
    after.removeFirst(min(count, after.count))
  }

  mutating func removeBefore(_ count: Int) -> String {
    defer { before.removeLast(min(count, before.count)) }
    return String(before.suffix(count))
  }

  @discardableResult mutating func removeAfter(_ count: Int) -> String {
    defer { after.removeFirst(min(count, after.count)) }
    return String(after.prefix(count))
  }
}
