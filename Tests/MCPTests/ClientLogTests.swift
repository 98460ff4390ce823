import AppTesting
import ExpectSupport
import MCP
import Testing

/// What a client hears that is no answer.
@MainActor @Suite struct ClientLogTests {
  private let conversation = Conversation()

  private func messages(_ lines: [String]) throws -> [String] {
    try lines.map { try JSONText(scanning: $0.utf8) }
      .filter { $0["method"]?.string == "notifications/message" }.compactMap { $0["params"]?.text }
  }

  private let opened = #"{"data":"drawer-1 was opened.","level":"info","logger":"workshop"}"#

  @Test func `hears of nothing that it has not asked for`() throws {
    conversation.initialize()
    #expect(try messages(conversation.call("open_screen", #"{"screen":"drawer"}"#)).isEmpty)
  }

  @Test(arguments: [("debug", true), ("info", true), ("warning", false)])
  func `hears from its level on`(level: String, isHeard: Bool) throws {
    conversation.initialize()
    conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"logging/setLevel","params":{"level":"\#(level)"}}"#)
    #expect(try messages(conversation.call("open_screen", #"{"screen":"drawer"}"#)) == (isHeard ? [opened] : []))
  }

  @Test func `a wrong level is an error that names the others`() {
    conversation.initialize()
    let lines = conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"logging/setLevel","params":{"level":"loud"}}"#)
    #expect(lines.last?.contains("one of debug, info, notice, warning") == true)
    #expect(lines.last?.contains("-32602") == true)
  }

  @Test func `each request has a level of its own in the newest revision`() throws {
    let meta =
      #""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#
    for (more, expected) in [("", []), (#","io.modelcontextprotocol/logLevel":"info""#, ["drawer-2"])] {
      let lines = conversation.send(
        """
        {"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"open_screen","arguments":{"screen":"drawer"},\
        "_meta":{\(meta)\(more)}}}
        """)
      try expectEqual(messages(lines).map { String($0.split(separator: "\"")[3].prefix { $0 != " " }) }, expected)
    }
    #expect(
      conversation.send(#"{"id":1,"jsonrpc":"2.0","method":"logging/setLevel","params":{"_meta":{\#(meta)}}}"#)
        .last?.contains("-32601") == true)
  }
}
