import Screens
import Words

/// A button whose event has values: `tap review rating=5 text=so good`, and `tap review 3 rating=5` for a row of a list.
///
/// At a prompt, the user is asked for each value that is left out.
@MainActor final class EventButton: Tappable, LocalizedElement, TitledElement {
  let name: String
  var condition = ButtonCondition()
  var title: String?
  var words: Words {
    get { condition.words }
    set { condition.words = newValue }
  }

  private let form: ObjectForm
  /// The list of which the event names a row, and the member that has its identity.
  private let rows: (list: List<RowIdentity>, member: String)?
  private let send: ([String: [UInt8]]) throws -> Void

  init(
    _ name: String, _ form: ObjectForm, rows: (list: List<RowIdentity>, member: String)? = nil,
    send: @escaping ([String: [UInt8]]) throws -> Void
  ) {
    self.name = name
    self.form = form
    self.rows = rows
    self.send = send
  }

  var isVisible: Bool { !condition.isHidden }
  var canBeTapped: Bool { condition.canBeTapped }
  var rowList: (any AnyList)? { rows?.list }
  var line: Line { Line("[\(name)\(rows == nil ? "" : " ROW")]").appending(condition.text, .secondary) }
  var usage: String { "tap \(name) " + (rows == nil ? "" : "ROW ") + form.usage + condition.text }
  var example: String? { nil }

  func questions(_ text: String) throws(CommandError) -> [(name: String, label: String, isSecret: Bool)] {
    try condition.check(said)
    let (_, text) = try row(in: text)
    return try form.missing(in: form.texts(text)).map { ($0.name, $0.label, $0.form.isSecret) }
  }

  func holdsSecret(_ text: String) -> Bool {
    guard let (_, text) = try? row(in: text), let texts = try? form.texts(text) else { return false }
    return form.members.contains { $0.form.isSecret && texts[$0.name] != nil }
  }

  func tap(_ tap: Tap) throws(CommandError) {
    try condition.check(said)
    let (row, text) = try row(in: tap.text)
    var texts = try form.texts(text)
    texts.merge(tap.answers) { text, _ in text }
    var values = try form.json(texts, words, isScript: tap.isScript)
    if let rows, let row { values[rows.member] = row.json }
    do { try send(values) } catch { throw CommandError(error) }
  }

  /// The row that the text begins with, and the rest of the text.
  private func row(in text: String) throws(CommandError) -> (RowIdentity?, String) {
    guard let rows else { return (nil, text) }
    let word = text.prefix { !$0.isBlank }
    guard let number = Int(word) else {
      throw CommandError(Words.text("The button \(said) takes the number of a row: tap \(name) ROW \(form.usage)"))
    }
    return (try rows.list.row(number), String(text[word.endIndex...]))
  }
}

/// The identity of a row as JSON.
struct RowIdentity: Hashable {
  var json: [UInt8]
}
