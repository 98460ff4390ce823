import ExpectSupport
import Foundation
import ScreenServer
import Testing

@testable import ServerSupport

/// States on the wire are those of the app.
@MainActor @Suite struct ScreenServerStateTests {
  private func samples(_ events: Shape) -> [String] {
    eventSamples(events, text: "Ginny \u{1F9D9} \"/\\\n")
  }

  private func text(_ state: some ScreenState) -> String {
    String(decoding: state.json, as: UTF8.self)
  }

  @Test func `writes every state after every event as a whole`() throws {
    for screen in AppCore.screens {
      let stage = ServerStage()
      stage.say(open(1, screen.name))
      let instance = try #require(stage.server.app.instances.first)
      func check() throws {
        let state = text(instance.snapshot.state)
        expectEqual(
          stage.say(request(0, "screen/get", #"{"instance":"\#(screen.name)-1"}"#)),
          [
            result(0, snapshot("\(screen.name)-1", instance.snapshot.revision, state))
          ])
      }
      try check()
      let events = samples(screen.events)
      #expect(!events.isEmpty)
      for (index, event) in events.enumerated() {
        let reply = stage.say(
          request(index + 2, "screen/send", #"{"instance":"\#(screen.name)-1","event":\#(event)}"#)
        ).last
        // An event that the state does not allow is refused; see RefusedEventTests.
        if reply?.contains(#""code":1004"#) != true {
          expectEqual(reply, result(index + 2, #"{"rev":\#(instance.snapshot.revision)}"#))
        }
        try check()
        stage.wait(1_000)
        try check()
      }
    }
  }

  @Test func `applies an event as the app does in process`() throws {
    for screen in AppCore.screens {
      let (mine, theirs) = (ServerStage(), ServerStage())
      mine.say(open(1, screen.name))
      let instance = try #require(mine.server.app.instances.first)
      let open = try theirs.server.app.open(screen.name)
      open.viewDidAppear()
      for (index, event) in samples(screen.events).enumerated() {
        mine.say(request(index + 2, "screen/send", #"{"instance":"\#(screen.name)-1","event":\#(event)}"#))
        do {
          try open.send(JSONText(scanning: event.utf8))
        } catch let error as EventError where error.code == .refused {
        }
        mine.wait(1_000)
        theirs.wait(1_000)
        expectEqual(text(instance.snapshot.state), text(open.snapshot.state))
        expectEqual(instance.snapshot.revision, open.snapshot.revision)
      }
    }
  }
}
