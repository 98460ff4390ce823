import Descriptions
import JSON

/// What has changed from one state to another: its members, and of a list with identities its rows.
struct StateChange {
  /// The rows that are gone, by the paths of their lists.
  private(set) var removed: [String: [JSONText]] = [:]
  private var members: [Member] = []

  /// A member that has changed.
  private struct Member {
    let name: String
    let value: Value
    let shape: Shape
    let list: ListDescription?

    enum Value {
      /// All of it.
      case whole(JSONText)
      /// The rows that are new or have changed.
      case rows([StateWindow.Element])
      case members([Member])
    }
  }

  /// An object of this size is written whole.
  private static let wholeSize = 200

  /// The difference of two states.
  ///
  /// - Parameter hidden: The members that are hidden from the assistant, by their paths. Of a placeholder no rows are gone.
  init(from old: JSONText, to new: JSONText, _ shape: Shape, hidden: [String]) {
    members = difference(of: new, since: old, shape, at: "", hidden)
  }

  var isEmpty: Bool { members.isEmpty && removed.isEmpty }

  private mutating func difference(
    of new: JSONText, since old: JSONText, _ shape: Shape, at path: String, _ hidden: [String]
  ) -> [Member] {
    var changed: [Member] = []
    for member in new.members {
      let name = member.name.string ?? ""
      let before = old[name]
      guard before?.bytes != member.value.bytes else { continue }
      let path = path.isEmpty ? name : "\(path)/\(name)"
      let described = shape.members.first { $0.name == name }
      if described?.isForPeople == false { continue }
      let shape = described?.shape.unwrapped ?? .json()
      var value = Member.Value.whole(member.value)
      if let before, before.kind == member.value.kind, !hidden.contains(path) {
        if case .rows(_, let identity) = shape {
          value = rows(of: member.value, since: before, identity, at: path).map { .rows($0) } ?? value
        } else if shape.record != nil, member.value.bytes.count > Self.wholeSize {
          value = .members(difference(of: member.value, since: before, shape, at: path, hidden))
        }
      }
      // Rows that are gone are named apart. A list without any would read as an empty one.
      if case .rows(let rows) = value, rows.isEmpty { continue }
      changed.append(Member(name: name, value: value, shape: shape, list: described?.list))
    }
    return changed
  }

  /// The rows that are new or have changed; `nil` for rows that have only moved, and where most are others.
  private mutating func rows(
    of new: JSONText, since old: JSONText, _ identity: String, at path: String
  ) -> [StateWindow.Element]? {
    var new = Array(new.elements.enumerated())[...]
    var old = Array(old.elements)[...]
    let newCount = new.count
    // Most changes are in one place.
    while let first = new.first, first.element.bytes == old.first?.bytes {
      new.removeFirst()
      old.removeFirst()
    }
    while let last = new.last, last.element.bytes == old.last?.bytes {
      new.removeLast()
      old.removeLast()
    }
    let before = Dictionary(old.map { (Array($0[identity]?.bytes ?? []), $0.bytes) }) { first, _ in first }
    var gone = before
    let changed = new.filter { row in
      let id = Array(row.element[identity]?.bytes ?? [])
      gone[id] = nil
      return before[id] != row.element.bytes
    }
    // A list of which most is another one, such as what a search has found, is read as a whole.
    let keptCount = newCount - changed.count
    guard !changed.isEmpty || !gone.isEmpty, changed.count + gone.count < keptCount else { return nil }
    if !gone.isEmpty { removed[path] = old.compactMap { $0[identity] }.filter { gone[Array($0.bytes)] != nil } }
    return Array(changed)
  }

  /// Writes as much of it as fits into a window.
  func write(in window: inout StateWindow, to writer: inout JSONWriter) {
    Self.write(members, at: "", in: &window, to: &writer)
  }

  private static func write(
    _ members: [Member], at path: String, in window: inout StateWindow, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      for member in members {
        let path = path.isEmpty ? member.name : "\(path)/\(member.name)"
        writer.name(member.name)
        switch member.value {
        case .whole(let value): window.write(value, member.shape, list: member.list, at: path, to: &writer)
        case .rows(let rows): window.write(rows, of: member.shape, member.list, at: path, to: &writer)
        case .members(let members): write(members, at: path, in: &window, to: &writer)
        }
      }
    }
  }
}
