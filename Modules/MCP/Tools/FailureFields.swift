import Descriptions
import JSON
import Screens

/// Where the states of screens say that something failed: the members with the role of a failure.
struct FailureFields {
  private let paths: [String: [[String]]]

  init(_ screens: [AnyScreen]) {
    paths = Dictionary(screens.map { ($0.name, Self.paths($0.state)) }) { one, _ in one }
  }

  private static func paths(_ shape: Shape) -> [[String]] {
    let members: [Shape.Member]
    switch shape.unwrapped {
    case .record(let record): members = record.members
    case .variants(let variants): members = variants.variants.flatMap(\.members)
    default: return []
    }
    return members.flatMap { member in
      member.role == .failure ? [[member.name]] : paths(member.shape).map { [member.name] + $0 }
    }
  }

  /// What a screen says of failures now, by their places.
  @MainActor func texts(of screen: AnyScreenInstance) -> [[String]: [UInt8]] {
    guard let paths = paths[exactly: screen.name], !paths.isEmpty else { return [:] }
    let state = JSONText(scanned: screen.snapshot.state.json[...])
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
  private let fields: FailureFields
  /// What was said of failures before the call, as long as it has stayed.
  private var earlier: [[String]: [UInt8]]

  init(_ fields: FailureFields, _ screen: AnyScreenInstance?) {
    self.fields = fields
    earlier = screen.map(fields.texts) ?? [:]
  }

  /// The state has changed. A failure that comes again after it had gone is a new one.
  mutating func update(_ screen: AnyScreenInstance) {
    guard !earlier.isEmpty else { return }
    let texts = fields.texts(of: screen)
    earlier = earlier.filter { texts[$0.key] == $0.value }
  }

  func isAny(of screen: AnyScreenInstance) -> Bool {
    fields.texts(of: screen).contains { earlier[$0.key] != $0.value }
  }
}
