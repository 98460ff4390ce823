import AppTesting
import ExpectSupport
import MCP
import ScreensSupport
import Testing

/// The tools of parts.
@MainActor @Suite struct PartToolsTests {
  private let conversation = Conversation { scheduler in
    AppCore(.test(scheduler: scheduler), AppDefinition(screens: [AnyScreen(.chat)]))
  }

  init() {
    conversation.initialize()
    conversation.call("open_screen", #"{"screen":"chat"}"#)
  }

  private func answer(_ tool: String, _ arguments: String) throws -> String {
    conversation.call(tool, arguments)
    conversation.scheduler.advance(by: .seconds(20))
    let line = try #require(
      (conversation.newLines().last ?? conversation.text.split(separator: "\n").last.map(String.init)))
    return try #require(
      JSONText(scanning: line.utf8)["result"]?["content"]?.elements.first { _ in true }?["text"]?.string)
  }

  @Test func `has a tool for each event of a part`() throws {
    let line = try #require(conversation.send(#"{"id":7,"jsonrpc":"2.0","method":"tools/list"}"#).first)
    let tools = try #require(JSONText(scanning: line.utf8)["result"]?["tools"])
    let names = tools.elements.compactMap { $0["name"]?.string }
    #expect(names.contains("chat_filter_textChanged"))
    #expect(names.contains("chat_message_reaction_addButtonWasTapped"))
    #expect(!names.contains("chat_filter_filterDidAppear"))
    #expect(!names.contains("chat_filter_pinEntered"), "It takes a secret.")
    let deep = try #require(tools.elements.first { $0["name"]?.string == "chat_message_reaction_addButtonWasTapped" })
    expectEqual(
      deep["inputSchema"]?["required"].map { String(decoding: $0.bytes, as: UTF8.self) },
      #"["instance","messageId","reactionId"]"#)
    expectEqual(deep["description"]?.string, "A message. A sign. Once more.")
  }

  @Test func `sends an event to a part, and to one in a list`() throws {
    let text = try answer("chat_filter_noteChanged", #"{"instance":"chat-1","text":"a note"}"#)
    #expect(text.contains(#""note":"a note""#))
    let deep = try answer(
      "chat_message_reaction_addButtonWasTapped", #"{"instance":"chat-1","messageId":1,"reactionId":"+1"}"#)
    #expect(deep.contains(#"{"count":2,"id":"+1"}"#))
  }

  @Test func `says why a part refuses, and which argument is wrong`() throws {
    try expectEqual(
      answer("chat_editor_saveButtonWasTapped", #"{"instance":"chat-1"}"#),
      "The event was refused, and nothing has changed: This is not there at the moment.")
    try expectEqual(
      answer("chat_message_retryButtonWasTapped", #"{"instance":"chat-1","messageId":9}"#),
      "The event was refused, and nothing has changed: This row is no longer in the list.")
    try expectEqual(
      answer("chat_message_retryButtonWasTapped", #"{"instance":"chat-1","messageId":"x"}"#),
      #"The argument "messageId" cannot be read: expected an integer."#)
    try expectEqual(
      answer("chat_filter_range_daysChanged", #"{"instance":"chat-1","number":"x"}"#),
      #"The argument "number" cannot be read: expected an integer."#)
  }
}
