import Descriptions
import JSON

/// How much of a state an answer carries: so many rows of each list, and so much of each text. What is left out is named with the way to
/// it. What programs alone need, and what a row does not have, is left out without a word.
struct StateWindow {
  /// An element of a list, with its place.
  typealias Element = (offset: Int, element: JSONText)

  /// The most elements of a list.
  let rows: Int
  /// The most bytes of a text.
  let text: Int
  /// The lists of which elements are left out, with their number.
  private(set) var more: [String: Int] = [:]
  /// The texts that are cut.
  private(set) var cut: [String] = []

  /// What the lists had before they were shortened for all windows.
  private var known: [String: Int] = [:]

  init(rows: Int, text: Int) {
    self.rows = rows
    self.text = text
  }

  /// A state with as many rows as the widest window has, so that none has to go through all again.
  static func shortened(_ state: JSONText, _ shape: Shape) -> (state: JSONText, more: [String: Int]) {
    var window = StateWindow(rows: steps[0].rows, text: .max)
    var writer = JSONWriter()
    window.write(state, shape, at: "", to: &writer)
    return (JSONText(scanned: writer.bytes[...]), window.more)
  }

  /// The same, for a state that was shortened.
  func knowing(_ more: [String: Int]) -> Self {
    var window = self
    window.known = more
    window.more = more
    return window
  }

  /// From what an answer has where there is room to what it always has room for.
  static let steps = [
    (20, 1_024), (20, 256), (12, 256), (8, 160), (5, 120), (3, 80), (1, 60), (0, 40),
  ].map { StateWindow(rows: $0.0, text: $0.1) }

  /// How many cut texts and shortened lists an answer names.
  private static let namedCount = 8

  /// Writes as much of a value as fits.
  ///
  /// - Parameters:
  ///   - shape: What it is.
  ///   - list: What people know of it, if it is a list.
  ///   - isRow: Whether it is an element of a list.
  mutating func write(
    _ value: JSONText, _ shape: Shape, list: ListDescription? = nil, isRow: Bool = false, at path: String,
    to writer: inout JSONWriter
  ) {
    switch value.kind {
    case .object:
      writer.object { writer in
        for member in value.members {
          let name = member.name.string ?? ""
          let described = shape.members.first { $0.name == name }
          if described?.isForPeople == false, name != "id" { continue }
          if isRow, member.value.isNull { continue }
          writer.name(name)
          write(
            member.value, described?.shape.unwrapped ?? .json(), list: described?.list,
            at: path.isEmpty ? name : "\(path)/\(name)", to: &writer)
        }
      }
    case .array: write(Array(value.elements.enumerated()), of: shape, list, at: path, to: &writer)
    case .string:
      guard let content = value.unescaped, content.count > text else { return writer.write(value) }
      let whole = String(decoding: content, as: UTF8.self)
      if cut.count < Self.namedCount { cut.append(path) }
      writer.write(whole.prefix(bytes: text) + "… (\(whole.count) characters)")
    case .number, .boolean, .null: writer.write(value)
    }
  }

  /// Writes as many elements of a list as fit.
  ///
  /// - Parameters:
  ///   - shape: What the list is.
  ///   - list: What people know of it: where one that grows at its end is cut, its last elements stay.
  mutating func write(
    _ elements: [Element], of shape: Shape, _ list: ListDescription?, at path: String, to writer: inout JSONWriter
  ) {
    let isFromEnd = list?.edge == .end
    let start = isFromEnd ? known[path] ?? 0 : 0
    writer.array { writer in
      for (offset, element) in isFromEnd ? elements.suffix(rows) : elements.prefix(rows) {
        write(element, shape.element, isRow: true, at: "\(path)/\(start + offset)", to: &writer)
      }
    }
    let count = elements.count - rows
    if count > 0, more.count < Self.namedCount || more[path] != nil { more[path] = (known[path] ?? 0) + count }
  }
}

extension String {
  /// As many whole characters as have so many bytes.
  func prefix(bytes limit: Int) -> String {
    var count = 0
    return String(
      prefix { character in
        count += character.utf8.count
        return count <= limit
      })
  }
}

extension [String: [UInt8]] {
  /// An object with these members, which are written in JSON, sorted by their names.
  var object: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, json) in sorted(by: { $0.key < $1.key }) { writer.member(name) { $0.raw(json) } }
    }
    return writer.bytes
  }
}
