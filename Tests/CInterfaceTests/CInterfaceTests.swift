import CTributary
import ExpectSupport
import Foundation
import Programs
import ScreenServer
import ScreensSupport
import Testing
import ViewModels

@testable import CInterface

/// The lines that a host receives.
private final class Host {
  var text = ""
  var code: Int32?

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func of(_ context: UnsafeMutableRawPointer?) -> Host {
    Unmanaged<Host>.fromOpaque(context!).takeUnretainedValue()
  }

  var callbacks: Callbacks {
    Callbacks(
      onFrame: { bytes, count, context in
        Host.of(context).text += String(
          decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
      }, onEnd: { code, context in Host.of(context).code = code }, context: context)
  }
}

private final class Transcript: Output {
  var text = ""

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    text += String(decoding: bytes, as: UTF8.self)
    return bytes.count
  }
}

@MainActor struct CInterfaceTests {
  private let front = Front("tributary", version: "0.1.0", app: .tributary)

  private let session = """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1"}}
    {"jsonrpc":"2.0","id":2,"method":"screen/open","params":{"screen":"counter"}}
    {"jsonrpc":"2.0","id":3,"method":"screen/send","params":{"instance":"counter-1","event":{"type":"nextButtonWasTapped"}}}
    {"jsonrpc":"2.0","id":4,"method":"ping"}
    {"jsonrpc":"2.0","id":5,"method":"shutdown"}
    {"jsonrpc":"2.0","method":"exit"}

    """

  @Test func `a host answers what the app asks, with a file by its path`() throws {
    var app = AppDefinition.tributary
    app.screens = [AnyScreen(.desk)]
    let host = Host()
    let core = try HostedCore(
      1_000_001, HostedFront(front: Front("desk", version: "0.1.0", app: app)), [], host.callbacks)
    core.receive(
      Array(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"questions":["pickFile"]}}}
        {"jsonrpc":"2.0","id":2,"method":"screen/open","params":{"screen":"desk"}}
        {"jsonrpc":"2.0","id":3,"method":"screen/send","params":{"instance":"desk-1","event":{"type":"fileButtonWasTapped"}}}

