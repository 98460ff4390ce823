import AppTesting
import ExpectSupport
import MCP
import StreamsTesting
import Testing

/// When and how a call is answered.
@MainActor @Suite struct ToolAnswerTests {
  private let conversation = Conversation { makeKiln($0) }

  init() {
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"kiln"}"#)
    _ = conversation.newLines()
  }

  /// The results of calls that are answered now.
  private func results() throws -> [JSONText] {
    try conversation.newLines().compactMap { try JSONText(scanning: $0.utf8)["result"] }
  }

  private func fire(_ meta: String = "{}") -> [String] {
    conversation.send(
      """
      {"id":3,"jsonrpc":"2.0","method":"tools/call","params":{"name":"kiln_fireButtonWasTapped","arguments":\
      {"instance":"kiln-1"},"_meta":\(meta)}}
      """)
  }

  @Test func `a call whose work has failed is a failure of the tool, with the state`() throws {
    #expect(fire().isEmpty)
    conversation.scheduler.advance(by: .seconds(3))
    let result = try #require(try results().first)
    #expect(result["isError"]?.bool == true)
    let answer = try #require(result["structuredContent"])
    expectEqual(answer["failures"]?.text, #"["It has cracked."]"#)
    expectEqual(answer["changed"]?["problem"]?.string, "It has cracked.")
  }

  @Test func `what has failed before the call is not a failure of it`() throws {
    _ = fire()
    conversation.scheduler.advance(by: .seconds(3))
    _ = conversation.newLines()
    for (tool, arguments) in [
      ("kiln_labelChanged", #"{"instance":"kiln-1","text":"x"}"#), ("read_screen", #"{"instance":"kiln-1"}"#),
    ] {
      let result = try #require(conversation.result(tool, arguments))
      #expect(result["isError"] == nil && result["structuredContent"]?["failures"] == nil)
    }
    _ = conversation.newLines()
    #expect(fire().isEmpty)
    conversation.scheduler.advance(by: .seconds(3))
    #expect(try results().first?["isError"]?.bool == true, "It has failed once more, with the same text.")
  }

  @Test func `a screen closes whose opening is cancelled`() {
    let app = conversation.server.app
    #expect(conversation.call("open_kiln", #"{"glaze":"slow"}"#, id: 9).allSatisfy { !$0.contains(#""id":9"#) })
    expectEqual(app.instances.map(\.id), ["kiln-1", "kiln-2"])
    conversation.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#)
    expectEqual(app.instances.map(\.id), ["kiln-1"])
    conversation.scheduler.advance(by: .seconds(20))
    #expect(conversation.newLines().allSatisfy { !$0.contains(#""id":9"#) })
  }

  @Test func `a client that has asked for it hears each second that a call goes on`() throws {
    expectEqual(
      fire(#"{"progressToken":"t"}"#),
      [
        #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"The screen works.","progress":0,"progressToken":"t"}}"#
      ])
    conversation.scheduler.advance(by: .seconds(2))
    let progress = try conversation.newLines().compactMap {
      try JSONText(scanning: $0.utf8)["params"]?["progress"]?.integer()
    }
    expectEqual(progress, [1, 2])
    conversation.scheduler.advance(by: .seconds(20))
    #expect(conversation.newLines().last?.contains(#""id":3"#) == true, "None comes after the answer.")
  }

  @Test func `a call that ends at once reports no progress`() {
    let lines = conversation.send(
      """
      {"id":3,"jsonrpc":"2.0","method":"tools/call","params":{"name":"kiln_labelChanged","arguments":\
      {"instance":"kiln-1","text":"x"},"_meta":{"progressToken":1}}}
      """)
    expectEqual(lines.count, 1)
    conversation.scheduler.advance(by: .seconds(5))
    #expect(conversation.newLines().isEmpty)
  }

  @Test func `an answer leads to the resource of a screen that was opened where an option asks for it`() throws {
    #expect(!conversation.text.contains("resource_link"))
    let conversation = Conversation(linksScreens: true) { makeKiln($0) }
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"kiln"}"#)
    let opened = try #require(conversation.result("open_screen", #"{"screen":"kiln"}"#))
    let link = try #require(opened["content"].map { Array($0.elements) }?.last)
    expectEqual(
      link.text,
      #"{"mimeType":"application/json","name":"kiln-2","type":"resource_link","uri":"tributary://screens/kiln-2"}"#)
    let read = try #require(conversation.result("read_screen", #"{"instance":"kiln-2"}"#))
    #expect(!read.text.contains("resource_link"))
  }
}
