import Foundation
import Screens
import Words

/// A row of a list as a line: its title first, then what else it has, and why a button is not for it.
struct RowText {
  private let form: ValueText
  private let identity: String
  /// The members that are shown, the title first.
  let members: [Shape.Member]
  /// The values of a row that a program reads, in the order of the description.
  var cells: [RowCell] { RowCell.all(of: form.shape.members) }
  private let conditions: [Condition]
  private let section: Shape.Member?
  private let clock: DateClock

  /// A button of the rows, and the members of a row that disable or hide it there; an empty name for choosing a row.
  typealias Condition = (button: String, reason: String?, hidden: String?)

  /// - Parameters:
  ///   - row: what the rows are.
  ///   - identity: the name of the member with the identity, which is shown if a row has no other one.
  ///   - conditions: the buttons of the rows.
  ///   - section: the name of the member that is the heading over the rows that have it.
  init(
    _ row: Shape, _ identity: String, _ conditions: [Condition], _ clock: DateClock, section: String? = nil
  ) {
    form = ValueText(row, clock: clock)
    self.identity = identity
    self.conditions = conditions
    self.clock = clock
    let apart = Set(row.members.compactMap(\.tone) + conditions.flatMap { [$0.reason, $0.hidden] }.compactMap(\.self))
    self.section = row.members.first { $0.name == section }
    // The heading over a moment is its day alone.
    let heading = self.section.flatMap { ValueText($0, clock: clock).isMoment ? nil : $0.name }
    let shown = row.members.filter { $0.isForPeople && !apart.contains($0.name) && $0.name != heading }
    members = shown.filter { $0.role == .title } + shown.filter { $0.role != .title }
  }

  /// - Parameter locale: writes days and times as people there do; `nil` writes them as they are typed.
  func text(_ row: JSONText, _ words: Words, in locale: Locale? = nil) -> String {
    guard !form.shape.members.isEmpty else { return form.text(row, words, in: locale) ?? "" }
    return form.summary(row, members, words, in: locale, without: identity) + refusals(row, words)
  }

  var hasSections: Bool { section != nil }

  /// What names a row among others.
  func title(_ row: JSONText, _ words: Words) -> String {
    let title = members.first { $0.name != identity }
    return title.flatMap { member in row[member.name].flatMap { value(member).text($0, words) } } ?? text(row, words)
  }

  /// The heading over a row: of an instant, its day. `nil` if the list has no sections.
  ///
  /// - Parameter locale: writes days as people there do; `nil` writes them as they are typed.
  func heading(_ row: JSONText, _ words: Words, in locale: Locale?) -> String? {
    guard let section else { return nil }
    guard let json = row[section.name], !json.isNull else { return words.text("(none)") }
    let form = value(section)
    let day: LocalDate? =
      switch form.shape {
      case .date: Date(json).map { LocalDateTime(of: $0, in: clock.timeZone).date }
      case .text(_, _, _, .localDateTime): LocalDateTime(json)?.date
      default: nil
      }
    if let day { return locale.map { LocalDateText(locale: $0).text(day) } ?? day.description }
    return form.text(json, words, in: locale) ?? words.text("(none)")
  }

  /// Why buttons are not for a row; empty if all are.
  func refusals(_ row: JSONText, _ words: Words) -> String {
    conditions.compactMap { button, reason, hidden in
      if let hidden, row[hidden]?.bool == true { return nil }
      return reason.flatMap { row[$0]?.string }.map {
        button.isEmpty ? " (\($0))" : " " + words.text("(\(button) disabled: \($0))")
      }
    }.joined()
  }

  /// A row as a whole, a member in a line. Its identity is for programs.
  func lines(_ row: JSONText, _ words: Words) -> [Line] {
    members.flatMap { member -> [Line] in
      guard member.name != identity, let json = row[member.name],
        let text = value(member).text(json, words, in: words.locale),
        !text.isEmpty
      else { return [] }
      let label = words.string(LocalizedText(english: member.label ?? member.name.asLabel))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return lines.enumerated().map { index, text in
        Line(index == 0 ? "  \(label): " : "    ").appending(words.isolated(text))
      }
    }
  }

  /// Whether a button is hidden in a row.
  func hides(_ button: String, _ row: JSONText) -> Bool {
    conditions.contains { $0.button == button && $0.hidden.flatMap { row[$0]?.bool } == true }
  }

  // MARK: - Columns

  /// The greatest number of columns that are made without a description.
  private static let mostColumns = 6

  /// The columns of a spreadsheet: those of a table, or all that people read of a row.
  func spreadsheetColumns(described: [String]) -> [TableColumn] {
    let columns = columns(described: described)
    return columns.isEmpty ? members.map(column) : columns
  }

  private func column(_ member: Shape.Member) -> TableColumn {
    TableColumn(name: member.name, title: member.label ?? member.name.asLabel, isNumber: value(member).isAmount)
  }

  /// The columns of a table of rows: the title, the subtitle, and those that are described. Without a description, they are all members but the
  /// identity; none if these are too many, or have members themselves.
  func columns(described: [String]) -> [TableColumn] {
    let first = [Shape.Role.title, .subtitle].compactMap { role in members.first { $0.role == role } }
    let others =
      described.isEmpty
      ? members.filter { $0.name != identity && !first.contains($0) }
      : described.compactMap { name in members.first { $0.name == name && !first.contains($0) } }
    let columns = first + others
    let fit = columns.count <= Self.mostColumns && columns.allSatisfy { value($0).isFlat }
    guard fit || !described.isEmpty else { return [] }
    return columns.map(column)
  }

  /// The texts of a row in columns.
  ///
  /// - Parameter locale: writes days and times as people there do; `nil` writes them as they are typed.
  func cells(_ row: JSONText, _ columns: [TableColumn], _ words: Words, in locale: Locale?) -> [String] {
    columns.map { column in
      guard let member = members.first(where: { $0.name == column.name }), let json = row[member.name] else {
        return ""
      }
      return value(member).text(json, words, in: locale) ?? ""
    }
  }

  private func value(_ member: Shape.Member) -> ValueText {
    ValueText(member, clock: clock)
  }
}