        """.utf8))
    #expect(host.text.contains(#""id":"core-1","jsonrpc":"2.0","method":"question/ask""#))
    core.receive(Array((#"{"id":"core-1","jsonrpc":"2.0","result":{"answer":{"path":"/dev/zero"}}}"# + "\n").utf8))
    #expect(host.text.contains(#""reason":"This is not a regular file, but a folder, a pipe or a device.""#))
    let answer = #"{"question":"question-1","answer":{"path":"/dev/../dev/full"}}"#
    core.receive(Array((#"{"jsonrpc":"2.0","id":4,"method":"question/answer","params":\#(answer)}"# + "\n").utf8))
    #expect(host.text.contains(#""id":4"#) && !host.text.contains("pickFile: full"))
    core.close()
  }

  @Test func `the frames are those of a server in process, and the end is told`() throws {
    let transcript = Transcript()
    let frontSession = try FrontSession(front, CoreOptions(["--seed=7"], of: HostedFront(front: front)).session)
    let server = ScreenServer(output: transcript, name: "tributary", version: "0.1.0") { frontSession.app }
    let host = Host()
    let core = try HostedCore(1_000_000, HostedFront(front: front), ["--seed=7"], host.callbacks)
    // In pieces that cut lines and characters.
    for start in stride(from: 0, to: session.utf8.count, by: 7) {
      let piece = Array(session.utf8.dropFirst(start).prefix(7))
      server.receive(piece)
      core.receive(piece)
    }
    #expect(transcript.text.contains(#"{"id":4,"jsonrpc":"2.0","result":{}}"#))
    expectEqual(host.text, transcript.text)
    expectEqual(host.code, 0)
  }

  @Test(.exitTest) func `makes no core of an app with a wrong description`() async {
    await #expect(processExitsWith: .exitCode(9)) {
      let core = CCore.create(Front("forgetful", version: "1", app: .forgetful), nil, { _, _, _ in }, nil, nil)
      let mistakes = AppDefinition.forgetful.check().map(\.description).joined(separator: " ")
      if core == 0, String(cString: tributary_last_error()) == mistakes { exit(9) }
    }
  }

  @Test func `the app as a whole is on the wire as in process`() throws {
    let front = Front("club", version: "0.1.0", app: .club)
    let transcript = Transcript()
    let frontSession = try FrontSession(
      front, CoreOptions(["--now=2026-11-20T15:04:05Z"], of: HostedFront(front: front)).session)
    let server = ScreenServer(output: transcript, name: "club", version: "0.1.0") { frontSession.app }
    let host = Host()
    let core = try HostedCore(1_000_007, HostedFront(front: front), ["--now=2026-11-20T15:04:05Z"], host.callbacks)
    let lines = #"""
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"app":true}}}
      {"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"app","event":{"type":"roomButtonWasTapped","id":5}}}
      {"jsonrpc":"2.0","id":3,"method":"screen/open","params":{"link":"/rooms/7"}}
      {"jsonrpc":"2.0","id":4,"method":"screen/close","params":{"instance":"app"}}
      {"jsonrpc":"2.0","id":5,"method":"shutdown"}
      {"jsonrpc":"2.0","method":"exit"}

      """#
    server.receive(Array(lines.utf8))
    core.receive(Array(lines.utf8))
    expectEqual(host.text, transcript.text)
    for part in [#""result":{"app":{"instance":"app","rev":1,"#, #""layout":{"#, #""screen":"room""#, "appStaysOpen"] {
      #expect(host.text.contains(part), "\(part)")
    }
    expectEqual(host.code, 0)
  }

  @Test func `an event that a description refuses is refused`() throws {
    let host = Host()
    let front = Front("wicket", version: "0.1.0", app: .wicket)
    let core = try HostedCore(1_000_008, HostedFront(front: front), [], host.callbacks)
    var lines = #"{"jsonrpc":"2.0","id":0,"method":"screen/open","params":{"screen":"wicket"}}"# + "\n"
    for (event, _) in WicketEvent.refusals {
      lines +=
        #"{"jsonrpc":"2.0","id":1,"method":"screen/send","params":{"instance":"wicket-1","event":\#(event)}}"# + "\n"
    }
    core.receive(Array(lines.utf8))
    for (event, reason) in WicketEvent.refusals { #expect(host.text.contains(reason), "\(event)") }
    expectEqual(host.text.components(separatedBy: "\"rev\"").count, 2)
    core.close()
  }

  @Test func `a silenced core tells its host nothing`() throws {
    let host = Host()
    let core = try HostedCore(1_000_001, HostedFront(front: front), [], host.callbacks)
    core.silence()
    core.receive(Array(session.utf8))
    core.close()
    expectEqual(host.text, "")
    #expect(host.code == nil)
  }

  @Test(
    arguments: [
      ("[]", "The options are not a JSON object."),
      ("{", "The options are not a JSON object."),
      (#"{"seed":7,"fail":[],"\u0073eed":7}"#, "The option seed is there twice."),
      (#"{"seed":{"a":1,"a":2}}"#, "The options are not a JSON object."),
      (#"{"sed":true}"#, "Unknown option sed. Did you mean seed?"),
      (#"{"sed":{}}"#, "Unknown option sed. Did you mean seed?"),
      (#"{"seed":null}"#, "The option seed takes a text, a number, or an array of these."),
      (#"{"protocol":"shout","laud":true}"#, "Unknown option laud. Did you mean loud?"),
      (#"{"protocol":"shout","loud":"yes"}"#, "The option loud takes true or false."),
      (#"{"protocol":"shout","times":true}"#, "The option times takes a text, a number, or an array of these."),
      (#"{"protocol":"shout","times":0}"#, "times takes a number from 1."),
      (#"{"loud":true}"#, "loud needs protocol shout."),
      (#"{"protocol":"screens","times":3}"#, "times needs protocol shout."),
      (#"{"seed":true}"#, "The option seed takes a text, a number, or an array of these."),
      (#"{"sed":7}"#, "Unknown option sed. Did you mean seed?"),
      (#"{"replay":"a"}"#, "A core in C does not replay."),
      (#"{"protocol":"shout","backend":"client"}"#, "protocol shout goes without backend client."),
      (#"{"protocol":"soap"}"#, #"protocol takes "screens" or "shout"."#),
      (#"{"a--b":1}"#, "Unknown option a--b."),
      (#"{"protocl":"screens"}"#, "Unknown option protocl. Did you mean protocol?"),
    ])
  func `a wrong option is named`(text: String, message: String) {
    let error = #expect(throws: OptionError.self) {
      try CoreOptions(CoreOptions.arguments(text.utf8, of: hosted), of: hosted)
    }
    expectEqual(error?.messageInC(.english), message)
  }

  @Test(arguments: [
    (#"{"language":"de","sed":7}"#, "Unbekannte Option sed. Meinten Sie seed?"),
    (#"{"language":"de","seed":true}"#, "Die Option seed nimmt einen Text, eine Zahl oder eine Liste davon."),
    (#"{"language":"de","replay":"a"}"#, "Ein Kern in C spielt nichts ab."),
  ])
  func `a wrong option is named in the language of the options`(text: String, message: String) {
    expectEqual(CCore.create(front, text, { _, _, _ in }, nil, nil), 0)
    expectEqual(String(cString: tributary_last_error()), message)
  }

  @Test(arguments: [-1, -2, Int.min, Int.max, Int(TRIBUTARY_SEND_LIMIT) + 1])
  func `a count that no call can send is refused`(count: Int) {
    for core: tributary_core in [0, 1_000_003] {
      #expect(tributary_send(core, "x", count) == TRIBUTARY_TOO_LARGE)
      #expect(tributary_send(core, nil, count) == TRIBUTARY_TOO_LARGE)
      expectEqual(String(cString: tributary_last_error()), "One call sends at most 1073741824 bytes.")
    }
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
  func `options that are not UTF-8 are refused`(bytes: [UInt8]) {
    let text = Array(#"{"state":""#.utf8) + bytes + Array(#""}"#.utf8)
    #expect(throws: OptionError("The options are not UTF-8.")) { try CoreOptions.arguments(text, of: hosted) }
    let cString = text.map(CChar.init(bitPattern:)) + [0]
    expectEqual(CCore.create(front, cString, { _, _, _ in }, nil, nil), 0)
    expectEqual(String(cString: tributary_last_error()), "The options are not UTF-8.")
  }

  @Test(arguments: ["é", "日", "🧙"]) func `a long error is cut between characters`(character: String) {
    for prefix in 0..<4 {
      let text = String(repeating: "x", count: prefix) + String(repeating: character, count: 600)
      tributary_set_last_error(text)
      let error = String(validatingCString: tributary_last_error())
      #expect(error.map(text.hasPrefix) == true)
      #expect(error.map { $0.utf8.count > 500 } == true)
    }
  }

  @Test func `options are those of a command line`() throws {
    let text = #"{"seed":7,"time-zone":"Europe/Berlin","latency":5,"protocol":"screens","loud":false}"#
    let options = try CoreOptions(CoreOptions.arguments(text.utf8, of: hosted), of: hosted)
    expectEqual(options.session.seed, 7)
    expectEqual(options.session.timeZone?.identifier, "Europe/Berlin")
    #expect(options.makeSession == nil)
  }

  private func line(_ id: Int, _ method: String, _ params: String = "{}") -> [UInt8] {
    Array(#"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#.utf8) + [0x0A]
  }

  @Test func `a second front at a core is shown what the first one does, and goes on without it`() throws {
    let (one, two) = (Host(), Host())
    let core = try HostedCore(1_000_010, HostedFront(front: front), ["--seed=7"], one.callbacks)
    let second = HostedCore(1_000_011, beside: core, nil, two.callbacks)
    second.receive(line(1, "initialize", #"{"capabilities":{"shared":true}}"#))
    core.receive(line(1, "screen/open", #"{"screen":"counter"}"#))
    #expect(two.text.contains(#""method":"screen/opened","params":{"instance":"counter-1""#))
    let event = #"{"event":{"type":"nextButtonWasTapped"},"instance":"counter-1"}"#
    second.receive(line(2, "screen/send", event))
    #expect(one.text.contains(#""method":"screen/update","params":{"instance":"counter-1","rev":2"#))
    core.close()
    core.close()
    two.text = ""
    second.receive(line(3, "screen/send", event))
    #expect(two.text.contains(#"{"id":3,"jsonrpc":"2.0","result":{"rev":3}}"#))
    #expect(one.code == nil && two.code == nil)
    second.close()
  }

  @Test func `what a front at a core alone held closes when it is destroyed`() throws {
    let (one, two) = (Host(), Host())
    let core = try HostedCore(1_000_012, HostedFront(front: front), [], one.callbacks)
    let second = HostedCore(1_000_013, beside: core, nil, two.callbacks)
    core.receive(line(1, "initialize", #"{"capabilities":{"shared":true}}"#))
    second.receive(line(1, "screen/open", #"{"screen":"counter"}"#))
    second.close()
    #expect(
      one.text.hasSuffix(
        #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"counter-1","reason":"released"}}"# + "\n"))
    core.close()
  }

  @Test func `each front of a core has the app of the core, whichever protocol it speaks`() throws {
    var apps: [AppCore] = []
    let makeSession: HostedSession.Maker = { output, _, makeApp in
      apps.append(makeApp())
      return HostedSession(Session(output: output))
    }
    let hosted = HostedFront(front: front, protocols: ["shout": HostedProtocol { _ in makeSession }])
    let core = try HostedCore(1_000_014, hosted, ["--protocol=shout"], Host().callbacks)
    let second = HostedCore(
      1_000_015, beside: core, try CoreOptions(attaching: ["--protocol=shout"], of: hosted).makeSession,
      Host().callbacks)
    #expect(apps.count == 2 && apps.first === apps.last)
    second.close()
    core.close()
  }

  @Test(
    arguments: [
      (#"{"seed":7}"#, "A front that is attached takes protocol and its options alone: the app has the others."),
      (
        #"{"protocol":"shout","loud":true,"seed":7}"#,
        "A front that is attached takes protocol and its options alone: the app has the others."
      ),
      (#"{"protocol":"soap"}"#, #"protocol takes "screens" or "shout"."#),
    ])
  func `a front that is attached takes a protocol and its options alone`(text: String, message: String) {
    let error = #expect(throws: OptionError.self) {
      try CoreOptions(attaching: CoreOptions.arguments(text.utf8, of: hosted), of: hosted)
    }
    expectEqual(error?.messageInC(.english), message)
  }

  @Test func `a front is attached to a core that is there`() {
    expectEqual(tributary_attach(1_000_016, nil, { _, _, _ in }, nil, nil), 0)
    expectEqual(String(cString: tributary_last_error()), "There is no such core: it was destroyed, or never made.")
    expectEqual(tributary_attach(1_000_016, nil, nil, nil, nil), 0)
    expectEqual(String(cString: tributary_last_error()), "on_frame is NULL.")
  }

  /// A front with a protocol that has options: how often something is shouted, and whether loudly.
  private var hosted: HostedFront {
    let options = [
      CommandOption("--loud", "shout in capitals"), CommandOption("--times", .text("N"), "how often to shout"),
    ]
    let shout = HostedProtocol(options: options) { values throws(OptionError) in
      guard let times = Int(values["--times"] ?? "1"), times > 0 else {
        throw OptionError("--times takes a number from 1.")
      }
      let text = String(repeating: values["--loud"] == nil ? "ho!" : "HO!", count: times)
      return { output, session, _ in
        let conversation = Session(output: output)
        conversation.register("shout", .immediate) { _, call in
          call.succeed {
            $0.member("mock", session.hasMockAlone)
            $0.member("text", text)
          }
        }
        return HostedSession(conversation)
      }
    }
    return HostedFront(front: front, protocols: ["shout": shout])
  }

  @Test(
    arguments: [
      (["--protocol=shout"], "ho!"), (["--protocol=shout", "--loud"], "HO!"),
      (["--protocol=shout", "--times=2"], "ho!ho!"),
    ])
  func `a library speaks a protocol of its own, with options of its own`(arguments: [String], text: String) throws {
    let host = Host()
    let core = try HostedCore(1_000_002, hosted, arguments, host.callbacks)
    core.receive(line(1, "shout"))
    expectEqual(host.text, #"{"id":1,"jsonrpc":"2.0","result":{"mock":true,"text":"\#(text)"}}"# + "\n")
    core.close()
  }
}
