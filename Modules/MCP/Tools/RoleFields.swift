import Descriptions
import JSON
import Screens

/// Where the states of screens have members of a role, such as that of a failure.
struct RoleFields {
  private let paths: [String: [[String]]]

  init(_ role: Shape.Role, _ screens: [AnyScreen]) {
    paths = Dictionary(screens.map { ($0.name, Self.paths(role, $0.state)) }) { one, _ in one }
  }

  private static func paths(_ role: Shape.Role, _ shape: Shape) -> [[String]] {
    let members: [Shape.Member]
    switch shape.unwrapped {
    case .record(let record): members = record.members
    case .variants(let variants): members = variants.variants.flatMap(\.members)
    default: return []
    }
    return members.flatMap { member in
      member.role == role ? [[member.name]] : paths(role, member.shape).map { [member.name] + $0 }
    }
  }

  /// The texts of a screen now, by their places.
  @MainActor func texts(of screen: AnyScreenInstance) -> [[String]: [UInt8]] {
    guard paths[exactly: screen.name]?.isEmpty == false else { return [:] }
    return texts(of: screen.name, in: JSONText(scanned: screen.snapshot.state.json[...]))
  }

  /// The texts in a state of the screen of a name, by their places.
  func texts(of screen: String, in state: JSONText) -> [[String]: [UInt8]] {
    guard let paths = paths[exactly: screen] else { return [:] }
    var texts: [[String]: [UInt8]] = [:]
    for path in paths {
      let value = path.reduce(state as JSONText?) { $0?.kind == .object ? $0?[$1] : nil }
      if let text = value?.unescaped, !text.isEmpty { texts[path] = Array(text) }
    }
    return texts
  }
}

/// The failures of a screen that it did not have before a call.
@MainActor struct NewFailures {
  private let fields: RoleFields
  /// What was said of failures before the call, as long as it has stayed.
  private var earlier: [[String]: [UInt8]]

  init(_ fields: RoleFields, _ screen: AnyScreenInstance?) {
    self.fields = fields
    earlier = screen.map(fields.texts) ?? [:]
  }

  /// The state has changed. A failure that comes again after it had gone is a new one.
  mutating func update(_ screen: AnyScreenInstance) {
    guard !earlier.isEmpty else { return }
    let texts = fields.texts(of: screen)
    earlier = earlier.filter { texts[$0.key] == $0.value }
  }

  func texts(of screen: AnyScreenInstance) -> [String] {
    fields.texts(of: screen).filter { earlier[$0.key] != $0.value }.map { String(decoding: $0.value, as: UTF8.self) }
      .sorted()
  }
}
