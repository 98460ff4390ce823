import ClientGenerator
import Screens
import ScreensSupport
import Testing

/// The methods that clients have for the events of parts.
@Suite struct PartClientTests {
  private let screens = [AnyScreen(.chat), AnyScreen(.filter)].map(ScreenDescription.init)

  @Test func `has a method for each event of a part in Python`() {
    let source = ClientLanguage.python.client(of: screens, name: "chat-stdio", version: "1.0")
    #expect(
      source.contains(
        #"return self.send({"type": "filter", "event": {"type": "textChanged", "text": text}}, if_rev, timeout)"#))
    #expect(source.contains("def message_reaction_add_button_was_tapped(self, *, message_id: int, reaction_id: str,"))
    #expect(
      source.contains(
        #"{"type": "message", "id": message_id, "event": {"type": "reaction", "id": reaction_id, "event": {"type": "addButtonWasTapped"}}}"#
      ))
    #expect(source.contains("    filter: FilterState  #"))
    #expect(source.contains("    editor: DraftState | None  #"))
  }

  @Test func `has a method for each event of a part in TypeScript`() {
    let source = ClientLanguage.typescript.client(of: screens, name: "chat-stdio", version: "1.0")
    #expect(
      source.contains(
        #"return this._send({ type: "filter", event: { type: "textChanged", text: text } }, options);"#))
    #expect(
      source.contains(
        "messageReactionAddButtonWasTapped(values: { readonly messageId: number; readonly reactionId: string }"))
    #expect(
      source.contains(
        #"{ type: "message", id: values["messageId"], event: { type: "reaction", id: values["reactionId"], event: { type: "addButtonWasTapped" } } }"#
      ))
  }

  @Test func `lists the events of parts in the reference`() {
    let text = ScreenReference(of: screens, command: "chat-stdio").text
    #expect(
      text.contains("| `message` › `reaction` › `addButtonWasTapped` | `messageId`: integer; `reactionId`: string |"))
  }
}
