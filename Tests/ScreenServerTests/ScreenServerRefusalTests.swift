import ExpectSupport
import ScreenServer
import ScreensSupport
import Testing
import ViewModels

@testable import ServerSupport

/// Events that the state does not allow, and what a script waits for.
@MainActor @Suite struct ScreenServerRefusalTests {
  private let stage = ServerStage(screens: [AnyScreen(.shelf), AnyScreen(.shelfBook)])

  private func event(_ id: Int, _ event: String, ifRev: Int? = nil, _ instance: String = "book-1") -> String {
    let revision = ifRev.map { #","ifRev":\#($0)"# } ?? ""
    return request(id, "screen/send", #"{"instance":"\#(instance)","event":\#(event)\#(revision)}"#)
  }

  private let save = #"{"type":"saveButtonWasTapped"}"#
  private let stars = #"{"type":"starsChanged","stars":5}"#

  private func refusal(_ id: Int) -> String {
    error(1004, "\(id)", "Event rejected", #""code":"disabled","reason":"There are no stars.""#)
  }

  @Test func `refuses an event with the reason for people`() {
    stage.say(open(1, "book"))
    expectEqual(stage.say(event(2, save)), [refusal(2)])
    expectEqual(stage.server.app.instances.first?.snapshot.revision, 2)
    expectEqual(stage.say(event(3, stars)).last, result(3, #"{"rev":3}"#))
    #expect(stage.say(event(4, save)).first?.contains(#""method":"screen/closed""#) == true)
  }

  @Test func `refuses what a description hides, disables, or refuses for a row`() {
    let stage = ServerStage(definition: .wicket)
    stage.say(open(1, "wicket"))
    for (number, (event, reason)) in WicketEvent.refusals.enumerated() {
      let reply = stage.say(self.event(number + 2, event, "wicket-1")).first ?? ""
      #expect(reply.contains(#""code":1004,"#) && reply.contains(#""reason":"\#(reason)""#), "\(event): \(reply)")
    }
    expectEqual(stage.server.app.instances.first?.snapshot.revision, 1)
  }

  @Test func `ignores what is not the name of a language`() {
    let reply = stage.say(request(1, "initialize", #"{"language":"german","locale":7}"#)).first ?? ""
    #expect(reply.contains(#""language":"en","limits""#))
  }

  @Test func `ignores a notification with a refused event`() {
    stage.say(open(1, "book"))
    let note = #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"book-1","event":\#(save)}}"#
    expectEqual(stage.say(note), [])
    expectEqual(stage.server.app.instances.first?.snapshot.revision, 2)
  }

  @Test func `finds a malformed event before a stale one, and that before a refused one`() {
    stage.say(open(1, "book"))
    expectEqual(
      stage.say(event(2, #"{"type":"starsChanged","stars":"5"}"#, ifRev: 9)),
      [
        badParams(2, "/event/stars", "wrongType", hint: "expected an integer")
      ])
    expectEqual(stage.say(event(3, save, ifRev: 9)), [error(1002, "3", "Stale revision", #""reason":"staleRevision""#)])
    expectEqual(stage.say(event(4, save, ifRev: 2)), [refusal(4)])
    expectEqual(
      stage.say(event(5, stars, ifRev: 9)), [error(1002, "5", "Stale revision", #""reason":"staleRevision""#)])
    expectEqual(stage.server.app.instances.first?.snapshot.revision, 2)
  }

  @Test func `refuses one event of a batch`() {
    stage.say(open(1, "book"))
    let frames = stage.say("[\(event(2, save)),\(event(3, stars)),\(event(4, save))]")
    #expect(frames.last?.hasPrefix("[\(refusal(2)),\(result(3, #"{"rev":3}"#)),") == true)
  }

  @Test func `answers a sync after the pause that the user waits for`() {
    stage.say(open(1, "shelf"))
    let search = event(2, #"{"type":"searchTextChanged","text":"Emma"}"#, "shelf-1")
    expectEqual(stage.say(search, request(3, "sync")), [result(2, #"{"rev":2}"#)])
    expectEqual(stage.wait(299), [])
    let frames = stage.wait(1)
    expectEqual(frames.count, 2)
    #expect(frames.first?.contains(#""title":"Novels with Emma""#) == true)
    expectEqual(frames.last, result(3))
    expectEqual(stage.say(request(4, "sync")), [result(4)])
  }
}
