import ExpectSupport
import Testing
import ViewModels

@testable import ScreenServer

/// The OpenRPC document is valid, and made for generators of code.
@MainActor @Suite struct OpenRPCTests {
  private let document = ScreenServer.openRPC(screens: AppCore.screens)
  private var methods: [JSON] { document["methods"]?.elements ?? [] }
  private var schemas: [String: JSON] { document["components"]?["schemas"]?.members ?? [:] }

  /// A schema, and all that it contains or refers to.
  private func reach(_ schema: JSON, _ visit: (JSON) -> Void) {
    visit(schema)
    if let reference = schema["$ref"]?.text, let schema = schemas[reference.components.last ?? ""] {
      reach(schema, visit)
    }
    for word in ["oneOf", "anyOf"] { for choice in schema[word]?.elements ?? [] { reach(choice, visit) } }
    for property in (schema["properties"]?.members ?? [:]).values { reach(property, visit) }
    if let items = schema["items"] { reach(items, visit) }
  }

  @Test func `keeps the rules of OpenRPC's meta schema`() {
    let rules = OpenRPCRules(document)
    expectEqual(rules.faults, [])
    #expect(rules.references.count > 40)
  }

  @Test(
    arguments: [
      (["openrpc": "2.0"], "/openrpc is not 1.3"), (["colour": 1], " has a colour, which OpenRPC does not know"),
      (["info": ["title": "x"]], "/info has no version"),
      (["methods": [["name": "a", "params": []], ["name": "a", "params": []]]], "/methods has a name twice"),
      (["methods": [["name": "a"]]], "/methods/a has no params"),
      (["methods": [["name": "a", "params": [], "errors": [["code": "x"]]]]], "/methods/a/errors has no message"),
      (["components": ["schemas": ["a/b": [:]]]], "/components/schemas/a/b is not a component's name"),
      (["components": ["schemas": ["a": ["type": "text"]]]], "/components/schemas/a has an unknown type"),
      (["components": ["schemas": ["a": ["$ref": "#/b"]]]], "#/b is nowhere"),
      (["components": ["schemas": ["a": ["oneOf": []]]]], "/components/schemas/a has an empty oneOf"),
    ] as [([String: JSON], String)])
  func `has rules that find a fault`(change: [String: JSON], fault: String) {
    #expect(OpenRPCRules(document.with(change)).faults.contains(fault))
  }

