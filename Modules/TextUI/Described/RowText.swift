import Foundation
import Screens

/// A row of a list as a line, or in columns: its title first, then what else it has, and why a button is not for it.
struct RowText {
  private let form: ValueText
  private let identity: String
  /// The members that people read, the title first.
  private let members: [Shape.Member]
  /// Those that have columns where there is room for a table.
  private let columns: [Shape.Member]
  private let reasons: [(button: String, member: String)]
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - row: what the rows are.
  ///   - identity: the member that is shown only where there is no other.
  ///   - reasons: the buttons of rows that a member of the row disables.
  ///   - columns: the members that the description gives columns.
  init(
    _ row: Shape, _ identity: String, _ reasons: [(button: String, member: String)], columns: [String],
    _ timeZone: TimeZone
  ) {
    let apart = Set(row.members.compactMap(\.tone) + reasons.map(\.member))
    let shown = row.members.filter { $0.isForPeople && !apart.contains($0.name) }
    members = shown.filter { $0.role == .title } + shown.filter { $0.role != .title }
    form = ValueText(row.members.isEmpty ? row : .record(row.title, members), timeZone: timeZone)
    self.columns = form.columns(described: columns, identity)
    self.identity = identity
    self.reasons = reasons
    self.timeZone = timeZone
  }

  /// The columns of a table; none where the rows are lines.
  var tableColumns: [TableColumn] {
    guard !columns.isEmpty else { return [] }
    let own = columns.map {
      TableColumn(
        name: $0.name, title: $0.label ?? $0.name.asLabel, isNumber: ValueText($0.shape, timeZone: timeZone).isAmount)
    }
    return own + (reasons.isEmpty ? [] : [TableColumn(name: "disabled", title: "Disabled")])
  }

  func cells(_ row: JSONText) -> [String] {
    form.cells(row, columns) + (reasons.isEmpty ? [] : [refusals(row).joined(separator: " ")])
  }

  func text(_ row: JSONText) -> String {
    guard !form.shape.members.isEmpty else { return form.text(row) ?? "" }
    return form.summary(row, members, without: identity) + refusals(row).map { " (\($0))" }.joined()
  }

  private func refusals(_ row: JSONText) -> [String] {
    reasons.compactMap { button, member in row[member]?.string.map { "\(button) disabled: \($0)" } }
  }
}
