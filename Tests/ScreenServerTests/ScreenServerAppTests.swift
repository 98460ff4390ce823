import ExpectSupport
import JSON
import ScreenServer
import ScreensSupport
import Testing

@testable import ServerSupport

/// The app as a whole on the wire: its own view model, its layout and its links.
@MainActor @Suite struct ScreenServerAppTests {
  private let stage = ServerStage(definition: .club)

  private static let layout =
    #"{"details":[{"detail":"room","list":"login"}],"start":"login","tabs":[{"badge":"unread","label":"Door","screen":"login","tab":"door"},{"label":"Desk","screen":"help","tab":"desk"}]}"#

  private static let title: JSON = ["name": "Club", "sign": "♣", "greeting": "Members meet here."]

  private func club(_ unread: Int = 0, member: String? = nil, notes: String = "") -> String {
    let reason = member == nil ? #""No member is signed in.""# : "null"
    return
      #"{"isBusy":false,"member":\#(member.map { "\"\($0)\"" } ?? "null"),"notes":["2026-11-20T15:04:05Z"\#(notes)],"#
      + #""signOutDisabledReason":\#(reason),"unread":\#(unread)}"#
  }

  private func event(_ id: Int, _ event: String, to instance: String = "app") -> String {
    request(id, "screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
  }

  private let get = request(1, "screen/get", #"{"instance":"app"}"#)
  private static let appeared = #","appeared""#

  // MARK: - Following

  @Test func `a client follows it by a capability, and the answer has its state`() throws {
    let frames = stage.say(request(1, "initialize", #"{"capabilities":{"app":true}}"#))
    expectEqual(frames.count, 2)
    #expect(
      frames[0].hasPrefix(
        #"{"id":1,"jsonrpc":"2.0","result":{"app":\#(snapshot("app", 1, club())),"capabilities":{"app":true,"#))
    #expect(frames[0].contains(#""layout":\#(Self.layout),"limits":"#))
    expectEqual(frames[1], update("app", 2, club(notes: Self.appeared)))
    expectEqual(
      stage.say(event(2, #"{"type":"unreadChanged","count":3}"#)),
      [
        update("app", 3, club(3, notes: Self.appeared)), result(2, #"{"rev":3}"#),
      ])
  }

  @Test func `a client follows it from the first time that it asks for the state`() {
    expectEqual(
      stage.say(get),
      [
        result(1, snapshot("app", 1, club())), update("app", 2, club(notes: Self.appeared)),
      ])
    expectEqual(stage.say(get), [result(1, snapshot("app", 2, club(notes: Self.appeared)))])
    expectEqual(
      stage.say(event(2, #"{"type":"unreadChanged","count":3}"#)),
      [
        update("app", 3, club(3, notes: Self.appeared)), result(2, #"{"rev":3}"#),
      ])
  }

  @Test func `a client that does not follow it hears nothing of it`() throws {
    let hello = stage.say(request(1, "initialize"))
    expectEqual(hello.count, 1)
    #expect(!hello[0].contains(#""app":"#))
    let model = try #require(stage.server.app.appInstance(of: ClubModel.self))
    expectEqual(stage.watch { model.model.state.unread = 3 }, [])
    let unknown = #""hint":"expected an open instance","pointer":"/instance","reason":"unknownInstance""#
    expectEqual(
      stage.say(event(2, #"{"type":"unreadChanged","count":3}"#)),
      [
        error(-32602, "2", "Invalid params", unknown)
      ])
    for method in ["close", "show"] {
      expectEqual(
        stage.say(request(3, "screen/\(method)", #"{"instance":"app"}"#)),
        [
          error(-32602, "3", "Invalid params", unknown)
        ])
    }
  }

  @Test func `it cannot be closed or shown, and the hint is a sentence`() {
    stage.say(get)
    for method in ["close", "show"] {
      expectEqual(
        stage.say(request(3, "screen/\(method)", #"{"instance":"app"}"#)),
        [
          badParams(
            3, "/instance", "appStaysOpen", hint: "expected another instance: this is the app itself, which stays open")
        ])
    }
    #expect(stage.say(open(4, "app"))[0].contains(#""reason":"unknownScreen""#))
    #expect(stage.say(request(5, "screen/get", #"{"instance":"app"}"#))[0].contains(#""rev":2"#))
  }

  @Test func `an app without one does not know it`() {
    let stage = ServerStage()
    #expect(stage.say(get)[0].contains(#""reason":"unknownInstance""#))
    let hello = stage.say(request(1, "initialize", #"{"capabilities":{"app":true}}"#))
    expectEqual(hello.count, 1)
    #expect(!hello[0].contains(#""app":"#) && !hello[0].contains("layout"))
  }

  @Test func `what is private in it is hidden in the frame that is written`() {
    stage.say(request(1, "initialize", #"{"capabilities":{"app":true}}"#))
    stage.say(event(2, #"{"type":"memberChanged","name":"Ada"}"#))
    let frames = stage.say(
      "[\(request(3, "screen/get", #"{"instance":"app"}"#)),\(request(4, "app/send", #"{"event":{"type":"willResignActive"}}"#))]"
    )
    #expect(frames.allSatisfy { !$0.contains("Ada") })
    #expect(frames.contains { $0.contains(#""member":"•••""#) })
  }

  @Test func `its changes come as patches for a client that takes them`() {
    stage.say(request(1, "initialize", #"{"capabilities":{"app":true,"patches":true}}"#))
    expectEqual(
      stage.say(event(2, #"{"type":"unreadChanged","count":3}"#))[0],
      #"{"jsonrpc":"2.0","method":"screen/update","params":{"from":2,"instance":"app","patch":[{"op":"replace","path":"/unread","value":3}],"rev":3}}"#
    )
  }

  @Test func `what it opens has no opener`() {
    stage.say(get)
    let frames = stage.say(event(2, #"{"type":"roomButtonWasTapped","id":7}"#))
    #expect(
      frames[0].contains(
        #""method":"screen/opened","params":{"instance":"room-1","link":"/rooms/7","opener":null,"rev":1,"screen":"room""#
      ))
  }

  @Test func `a presented screen comes to each client, and goes for all`() {
    stage.say(get)
    let other = Transcript()
    let server = ScreenServer(output: other) { stage.server.app }
    server.receive(Array((request(1, "initialize", #"{"capabilities":{"front":{"kind":"page"}}}"#) + "\n").utf8))
    stage.say(request(2, "screen/open", #"{"screen":"room","params":{"id":1}}"#))
    _ = other.take()
    stage.say(event(3, #"{"type":"enterButtonWasTapped"}"#, to: "room-1"))
    let opened = other.take().joined()
    #expect(opened.contains(#""instance":"login-2","#) && opened.contains(#""opener":null"#))
    let frames = stage.watch {
      server.receive(Array((request(2, "screen/close", #"{"instance":"login-2"}"#) + "\n").utf8))
    }
    expectEqual(
      other.take(), [#"{"jsonrpc":"2.0","method":"app/waitsFor","params":{"waitsFor":[]}}"#, result(2)])
    #expect(frames.joined().contains(#""params":{"instance":"login-2","reason":"released"}"#))
    #expect(frames.joined().contains("cancelled"))
  }

  // MARK: - Layout and links

  @Test func `the list of screens has the layout, the links and the app`() throws {
    let reply = try JSONText(scanning: stage.say(request(1, "screen/list"))[0].utf8)
    let list = try #require(reply["result"])
    expectEqual(list.members.map { $0.name.string ?? "" }, ["app", "layout", "links", "screens", "title"])
    #expect(list["layout"]?.bytes.elementsEqual(Self.layout.utf8) == true)
    expectEqual(list["app"]?["screen"]?.string, "app")
    expectEqual(
      list["links"].map { String(decoding: $0.bytes, as: UTF8.self) },
      #"{"origins":["https://club.example","club:"],"routes":[{"path":"/rooms/{id}","screen":"room"},{"path":"/","screen":"login"}]}"#
    )
  }

  @Test func `a client is told of a tab that the app selects`() throws {
    stage.say(get)
    let tab = #"{"jsonrpc":"2.0","method":"app/tab","params":{"tab":"desk"}}"#
    let frames = stage.say(event(2, #"{"type":"tabButtonWasTapped","name":"desk"}"#))
    expectEqual(frames, [tab, result(2, #"{"rev":2}"#)])
    let notifications = ScreenServer.openRPC(app: .club)["x-notifications"]?.elements ?? []
    #expect(notifications.contains { $0["name"] == "app/tab" })
    let plain = ScreenServer.openRPC(screens: AppDefinition.club.screens)["x-notifications"]?.elements ?? []
    #expect(!plain.contains { $0["name"] == "app/tab" })
  }

  @Test func `a client is told that the account has ended, and not that one begins`() {
    stage.say(get)
    let signedOut = #"{"jsonrpc":"2.0","method":"app/signedOut","params":{}}"#
    let environment = stage.server.app.environment
    expectEqual(stage.watch { environment.account = "ada" }, [])
    expectEqual(stage.watch { environment.account = "eve" }, [signedOut])
    expectEqual(stage.watch { environment.account = "" }, [signedOut])
  }

  @Test func `opens a link, and names its screen in the answer`() {
    let frames = stage.say(request(1, "screen/open", #"{"link":"/rooms/7?topic=tea"}"#))
    expectEqual(frames.count, 2)
    #expect(
      frames[0].hasPrefix(
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"room-1","rev":1,"screen":"room","state":{"id":7,"#))
    #expect(frames[1].contains(#""notes":["appeared"]"#))
    #expect(!stage.say(request(2, "screen/get", #"{"instance":"room-1"}"#))[0].contains(#""screen":"#))
    #expect(!stage.say(open(3, "login"))[0].contains(#""screen":"#))
  }

  @Test(arguments: [
    ("/nothing", "/link", "unknownLink"), ("/rooms/seven", "/link/id", "wrongType"),
    ("/rooms/7?pin=1234", "/link/pin", "unknownMember"), ("/rooms/7?topic=a&topic=b", "/link/topic", "repeatedMember"),
  ]) func `refuses a link with the place of its fault, and none of its values`(
    link: String, pointer: String, reason: String
  ) {
    let reply = stage.say(request(1, "screen/open", #"{"link":"\#(link)"}"#))[0]
    #expect(reply.contains(#""code":-32602"#))
    #expect(reply.contains(#""pointer":"\#(pointer)","reason":"\#(reason)""#))
    for value in ["seven", "1234", "nothing"] { #expect(!reply.contains(value)) }
  }

  @Test func `takes either a screen or a link`() {
    let hint = "expected a link alone, or a screen and its params"
    for params in [#"{"link":"/rooms/7","screen":"room"}"#, #"{"link":"/rooms/7","params":{}}"#] {
      expectEqual(stage.say(request(1, "screen/open", params)), [badParams(1, "/link", "unknownMember", hint: hint)])
    }
    expectEqual(stage.say(request(2, "screen/open")), [badParams(2, "/screen", "missingMember")])
    let other = ServerStage()
    #expect(other.say(request(1, "screen/open", #"{"link":"/rooms/7"}"#))[0].contains(#""reason":"unknownMember""#))
  }

  @Test func `says what people call it`() throws {
    for method in ["initialize", "screen/list"] {
      let frame = try #require(stage.say(request(1, method)).first)
      #expect(frame.contains(#""title":{"greeting":"Members meet here.","name":"Club","sign":"♣"}"#))
      #expect(try !#require(ServerStage().say(request(1, method)).first).contains(#""greeting""#))
    }
  }

  @Test func `is in the document for generators`() throws {
    let document = ScreenServer.openRPC(app: .club)
    expectEqual(document["x-app"]?["name"], "app")
    expectEqual(document["x-title"], Self.title)
    expectEqual(document["x-layout"], AppDefinition.club.layout.json)
    expectEqual(document["x-links"], AppDefinition.club.links.json)
    expectEqual(ScreenServer.schema(screens: [], app: AppDefinition.club.app)["x-app"]?["name"], "app")
    let methods = try #require(document["methods"]?.elements)
    let open = try #require(methods.first { $0["name"] == "screen/open" })
    expectEqual(open["params"]?.elements?.compactMap { $0["name"]?.string }, ["screen", "params", "link"])
    #expect(open["params"]?.elements?.allSatisfy { $0["required"] == false } == true)
    let schemas = try #require(document["components"]?["schemas"]?.members)
    #expect(["ClubState", "ClubEvent", "Layout", "Links", "Tab"].allSatisfy { schemas[$0] != nil })
    let plain = ScreenServer.openRPC(app: AppDefinition(screens: AppDefinition.club.screens))
    #expect(plain["x-app"] == nil && plain["x-title"] == nil && plain["x-layout"] == nil && plain["x-links"] == nil)
    expectEqual(plain, ScreenServer.openRPC(screens: AppDefinition.club.screens))
  }
}
