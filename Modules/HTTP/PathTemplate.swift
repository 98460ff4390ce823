import JSON

/// A path with names in braces, and perhaps a query with such names: `/products/{id}/purchases?unit={unit}&format=short`.
struct PathTemplate: Sendable {
  private enum Part: Sendable {
    case literal(String)
    case name(String)

    init(_ text: Substring) {
      let isName = text.hasPrefix("{") && text.hasSuffix("}")
      self = isName ? .name(String(text.dropFirst().dropLast())) : .literal(String(text))
    }

    var name: String? { if case .name(let name) = self { name } else { nil } }
  }

  private let components: [Part]
  private let items: [(name: String, value: Part)]

  init(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1)
    components = (parts.first ?? "").split(separator: "/").map(Part.init)
    items = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), Part(parts.count > 1 ? parts[1] : ""))
    }
  }

  /// The names in braces in the path, in their order.
  var names: [String] { components.compactMap(\.name) }

  /// The names in braces in the query, in their order.
  var queryNames: [String] { items.compactMap(\.value.name) }

  /// The components of the path with the texts of the names; `nil` if one has none.
  func components(_ text: (String) -> String?) -> [String]? {
    var texts: [String] = []
    for component in components {
      switch component {
      case .literal(let literal): texts.append(literal)
      case .name(let name):
        guard let text = text(name) else { return nil }
        texts.append(text)
      }
    }
    return texts
  }

  /// The items of the query with the texts of the names, of which each may have several or none.
  func query(_ texts: (String) -> [String]) -> [(name: String, value: String)] {
    items.flatMap { item in
      switch item.value {
      case .literal(let literal): [(item.name, literal)]
      case .name(let name): texts(name).map { (item.name, $0) }
      }
    }
  }

  /// The texts of the names in the components of a path; `nil` if it is another path.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count == components.count else { return nil }
    var texts: [String: String] = [:]
    for (component, text) in zip(components, path) {
      switch component {
      case .literal(let literal): if !literal.hasSameBytes(as: text) { return nil }
      case .name(let name): texts[name] = text
      }
    }
    return texts
  }

  /// The texts of the names in a query; `nil` if the query has not the items that are fixed.
  func match(_ query: [String: [String]]) -> [String: [String]]? {
    var texts: [String: [String]] = [:]
    for item in items {
      switch item.value {
      case .literal(let literal): if query[exactly: item.name]?.containsExactly(literal) != true { return nil }
      case .name(let name): texts[name] = query[exactly: item.name] ?? []
      }
    }
    return texts
  }
}
