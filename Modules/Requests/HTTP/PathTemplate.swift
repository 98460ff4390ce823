/// A path with names in braces, such as `/products/{id}/purchases`.
struct PathTemplate: Sendable {
  private enum Component: Hashable {
    case literal(String)
    case name(String)
  }

  private let list: [Component]

  init(_ text: String) {
    list = text.split(separator: "/").map { part in
      part.hasPrefix("{") && part.hasSuffix("}") ? .name(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
  }

  /// The names in braces, in their order.
  var names: [String] {
    list.compactMap { component in
      if case .name(let name) = component { name } else { nil }
    }
  }

  /// The components with the texts of the names; `nil` if one has none.
  func components(_ text: (String) -> String?) -> [String]? {
    var components: [String] = []
    for component in list {
      switch component {
      case .literal(let literal): components.append(literal)
      case .name(let name):
        guard let text = text(name) else { return nil }
        components.append(text)
      }
    }
    return components
  }

  /// The texts of the names in the components of a path; `nil` if it is another path.
  func match(_ components: [String]) -> [String: String]? {
    guard components.count == list.count else { return nil }
    var texts: [String: String] = [:]
    for (component, text) in zip(list, components) {
      switch component {
      case .literal(let literal): if literal != text { return nil }
      case .name(let name): texts[name] = text
      }
    }
    return texts
  }
}
