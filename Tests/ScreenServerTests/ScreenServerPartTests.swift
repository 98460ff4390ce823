import ExpectSupport
import ScreenServer
import ScreensSupport
import Testing

@testable import ServerSupport

/// The events and the states of parts, frame by frame.
@MainActor @Suite struct ScreenServerPartTests {
  private let stage = ServerStage(screens: [AnyScreen(.chat)])

  init() {
    stage.say(request(0, "initialize", #"{"capabilities":{"patches":true}}"#))
    stage.say(request(1, "screen/open", #"{"screen":"chat"}"#))
  }

  private func send(_ event: String) -> [String] {
    stage.say(request(2, "screen/send", #"{"instance":"chat-1","event":\#(event)}"#))
  }

  @Test func `writes what has changed in a part`() {
    let frames = send(#"{"type":"message","id":3,"event":{"type":"reactionWasAdded","sign":"+1"}}"#)
    expectEqual(
      frames,
      [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"from":1,"instance":"chat-1","patch":[{"op":"add","path":"/messages/2/reactions/0","value":{"count":1,"id":"+1"}}],"rev":2}}"#,
        result(2, #"{"rev":2}"#),
      ])
  }

  @Test func `refuses an event for a part that is not there in words`() {
    for event in [
      #"{"type":"editor","event":{"type":"saveButtonWasTapped"}}"#,
      #"{"type":"message","id":9,"event":{"type":"retryButtonWasTapped"}}"#,
      #"{"type":"message","id":1,"event":{"type":"reaction","id":"?","event":{"type":"addButtonWasTapped"}}}"#,
    ] {
      let frame = send(event).first ?? ""
      #expect(frame.contains(#""code":1004"#))
      #expect(frame.contains("There") || frame.contains("This "))
    }
    expectEqual(stage.say(request(3, "ping", "{}")), [result(3, "{}")])
  }

  @Test func `names the place of a fault in the event of a part`() {
    #expect(
      send(#"{"type":"filter","event":{"type":"range","event":{"type":"daysChanged","number":"x"}}}"#).first?
        .contains(#""pointer":"/event/event/event/number""#) == true)
  }
}
