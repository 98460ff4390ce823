import ExpectSupport
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport

/// Screens that open other screens, close with results, and replace themselves, frame by frame.
@MainActor @Suite struct ScreenServerNavigationTests {
  private static let screens = [AnyScreen(.shelf), AnyScreen(.shelfBook)]
  private let stage = ServerStage(screens: screens)

  private func openShelf(_ id: Int = 1, _ params: String = "{}") -> String {
    request(id, "screen/open", #"{"screen":"shelf","params":\#(params)}"#)
  }

  private func event(_ id: Int, _ instance: String, _ event: String) -> String {
    request(id, "screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
  }

  private func tap(_ id: Int, _ instance: String = "shelf-1", book: Int = 2) -> String {
    event(id, instance, #"{"type":"bookWasTapped","id":\#(book)}"#)
  }

  private func recommend(_ id: Int, _ instance: String, _ title: String = "Emma") -> String {
    event(id, instance, #"{"type":"bookWasRecommended","title":"\#(title)"}"#)
  }

  private func close(_ id: Int, _ instance: String) -> String {
    request(id, "screen/close", #"{"instance":"\#(instance)"}"#)
  }

  private func batch(_ elements: String...) -> String { "[\(elements.joined(separator: ","))]" }

  // MARK: - Frames

  private func book(_ title: String, appearances: Int = 0, note: String? = nil, stars: Int = 0) -> String {
    #"{"appearances":\#(appearances),"noteText":\#(note.map { "\"\($0)\"" } ?? "null"),"price":"private-1815","#
      + #""saveDisabledReason":\#(stars == 0 ? #""There are no stars.""# : "null"),"stars":\#(stars),"title":"\#(title)"}"#
  }

  private func shelf(_ count: Int = 0, appearances: Int = 1, note: String? = nil) -> String {
    let rows = (0..<count).map {
      #"{"id":\#($0 + 1),"isLent":false,"price":"private-\#($0)","title":"Book \#($0 + 1)"}"#
    }
    return #"{"appearances":\#(appearances),"isBusy":false,"noteText":\#(note.map { "\"\($0)\"" } ?? "null"),"#
      + #""owner":"private-Harriet","rows":[\#(rows.joined(separator: ","))],"title":"Novels"}"#
  }

  private func opened(
    _ instance: String, by opener: String?, rev: Int = 1, screen: String = "book", _ state: String
  ) -> String {
    #"{"jsonrpc":"2.0","method":"screen/opened","params":{"instance":"\#(instance)","#
      + #""opener":\#(opener.map { "\"\($0)\"" } ?? "null"),"rev":\#(rev),"screen":"\#(screen)","state":\#(state)}}"#
  }

  private func closed(_ instance: String, _ reason: String, result: String? = nil) -> String {
    #"{"jsonrpc":"2.0","method":"screen/closed","params":{"instance":"\#(instance)","reason":"\#(reason)""#
      + (result.map { #","result":\#($0)"# } ?? "") + "}}"
  }

  private func names(_ frames: [String]) -> [String] {
    frames.map { frame in
      let method = frame.firstMatch(of: /"method":"screen\/(\w+)"/).map { String($0.1) } ?? "reply"
      let instance = frame.firstMatch(of: /"instance":"([\w-]+)"/).map { " " + $0.1 } ?? ""
      return method + instance
    }
  }

  // MARK: - Opening

  @Test func `announces a screen before the reply of the event, and then it appears`() {
    stage.say(openShelf())
    expectEqual(
      stage.say(tap(2)),
      [
        opened("book-2", by: "shelf-1", book("Book 2")), result(2, #"{"rev":2}"#),
        update("book-2", 2, book("Book 2", appearances: 1)),
      ])
    let starred = update("book-2", 3, book("Book 2", appearances: 1, stars: 5))
    expectEqual(
      stage.say(event(3, "book-2", #"{"type":"starsChanged","stars":5}"#)), [starred, result(3, #"{"rev":3}"#)])
  }

  @Test func `announces a screen that a service opens`() throws {
    stage.say(openShelf())
    let model = try #require(stage.server.app.instances.first?.anyModel as? ShelfViewModel)
    expectEqual(
      stage.watch { model.recommend("Emma") },
      [
        opened("book-2", by: "shelf-1", book("Emma")), update("book-2", 2, book("Emma", appearances: 1)),
      ])
  }

  @Test func `announces a screen after the opener that opens it while it is made`() {
    expectEqual(
      stage.say(openShelf(1, #"{"opensBook":true,"count":0}"#)),
      [
        result(1, snapshot("shelf-1", 1, shelf(appearances: 0))),
        opened("book-2", by: "shelf-1", book("At once")),
        update("shelf-1", 2, shelf()), update("book-2", 2, book("At once", appearances: 1)),
      ])
  }

  @Test func `announces a screen after the batch that opens its opener`() {
    let frames = stage.say(
      batch(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"), recommend(3, "book-2", "Lady Susan")))
    expectEqual(
      frames,
      [
        batch(
          result(1, snapshot("shelf-1", 2, shelf())), result(2, #"{"rev":2}"#), result(3, #"{"rev":2}"#)),
        opened("book-2", by: "shelf-1", rev: 2, book("Emma", appearances: 1)),
        opened("book-3", by: "book-2", rev: 2, book("Lady Susan", appearances: 1)),
      ])
  }

  @Test func `announces a screen before the batch of the event`() {
    stage.say(openShelf())
    let frames = stage.say(batch(tap(2), request(3, "ping")))
    expectEqual(names(frames), ["opened book-2", "update book-2", "reply"])
  }

  @Test func `never announces what is closed before its opener is announced`() {
    let frames = stage.say(
      batch(
        openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"),
        event(3, "book-2", #"{"type":"closeButtonWasTapped"}"#)))
    expectEqual(frames.count, 1)
    #expect(frames.first?.contains(#""noteText":"Emma was left.""#) == true)
    let closing = stage.say(batch(openShelf(4), recommend(5, "shelf-3"), close(6, "shelf-3")))
    expectEqual(names(closing).first, "reply shelf-3")
    expectEqual(closing.count, 1)
    expectEqual(stage.server.app.instances.count, 1)
  }

  @Test func `writes the newest state in an announcement that waits`() {
    let output = LaggingOutput()
    let stage = ServerStage(output: output, screens: Self.screens)
    func say(_ line: String) { stage.server.receive(Array((line + "\n").utf8)) }
    say(openShelf())
    let count = output.frames.count
    output.room = 0
    say(tap(2))
    say(event(3, "book-2", #"{"type":"starsChanged","stars":4}"#))
    say(request(4, "app/send", #"{"event":{"type":"willResignActive"}}"#))
    output.room = nil
    stage.server.session.outputHasRoom()
    let frames = output.frames[count...].map(\.text)
    expectEqual(names(frames), ["opened book-2", "reply", "reply", "update shelf-1", "reply"])
    #expect(frames.first?.contains(#""rev":4,"screen":"book""#) == true)
    #expect(frames.allSatisfy { !$0.contains("private-") })
  }

  @Test func `lets a client open more than a screen may`() throws {
    for id in 1...255 { stage.say(request(id, "screen/open", #"{"screen":"book"}"#)) }
    expectEqual(names(stage.say(recommend(300, "book-1"))), ["opened book-256", "reply", "update book-256"])
    // The 257th one: neither the app nor the client opens it.
    let refused = stage.say(recommend(301, "book-1"))
    expectEqual(refused.count, 2)
    #expect(refused.first?.contains(#""noteText":"tooManyScreens(limit: 256)""#) == true)
    expectEqual(
      stage.say(openShelf(302)),
      [
        error(1003, "302", "Overloaded", #""limit":256,"reason":"tooManyInstances""#)
      ])
    // A screen that replaces itself needs no room.
    let replaced = stage.say(event(303, "book-9", #"{"type":"nextButtonWasTapped","title":"Sanditon"}"#))
    expectEqual(names(replaced), ["closed book-9", "opened book-257", "reply", "update book-257"])
    expectEqual(names(stage.say(close(304, "book-1"))), ["closed book-256", "reply"])
    expectEqual(names(stage.say(openShelf(305))), ["reply shelf-258", "update shelf-258"])
  }

  // MARK: - Closing

  @Test func `reports the result with which a screen closes itself`() {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"))
    stage.say(event(3, "book-2", #"{"type":"starsChanged","stars":5}"#))
    expectEqual(
      stage.say(event(4, "book-2", #"{"type":"saveButtonWasTapped"}"#)),
      [
        closed("book-2", "completed", result: #"{"stars":5,"title":"Emma"}"#),
        update("shelf-1", 3, shelf(note: "Emma has 5 stars.")),
        result(4, #"{"rev":3}"#),
      ])
    #expect(
      stage.say(event(5, "book-2", #"{"type":"saveButtonWasTapped"}"#)).first?.contains("unknownInstance") == true)
  }

  @Test func `reports no result of a screen that closes without one`() {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"))
    expectEqual(
      stage.say(event(4, "book-2", #"{"type":"closeButtonWasTapped"}"#)),
      [
        closed("book-2", "completed"), update("shelf-1", 3, shelf(note: "Emma was left.")), result(4, #"{"rev":2}"#),
      ])
    expectEqual(
      stage.say(event(5, "shelf-1", #"{"type":"closeButtonWasTapped"}"#)).first, closed("shelf-1", "completed"))
  }

  @Test func `closes what a screen has opened before it, innermost first`() {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"), recommend(3, "book-2"), recommend(4, "shelf-1"))
    expectEqual(
      stage.say(close(5, "shelf-1")),
      [
        closed("book-4", "openerClosed"), closed("book-3", "openerClosed"), closed("book-2", "openerClosed"), result(5),
      ])
    #expect(stage.say(request(6, "screen/get", #"{"instance":"book-3"}"#)).first?.contains("unknownInstance") == true)
    #expect(stage.server.app.instances.isEmpty)
    expectEqual(stage.wait(1_000), [])
  }

  @Test func `does not report what the client closes`() {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"))
    expectEqual(stage.say(close(3, "book-2")), [update("shelf-1", 3, shelf(note: "Emma was left.")), result(3)])
  }

  @Test func `reports what the app closes, and why`() {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"), recommend(3, "book-2"), recommend(4, "book-3"))
    let back = stage.say(event(5, "book-4", #"{"type":"backToFirstButtonWasTapped"}"#))
    expectEqual(
      back.filter { $0.contains("screen/closed") },
      [
        closed("book-4", "openerClosed"), closed("book-3", "openerClosed"), closed("book-2", "closedByApp"),
      ])
    #expect(back.last?.hasPrefix(#"{"id":5"#) == true)
    stage.say(recommend(6, "shelf-1"), recommend(7, "book-5"))
    let frames = stage.say(event(8, "book-5", #"{"type":"closeOpenedButtonWasTapped"}"#))
    expectEqual(frames.first, closed("book-6", "closedByApp"))
  }

  @Test func `announces the successor of a screen that replaces itself`() {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"))
    expectEqual(
      stage.say(event(3, "book-2", #"{"type":"nextButtonWasTapped","title":"Sanditon"}"#)),
      [
        closed("book-2", "replaced"), opened("book-3", by: "shelf-1", book("Sanditon")), result(3, #"{"rev":2}"#),
        update("book-3", 2, book("Sanditon", appearances: 1)),
      ])
    stage.say(event(4, "book-3", #"{"type":"starsChanged","stars":1}"#))
    #expect(
      stage.say(event(5, "book-3", #"{"type":"saveButtonWasTapped"}"#)).contains(
        update("shelf-1", 3, shelf(note: "Sanditon has 1 stars."))))
  }

  @Test func `announces a successor without an opener`() {
    stage.say(request(1, "screen/open", #"{"screen":"book"}"#))
    expectEqual(
      stage.say(event(2, "book-1", #"{"type":"nextButtonWasTapped","title":"Sanditon"}"#)).prefix(2),
      [
        closed("book-1", "replaced"), opened("book-2", by: nil, book("Sanditon")),
      ])
    expectEqual(
      stage.say(openShelf(3, #"{"replacesItself":true,"count":0}"#)),
      [
        result(3, snapshot("shelf-3", 1, shelf(appearances: 0))), closed("shelf-3", "replaced"),
        opened("book-4", by: nil, book("Instead")), update("book-4", 2, book("Instead", appearances: 1)),
      ])
  }

  @Test func `reports what the host of the server closes, and not what it opens`() throws {
    stage.say(openShelf(1, #"{"count":0}"#), recommend(2, "shelf-1"))
    let app = stage.server.app
    expectEqual(
      stage.watch { app.instances.first?.close() },
      [
        closed("book-2", "openerClosed"), closed("shelf-1", "closedByApp"),
      ])
    let mine = app.open(.shelf, ShelfParameters())
    expectEqual(stage.watch { mine.model.recommend("Emma") }, [])
    expectEqual(app.instances.count, 2)
    expectEqual(stage.watch { mine.close() }, [])
  }

  @Test func `releases what is closed`() throws {
    stage.say(openShelf(), tap(2))
    weak let model = stage.server.app.instances.last?.anyModel as? ShelfBookViewModel
    #expect(model != nil)
    stage.say(close(3, "shelf-1"))
    #expect(model == nil)
  }

  @Test func `answers a sync after a screen that a service opened has appeared`() throws {
    stage.say(openShelf())
    let model = try #require(stage.server.app.instances.first?.anyModel as? ShelfViewModel)
    stage.watch { model.recommend("Emma") }
    expectEqual(stage.say(request(2, "sync")), [result(2)])
    #expect(stage.say(request(3, "screen/get", #"{"instance":"book-2"}"#)).first?.contains(#""appearances":1"#) == true)
  }
}
