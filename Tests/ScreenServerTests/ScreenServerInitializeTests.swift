import ExpectSupport
import ScreenServer
import Testing

@testable import ServerSupport

@MainActor @Suite struct ScreenServerInitializeTests {
  private let stage = ServerStage()
  private let hello = """
    {"id":1,"jsonrpc":"2.0","result":{"capabilities":{"conflation":true,"discover":true,\
    "navigation":true,"patches":true,"screens":[\(AppCore.screens.map { "\"\($0.name)\"" }.sorted().joined(separator: ","))],"sync":true},\
    "coreInfo":{"name":"core","version":"1.0"},\
    "limits":{"batch":100,"depth":64,"headerBlock":8192,"id":256,"inFlight":256,"instances":256,"message":16777216},\
    "protocolVersion":"1"}}
    """

  @Test func `answers with its version, capabilities and limits`() {
    expectEqual(stage.say(request(1, "initialize", #"{"protocolVersion":"1","clientInfo":{"name":"x"}}"#)), [hello])
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"initialized"}"#), [])
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{"a":1}}"#), [])
  }

  @Test func `accepts initialize again after a refusal`() {
    expectEqual(
      stage.say(request(1, "initialize", #"{"protocolVersion":"99"}"#)),
      [
        error(1001, "1", "Unsupported version", #""reason":"unsupportedVersion","supported":["1"]"#)
      ])
    expectEqual(
      stage.say(request(2, "initialize", #"{"protocolVersion":1}"#)),
      [
        badParams(2, "/protocolVersion", "wrongType", hint: "expected a string")
      ])
    expectEqual(stage.say(request(1, "initialize", #"{"protocolVersion":null}"#)), [hello])
  }

  @Test(arguments: [
    // Neovim 0.11
    #"{"capabilities":{"general":{"positionEncodings":["utf-8","utf-16","utf-32"]},"textDocument":{"callHierarchy":{}}},"#
      + #""clientInfo":{"name":"Neovim","version":"0.11.0+v0.11.0"},"processId":4711,"rootPath":null,"rootUri":null,"#
      + #""trace":"off","workDoneToken":"1","workspaceFolders":null}"#,
    // pygls
    #"{"processId":null,"rootUri":"file:///","capabilities":{},"initializationOptions":[]}"#,
    // Lua writes an empty table as an array.
    #"{"capabilities":[],"clientInfo":[],"processId":1.5,"x":{}}"#,
    #"{"capabilities":{"services":{},"patches":null,"front":null}}"#,
  ])
  func `answers initialize as LSP clients send it`(params: String) {
    expectEqual(stage.say(request(1, "initialize", params)), [hello])
  }

  @Test(arguments: [
    (#"{"capabilities":{"questions":"*"}}"#, "/capabilities/questions", "an array of names"),
    (#"{"capabilities":{"questions":["confirm",7]}}"#, "/capabilities/questions/1", "a string"),
    (#"{"capabilities":{"services":"balance"}}"#, "/capabilities/services", "an array of names"),
    (#"{"capabilities":{"services":{"balance":true}}}"#, "/capabilities/services", "an array of names"),
    (#"{"capabilities":{"patches":"yes"}}"#, "/capabilities/patches", "a boolean or null"),
    (#"{"capabilities":{"causes":1}}"#, "/capabilities/causes", "a boolean or null"),
    (#"{"capabilities":{"app":"true"}}"#, "/capabilities/app", "a boolean or null"),
    (#"{"capabilities":{"shared":[]}}"#, "/capabilities/shared", "a boolean or null"),
    (#"{"capabilities":{"front":"page"}}"#, "/capabilities/front", "an object"),
    (#"{"capabilities":{"front":{"kind":1}}}"#, "/capabilities/front/kind", "a string or null"),
    (#"{"capabilities":{"front":{"returns":"yes"}}}"#, "/capabilities/front/returns", "a boolean or null"),
    (#"{"capabilities":{"front":{"return":1}}}"#, "/capabilities/front/return", "a string or null"),
    (#"{"capabilities":["patches"]}"#, "/capabilities", "an object"),
  ])
  func `refuses a capability of another type, and nothing of the rest has an effect`(
    params: String, pointer: String, expected: String
  ) {
    expectEqual(
      stage.say(request(1, "initialize", params)), [badParams(1, pointer, "wrongType", hint: "expected \(expected)")])
    expectEqual(stage.say(request(1, "initialize")), [hello])
  }

  @Test func `repeats those questions that the app describes`() {
    let reply =
      stage.say(
        request(1, "initialize", #"{"capabilities":{"questions":["nope","notify","confirm","*"]}}"#)
      ).first ?? ""
    #expect(reply.contains(#""questions":["*","confirm","notify"]"#))
  }

  @Test func `takes the locale that LSP clients name`() {
    let reply = stage.say(request(1, "initialize", #"{"processId":null,"capabilities":{},"locale":"en"}"#)).first ?? ""
    #expect(reply.contains(#""language":"en","limits""#) && reply.contains(#""locale":"en""#))
  }

  @Test(arguments: ["shutdown", "exit", "initialized", "$/cancelRequest"])
  func `ignores surplus params of notifications`(method: String) {
    expectEqual(stage.say(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"surplus":1}}"#), [])
    #expect((stage.ending != nil) == (method == "exit"))
  }
}
