import JSON
import Screens

/// What clients are told of an app, written once however often they ask.
@MainActor final class WrittenDescriptions {
  private let all: [Tool]
  private var tools: [Revision: [JSONText]] = [:]
  private var schemas: [String: String] = [:]

  init(_ tools: [Tool]) { all = tools }

  /// The tools, as a client of a revision is told of them.
  func tools(_ revision: Revision) -> [JSONText] {
    if let texts = tools[revision] { return texts }
    let texts = all.map { JSONText(scanned: $0.description(revision).json[...]) }
    tools[revision] = texts
    return texts
  }

  /// The schema of the state of a screen.
  func schema(of screen: AnyScreen) -> String {
    if let schema = schemas[screen.name] { return schema }
    let schema = String(decoding: screen.state.schema.json, as: UTF8.self)
    schemas[screen.name] = schema
    return schema
  }
}
