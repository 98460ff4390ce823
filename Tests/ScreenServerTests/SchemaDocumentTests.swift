import ExpectSupport
import Testing
import ViewModels

@testable import ScreenServer

/// The document of all schemas.
@MainActor @Suite struct SchemaDocumentTests {
  private let document = ScreenServer.schema(
    screens: AppCore.screens, services: AppDefinition.tributary.services)

  private var definitions: [String: JSON] { document["$defs"]?.members ?? [:] }

  /// Every `$ref` in a value.
  private func references(in value: JSON) -> [String] {
    switch value {
    case .object(let members):
      (members["$ref"]?.string.map { [$0] } ?? []) + members.values.flatMap(references)
    case .array(let elements): elements.flatMap(references)
    default: []
    }
  }

  @Test func `refers to definitions that it has`() {
    let references = references(in: document)
    #expect(references.count > 40)
    for reference in Set(references) {
      #expect(reference.hasPrefix("#/$defs/"))
      #expect(definitions[String(reference.dropFirst(8))] != nil, "\(reference)")
    }
  }

  @Test func `has the definitions of the OpenRPC document`() {
    let schemas = ScreenServer.openRPC(screens: AppCore.screens)["components"]?["schemas"]?.members ?? [:]
    for name in ["BalanceState", "BalanceEvent", "ProductParameters", "ProductPhase", "Money", "ApplicationEvent"] {
      expectEqual(definitions[name]?["title"], .string(name))
      expectEqual(definitions[name]?["required"], schemas[name]?["required"])
    }
  }

  @Test func `names the screens and their types`() {
    let screens = document["x-screens"]?.elements ?? []
    expectEqual(screens.compactMap { $0["name"]?.string }, AppCore.screens.map(\.name))
    for screen in screens {
      for part in ["state", "event"] { #expect(screen[part]?["$ref"] != nil) }
    }
  }

  @Test func `describes the operations that the services ask for`() throws {
    let operations = document["x-services"]?.elements ?? []
    expectEqual(operations.compactMap { $0["name"]?.string }, AppDefinition.tributary.services.map(\.name))
    let balance = try #require(operations.first { $0["name"] == "balance" })
    expectEqual(balance["input"], ["type": "null"])
    expectEqual(references(in: balance["answer"] ?? .null).count, 1)
  }

  @Test func `marks the secrets of an operation`() {
    let operations = document["x-services"]?.elements ?? []
    let creation = operations.first { $0["name"] == "account" }
    let name = creation?["input"]?["$ref"]?.string?.dropFirst("#/$defs/".count) ?? ""
    let members = definitions[String(name)]?["properties"]
    #expect(members?["password"]?["x-secret"] == true)
    #expect(members?["username"] != nil && members?["username"]?["x-secret"] == nil)
  }
}
