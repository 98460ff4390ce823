import Screens

/// The rows of a list, by their description.
struct ListRows {
  let form: RowText
  /// The names of the columns that are described.
  let columns: [String]
  /// A row in JSON.
  let json: @MainActor (Int) -> JSONText
}

/// A value of a row that a program reads in a cell.
struct RowCell {
  /// The names of the members that lead to it.
  let path: [String]

  var name: String { path.joined(separator: ".") }

  /// The values of a record: one for each member, and for a member with members one for each of these.
  static func all(of members: [Shape.Member], in path: [String] = []) -> [RowCell] {
    members.flatMap { member -> [RowCell] in
      let path = path + [member.name]
      let inner = member.shape.unwrapped.members
      return inner.isEmpty ? [RowCell(path: path)] : all(of: inner, in: path)
    }
  }

  /// The value as JSON has it; empty for none.
  func text(in row: JSONText) -> String {
    var value = row
    for name in path {
      guard value.kind == .object, let member = value[name] else { return "" }
      value = member
    }
    return value.isNull ? "" : value.string ?? String(decoding: value.bytes, as: UTF8.self)
  }
}
