import AppTesting
import ExpectSupport
import MCP
import Testing

private let versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]

/// What the revisions of the protocol know, and what is left out where they do not.
@MainActor @Suite struct RevisionTests {
  private let conversation = Conversation { makeKiln($0) }

  /// Begins a conversation, and returns what each request has in its params.
  private func begin(_ version: String) -> String {
    if version != "2026-07-28" {
      conversation.send(
        #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{"elicitation":{}}}}"#
      )
      return ""
    }
    return #""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"#
  }

  @Test(arguments: versions) func `leaves out what the revision does not know`(version: String) throws {
    let meta = begin(version)
    let list = try #require(
      conversation.send(
        #"{"id":1,"jsonrpc":"2.0","method":"tools/list","params":{"_meta":{\#(meta)"progressToken":1}}}"#
      )
      .last)
    let tool = try #require(
      JSONText(scanning: list.utf8)["result"]?["tools"]?.elements.first {
        $0["name"]?.string == "kiln_smashButtonWasTapped"
      })
    #expect((tool["annotations"] != nil) == (version >= "2025-03-26"))
    #expect((tool["title"] != nil) == (version >= "2025-06-18"))
    #expect((tool["annotations"]?["title"] != nil) == (version == "2025-03-26"))
    let lines = conversation.send(
      #"{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{\#(meta)"progressToken":1},"name":"open_kiln","arguments":{"glaze":"slow"}}}"#
    )
    let progress = try #require(lines.first { $0.contains("notifications/progress") })
    #expect(progress.contains("message") == (version >= "2025-03-26"))
    conversation.scheduler.advance(by: .seconds(10))
    let line = try #require(conversation.newLines().last { $0.contains(#""id":2"#) })
    let result = try #require(JSONText(scanning: line.utf8)["result"])
    #expect((result["structuredContent"] != nil) == (version >= "2025-06-18"))
    #expect(!line.contains("resource_link"))
    #expect((result["resultType"] != nil) == (version >= "2026-07-28"))
    #expect(result["content"]?.elements.first { _ in true }?["text"]?.string?.contains(#""glaze":"slow""#) == true)
  }

  @Test(arguments: versions) func `takes a batch in 2025-03-26 alone`(version: String) {
    let meta = begin(version)
    let params = #""params":{"_meta":{\#(meta)"progressToken":1}}"#
    _ = conversation.newLines()
    let lines = conversation.send(
      #"[{"id":1,"jsonrpc":"2.0","method":"resources/list",\#(params)},{"jsonrpc":"2.0","method":"notifications/initialized"},{"id":2,"jsonrpc":"2.0","method":"ping"}]"#
    )
    guard version == "2025-03-26" else {
      return expectEqual(
        lines,
        [
          #"{"error":{"code":-32600,"data":{"hint":"send one message at a time","reason":"batch"},"message":"Invalid Request"},"id":null,"jsonrpc":"2.0"}"#
        ])
    }
    expectEqual(
      lines,
      [
        #"[{"id":1,"jsonrpc":"2.0","result":{"resources":[]}},{"id":2,"jsonrpc":"2.0","result":{}}]"#
      ])
  }

  @Test func `calls of a batch are answered together when the last one is done`() throws {
    _ = begin("2025-03-26")
    conversation.call("open_screen", #"{"screen":"kiln"}"#)
    let call = { (id: Int, name: String) in
      #"{"id":\#(id),"jsonrpc":"2.0","method":"tools/call","params":{"name":"\#(name)","arguments":{"instance":"kiln-1"}}}"#
    }
    #expect(conversation.send("[\(call(1, "kiln_fireButtonWasTapped")),\(call(2, "read_screen"))]").isEmpty)
    conversation.scheduler.advance(by: .seconds(3))
    let lines = conversation.newLines()
    expectEqual(lines.count, 1)
    try expectEqual(JSONText(scanning: (lines.first ?? "").utf8).elements.compactMap { $0["id"]?.integer() }, [1, 2])
  }

  @Test func `an unknown resource is named in the error`() throws {
    for version in ["2025-11-25", "2026-07-28"] {
      let meta = begin(version)
      let line = conversation.send(
        #"{"id":1,"jsonrpc":"2.0","method":"resources/read","params":{"_meta":{\#(meta)"progressToken":1},"uri":"x:y"}}"#
      )
      let error = try #require(JSONText(scanning: (line.last ?? "").utf8)["error"])
      expectEqual(error["data"]?["uri"]?.string, "x:y")
      #expect(error["message"]?.string?.contains("\"uri\"") == true, "Clients show the message alone.")
    }
  }
}
