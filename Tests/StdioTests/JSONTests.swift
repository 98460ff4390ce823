import Foundation
import JSON
import Testing
import ViewModels

@testable import Stdio

/// What comes out of the front for a state is what the state says of itself.
@MainActor @Suite struct JSONTests {
  private func samples(_ schema: JSON) -> [String] {
    eventSamples(schema, text: "Ginny \u{1F9D9} \"/\\\n")
  }

  private func text(_ state: some ScreenState) -> String {
    String(decoding: state.json, as: UTF8.self)
  }

  @Test func everyStateAfterEveryEventIsWrittenWhole() throws {
    for screen in AppCore.screens {
      let stage = Stage()
      stage.say(open(1, screen.name))
      let instance = try #require(stage.front.instances["\(screen.name)-1"])
      func check() throws {
        let state = text(instance.screen.snapshot.state)
        #expect(
          stage.say(request(0, "screen/get", #"{"instance":"\#(instance.name)"}"#)) == [
            result(0, snapshot(instance.name, instance.revision, state))
          ])
      }
      try check()
      let events = samples(screen.events)
      #expect(!events.isEmpty)
      for (index, event) in events.enumerated() {
        let reply = stage.say(
          request(index + 2, "screen/send", #"{"instance":"\#(instance.name)","event":\#(event)}"#)
        ).last
        #expect(reply == result(index + 2, #"{"rev":\#(instance.revision)}"#))
        try check()
        stage.wait(1_000)
        try check()
      }
    }
  }

  @Test func anEventDoesOverTheWireWhatItDoesInProcess() throws {
    for screen in AppCore.screens {
      let (mine, theirs) = (Stage(), Stage())
      mine.say(open(1, screen.name))
      let instance = try #require(mine.front.instances["\(screen.name)-1"])
      let open = try theirs.front.app.open(screen.name)
      open.viewDidAppear()
      for (index, event) in samples(screen.events).enumerated() {
        mine.say(request(index + 2, "screen/send", #"{"instance":"\#(instance.name)","event":\#(event)}"#))
        try open.send(JSONText(scanning: event.utf8))
        mine.wait(1_000)
        theirs.wait(1_000)
        #expect(text(instance.screen.snapshot.state) == text(open.snapshot.state))
        #expect(instance.revision == open.snapshot.revision)
      }
    }
  }
}