  @Test func `names components by identifiers and titles`() {
    #expect(schemas.keys.allSatisfy { $0.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil })
    #expect(schemas.allSatisfy { $0.value["title"]?.text == $0.key })
    for name in [
      "BalanceState", "BalanceEvent", "BalanceEventRefreshButtonWasTapped", "RegistrationEventUsernameChanged",
      "ProductParameters", "ProductPhasePurchased", "Money", "InfoTone", "ApplicationEvent", "Snapshot", "ErrorData",
    ] { #expect(schemas[name] != nil, "\(name)") }
  }

  @Test func `gives a title to every type`() {
    for (name, schema) in schemas {
      // Components refer to every object, choice and variant, so what they contain without a title is a plain value.
      for part in (schema["properties"]?.members ?? [:]).values {
        #expect(part["properties"] == nil && part["oneOf"] == nil && part["enum"] == nil, "\(name)")
      }
      for choice in (schema["oneOf"] ?? schema["anyOf"])?.elements ?? [] { #expect(choice["$ref"] != nil, "\(name)") }
    }
    for method in methods {
      for descriptor in (method["params"]?.elements ?? []) + [method["result"]].compactMap(\.self) {
        #expect(descriptor["schema"]?["title"] != nil || descriptor["schema"]?["$ref"] != nil, "\(descriptor)")
      }
    }
  }

  @Test func `tells the variants of a type apart by a constant`() {
    let sums = schemas.filter { $0.value["oneOf"] != nil }
    // The events of each screen and of the application, and the phase of a product.
    #expect(sums.count >= AppCore.screens.count + 2)
    for (name, sum) in sums {
      let variants = (sum["oneOf"]?.elements ?? []).compactMap { schemas[$0["$ref"]?.text?.components.last ?? ""] }
      let constants = variants.compactMap { $0["properties"]?["type"]?["const"]?.text }
      expectEqual(Set(constants).count, sum["oneOf"]?.elements?.count, "\(name)")
      for (variant, constant) in zip(variants, constants) {
        expectEqual(variant["title"]?.text, name + constant.prefix(1).uppercased() + constant.dropFirst())
        #expect(variant["required"]?.elements?.contains("type") == true)
      }
    }
  }

  @Test func `is closed in what it reads and open in what it writes`() {
    var count = 0
    for method in methods where method["name"] != "initialize" {
      for parameter in method["params"]?.elements ?? [] {
        reach(parameter["schema"] ?? .null) {
          guard $0["properties"] != nil else { return }
          count += 1
          #expect($0["additionalProperties"] == false, "\($0["title"] ?? .null)")
        }
      }
    }
    #expect(count > 15)
    let results = methods.compactMap { $0["result"]?["schema"] }
    let notifications = (document["x-notifications"]?.elements ?? []).compactMap { $0["params"] }
    let states = (document["x-screens"]?.elements ?? []).compactMap { $0["state"] }
    for schema in results + notifications + states + [schemas["ErrorData"] ?? .null] {
      reach(schema) { #expect($0["additionalProperties"] == nil, "\($0["title"] ?? .null)") }
    }
  }

  @Test func `lists the errors of every method`() {
    let known = [-32600, -32601, -32602, -32603, -32800, 1001, 1002, 1003, 1004, 1005, 1006]
    var codes: [String: [Int]] = [:]
    for method in methods {
      codes[method["name"]?.text ?? ""] = method["errors"]?.elements?.compactMap { $0["code"]?.number } ?? []
    }
    expectEqual(codes.count, 24)
    #expect(codes.values.allSatisfy { !$0.isEmpty && $0.allSatisfy(known.contains) })
    expectEqual(Set(codes.values.joined()), Set(known))
    #expect(codes["initialize"]?.contains(1001) == true)
    #expect(codes["screen/send"]?.contains(1002) == true)
    #expect(codes["screen/open"]?.contains(1003) == true)
    #expect(codes["sync"]?.contains(-32800) == true)
    expectEqual(codes["exit"], [-32601])
  }

  @Test func `describes notifications`() {
    let notifications = document["x-notifications"]?.elements ?? []
    expectEqual(
      notifications.map { [$0["name"]?.text, $0["params"]?["$ref"]?.text?.components.last] },
      [
        ["screen/update", "ScreenUpdate"], ["screen/opened", "ScreenOpened"], ["screen/closed", "ScreenClosed"],
        ["screen/acted", "ScreenActed"], ["question/opened", "QuestionOpened"],
        ["question/refused", "QuestionRefused"],
        ["question/ended", "QuestionEnded"], ["app/localized", "Localized"], ["app/waitsFor", "WaitsFor"],
        ["app/signedOut", "SignedOut"],
      ])
    expectEqual(
      schemas["ScreenUpdate"]?["anyOf"]?.elements?.compactMap { $0["$ref"]?.text?.components.last },
      [
        "Snapshot", "StatePatch",
      ])
    expectEqual(schemas["StatePatch"]?["required"], ["from", "instance", "patch", "rev"])
    expectEqual(schemas["ScreenOpened"]?["required"], ["instance", "opener", "rev", "screen", "state"])
    expectEqual(schemas["ScreenClosed"]?["required"], ["instance", "reason"])
    #expect(schemas["ScreenClosed"]?["properties"]?["result"] == nil)
  }

  @Test func `describes the result of a screen that has one`() {
    let document = ScreenServer.openRPC(screens: [AnyScreen(.shelf), AnyScreen(.shelfBook)])
    let rules = OpenRPCRules(document)
    expectEqual(rules.faults, [])
    let screens = document["x-screens"]?.elements ?? []
    expectEqual(screens.map { $0["result"] }, [nil, ["$ref": "#/components/schemas/Review"]])
    let schemas = document["components"]?["schemas"]
    expectEqual(schemas?["ScreenClosed"]?["required"], ["instance", "reason"])
    expectEqual(schemas?["ScreenClosed"]?["properties"]?["result"]?["$ref"], "#/components/schemas/ScreenResult")
    expectEqual(schemas?["ScreenResult"]?["anyOf"], [["$ref": "#/components/schemas/Review"]])
  }

  @Test func `names the second type of one title by a number`() {
    var printer = SchemaPrinter(definitionsAt: "#/components/schemas/")
    let color = Shape.record("Choice", [.init("color", .choice("Tone", ["red"]))])
    let size = Shape.record("Choice", [.init("size", .choice("Tone", ["big"]))])
    let third = Shape.record("Choice2", [])
    let references = [color, size, third, color, size, third].map {
      printer.schema(of: $0)["$ref"]?.text?.components.last
    }
    expectEqual(references, ["Choice", "Choice2", "Choice22", "Choice", "Choice2", "Choice22"])
    #expect(printer.definitions.allSatisfy { $0.value["title"]?.text == $0.key })
    expectEqual(printer.definitions["Tone"]?["enum"], ["red"])
    expectEqual(printer.definitions["Tone2"]?["enum"], ["big"])
    expectEqual(printer.definitions["Choice2"]?["properties"]?["size"], ["$ref": "#/components/schemas/Tone2"])
  }

  @Test func `lists the reasons of a closed instance`() {
    let reason = schemas["ScreenClosed"]?["properties"]?["reason"]
    expectEqual(reason?["$ref"], "#/components/schemas/CloseReason")
    for word in CloseReason.allCases {
      #expect(reason?["description"]?.text?.contains("\(word.rawValue): ") == true)
    }
    expectEqual(schemas["CloseReason"]?["enum"], ["closedByApp", "completed", "openerClosed", "released", "replaced"])
  }
}

extension String {
  /// The parts of a reference.
  fileprivate var components: [String] { split(separator: "/").map(String.init) }
}
