import JSON
import Screens

/// A part of a state that an assistant asks for: a list from a row on, the rows with some words, or the rest of a text.
struct StateReading {
  private let field: String?
  private let words: [String]
  private let start: Int

  /// The most bytes of what is answered, and of rows that are answered at once.
  static let limit = 16_000
  private static let rowLimit = 100

  /// What the arguments of a call ask for; `nil` if they ask for the state as a whole.
  init?(_ arguments: ToolArguments) {
    field = arguments["field"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    words = (arguments["find"]?.string ?? "").lowercased().split(separator: " ").map(String.init)
    start = arguments["from"]?.integer() ?? 0
    guard field != nil || !words.isEmpty else { return nil }
  }

  /// The members of the answer: the rows of lists and how many there are, a text, or another value.
  func members(of state: JSONText) throws(ToolFailure) -> [String: [UInt8]] {
    guard let field else {
      return rows(of: state.members.filter { $0.value.kind == .array }.map { ($0.name.string ?? "", $0.value) })
    }
    guard let value = field.split(separator: "/").reduce(state as JSONText?, { $0?.part(String($1)) }) else {
      let names = state.members.map { $0.name.string ?? "" }.joined(separator: ", ")
      throw ToolFailure("The state has no such field. It has \(names).")
    }
    switch value.kind {
    case .array: return rows(of: [(field, value)])
    case .string: return text(value.string ?? "")
    default: return ["value": Array(value.bytes)]
    }
  }

  private func rows(of lists: [(path: String, list: JSONText)]) -> [String: [UInt8]] {
    var rest = Self.limit
    var window = StateWindow(rows: Self.rowLimit, text: 1_024)
    var rows: [String: [UInt8]] = [:]
    var totals: [String: [UInt8]] = [:]
    var more: [String: [UInt8]] = [:]
    for (path, list) in lists {
      let found = list.elements.enumerated().filter { row in words.allSatisfy { row.element.contains($0) } }
      guard !found.isEmpty || lists.count == 1 else { continue }
      var count = 0
      var writer = JSONWriter()
      writer.array { writer in
        for (offset, row) in found.dropFirst(start).prefix(Self.rowLimit) {
          let before = (writer, window)
          window.write(row, .json(), at: "\(path)/\(offset)", to: &writer)
          guard writer.bytes.count <= rest || count == 0 else {
            (writer, window) = before
            return
          }
          count += 1
        }
      }
      rest -= writer.bytes.count
      rows[path] = writer.bytes
      totals[path] = found.count.json
      if found.count > start + count { more[path] = (found.count - start - count).json }
    }
    var members = ["rows": rows.object, "of": totals.object]
    if !more.isEmpty { members["more"] = more.object }
    if !window.cut.isEmpty { members["cut"] = window.cut.json }
    return members
  }

  private func text(_ whole: String) -> [String: [UInt8]] {
    let rest = whole.dropFirst(start)
    let text = String(rest).prefix(bytes: Self.limit)
    var members = ["text": text.json, "of": whole.count.json]
    if text.count < rest.count { members["more"] = (rest.count - text.count).json }
    return members
  }
}

extension JSONText {
  /// The member, or the element, of a name.
  fileprivate func part(_ name: String) -> JSONText? {
    guard kind == .array else { return kind == .object ? self[name] : nil }
    return Int(name).flatMap { index in elements.enumerated().first { $0.offset == index }?.element }
  }

  /// Whether a text in the value has a word, in whatever case.
  fileprivate func contains(_ word: String) -> Bool {
    switch kind {
    case .string: string?.lowercased().contains(word) == true
    case .array: elements.contains { $0.contains(word) }
    case .object: members.contains { $0.value.contains(word) }
    case .number, .boolean, .null: word.utf8.elementsEqual(bytes)
    }
  }
}
