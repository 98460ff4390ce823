import ExpectSupport
import Foundation
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport

/// The OpenRPC document agrees with the app's list of screens and with the session.
@MainActor @Suite struct ScreenServerDiscoveryTests {
  private typealias Object = [String: Any]

  let stage = ServerStage()

  private func parse(_ text: String) throws -> Object {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
  }

  private func result(of line: String) throws -> Object {
    let frame = try #require(stage.say(line).first)
    return try #require(try parse(frame)["result"] as? Object)
  }

  private func document() throws -> Object { try result(of: request(1, "rpc.discover")) }

  @Test func `describes exactly the screens of the app`() throws {
    let components = try #require(try document()["components"] as? Object)
    let schemas = try #require(components["schemas"] as? Object)
    let screens = try #require(try document()["x-screens"] as? [Object])
    expectEqual(screens.map { $0["name"] as? String }, AppCore.screens.map { $0.name })
    for (screen, described) in zip(screens, AppCore.screens) {
      let name = described.name.prefix(1).uppercased() + described.name.dropFirst()
      for part in ["state", "event"] {
        let schema = "#/components/schemas/\(name)\(part.capitalized)"
        #expect(
          (screen[part] as? Object) as? [String: String] == ["$ref": schema],
          "name the state and the event after the screen, as in WishState")
      }
    }
    for (name, schema) in schemas {
      #expect((schema as? Object)?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
      #expect((schema as? Object)?["title"] as? String == name)
    }
  }

  @Test func `resolves every reference of the document`() throws {
    let document = try document()
    let schemas = try #require((document["components"] as? Object)?["schemas"] as? Object)
    var references: [String] = []
    func look(_ value: Any) {
      if let object = value as? Object {
        if let reference = object["$ref"] as? String { references.append(reference) }
        object.values.forEach(look)
      }
      (value as? [Any])?.forEach(look)
    }
    look(document)
    #expect(!references.isEmpty)
    for reference in references {
      #expect(schemas[reference.replacingOccurrences(of: "#/components/schemas/", with: "")] != nil)
    }
  }

  @Test func `gives every state the members of its schema`() throws {
    let schemas = try #require((try document()["components"] as? Object)?["schemas"] as? Object)
    for (index, screen) in AppCore.screens.enumerated() {
      let opened = try result(of: open(index + 10, screen.name))
      let state = try #require(opened["state"] as? Object)
      let schema = try #require(
        schemas[screen.name.prefix(1).uppercased() + screen.name.dropFirst() + "State"] as? Object)
      expectEqual(Set(state.keys), Set(try #require(schema["properties"] as? Object).keys))
      expectEqual(Set(state.keys), Set(try #require(schema["required"] as? [String])))
    }
  }

  @Test func `says which members of a handshake and of an error may be absent`() throws {
    let text = try #require(stage.say(request(1, "rpc.discover")).first)
    let schemas = try #require((try document()["components"] as? Object)?["schemas"] as? Object)
    let error = try #require(schemas["ErrorData"] as? Object)
    #expect(error["required"] as? [String] == ["reason"], "\(error)")
    let handshake = try #require(
      schemas.values.compactMap { $0 as? Object }.first {
        ($0["properties"] as? Object)?["coreInfo"] != nil && ($0["properties"] as? Object)?["capabilities"] != nil
      }, "\(text.prefix(3_000))")
    let required = try #require(handshake["required"] as? [String])
    #expect(required.contains("coreInfo") && required.contains("capabilities"))
    #expect(!required.contains("front") && !required.contains("language"), "\(required)")
  }

  @Test func `describes the methods of the protocol`() throws {
    let methods = try #require(try document()["methods"] as? [Object])
    expectEqual(
      methods.compactMap { $0["name"] as? String },
      [
        "initialize", "initialized", "rpc.discover", "screen/list", "screen/open",
        "screen/send", "screen/get", "screen/show", "screen/leave", "screen/close", "app/send", "app/localize",
        "sync",
        "question/answer",
        "picture/get", "file/begin", "file/write", "file/read", "file/end", "ping", "$/cancelRequest", "service/event",
        "shutdown", "exit",
      ])
    let notifications = try #require(try document()["x-notifications"] as? [Object])
    expectEqual(
      notifications.compactMap { $0["name"] as? String },
      [
        "screen/update", "screen/opened", "screen/closed", "screen/acted", "question/opened", "question/refused",
        "question/ended",
        "app/localized", "app/waitsFor", "app/signedOut",
      ])
  }

  @Test func `requires what the document requires, and accepts no more`() throws {
    let methods = try #require(try document()["methods"] as? [Object])
    for method in methods where method["result"] != nil {
      let name = try #require(method["name"] as? String)
      let parameters = try #require(method["params"] as? [Object])
      let required = parameters.filter { $0["required"] as? Bool == true }.compactMap { $0["name"] as? String }
      let stage = ServerStage()
      let answer = stage.say(request(1, name, #"{"surplus":1}"#))
      // NB: a handshake must not fail for what a newer client says.
      guard name != "initialize" else {
        #expect(answer.first?.contains(#""protocolVersion":"1""#) == true)
        continue
      }
      let names = parameters.compactMap { $0["name"] as? String }.joined(separator: ", ")
      let hint = names.isEmpty ? "expected no members" : "expected no other members than \(names)"
      expectEqual(answer, [badParams(1, "/surplus", "unknownMember", hint: hint)])
      guard let first = required.first else { continue }
      expectEqual(stage.say(request(2, name)), [badParams(2, "/\(first)", "missingMember")])
    }
  }

  @Test func `lists the app's screens`() throws {
    let screens = try #require(try result(of: request(1, "screen/list"))["screens"] as? [Object])
    expectEqual(screens.compactMap { $0["screen"] as? String }, AppCore.screens.map { $0.name })
    for (screen, description) in zip(screens, AppCore.screens) {
      for (name, schema) in [
        ("params", description.parameters.schema), ("state", description.state.schema),
        ("events", description.events.schema),
      ] {
        let dialect: JSON = "https://json-schema.org/draft/2020-12/schema"
        let expected = schema.with(["$schema": dialect]).json
        let written = try JSONSerialization.jsonObject(with: Data(expected)) as? NSDictionary
        #expect((screen[name] as? NSDictionary) == written)
      }
      #expect(screen["result"] == nil)
    }
  }

  @Test func `names the screens in initialize`() throws {
    let capabilities = try #require(try result(of: request(1, "initialize"))["capabilities"] as? Object)
    #expect(capabilities["screens"] as? [String] == AppCore.screens.map { $0.name }.sorted())
  }

  @Test func `marks secrets`() throws {
    #expect(
      String(decoding: ScreenServer.openRPC(screens: AppCore.screens).json, as: UTF8.self).contains(#""x-secret":true"#)
    )
  }
}
