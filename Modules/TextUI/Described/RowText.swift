import Foundation
import Screens

/// A row of a list as a line: its title first, then what else it has, and why a button is not for it.
struct RowText {
  private let form: ValueText
  private let identity: String
  /// The members that are shown, the title first.
  private let members: [Shape.Member]
  private let reasons: [(button: String, member: String)]

  /// - Parameters:
  ///   - row: what the rows are.
  ///   - identity: the member that is shown only where there is no other.
  ///   - reasons: the buttons of rows that a member of the row disables.
  init(_ row: Shape, _ identity: String, _ reasons: [(button: String, member: String)], _ timeZone: TimeZone) {
    form = ValueText(row, timeZone: timeZone)
    self.identity = identity
    self.reasons = reasons
    let apart = Set(row.members.compactMap(\.tone) + reasons.map(\.member))
    let shown = row.members.filter { $0.isForPeople && !apart.contains($0.name) }
    members = shown.filter { $0.role == .title } + shown.filter { $0.role != .title }
  }

  func text(_ row: JSONText) -> String {
    guard !form.shape.members.isEmpty else { return form.text(row) ?? "" }
    let refusals = reasons.compactMap { button, member in
      row[member]?.string.map { " (\(button) disabled: \($0))" }
    }
    return form.summary(row, members, without: identity) + refusals.joined()
  }
}
