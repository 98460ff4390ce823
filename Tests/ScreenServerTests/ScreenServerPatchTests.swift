import ExpectSupport
import ScreenServer
import Testing
import ViewModels

@testable import ServerSupport

/// Updates as patches, frame by frame.
@MainActor @Suite struct ScreenServerPatchTests {
  private let stage = ServerStage(screens: [AnyScreen(.shelf), AnyScreen(.shelfBook)])

  private func initialize(_ capabilities: String = #"{"patches":true}"#) {
    stage.say(request(0, "initialize", #"{"capabilities":\#(capabilities)}"#))
  }

  private func open(_ count: Int = 3) -> [String] {
    stage.say(request(1, "screen/open", #"{"screen":"shelf","params":{"count":\#(count)}}"#))
  }

  private func event(_ id: Int, _ event: String, _ instance: String = "shelf-1") -> String {
    request(id, "screen/send", #"{"instance":"\#(instance)","event":\#(event)}"#)
  }

  private func mark(_ id: Int, _ book: Int) -> String { event(id, #"{"type":"bookWasMarked","id":\#(book)}"#) }

  private func patch(
    _ from: Int, _ rev: Int, _ patch: String, _ instance: String = "shelf-1", hidden: String = ""
  ) -> String {
    #"{"jsonrpc":"2.0","method":"screen/update","params":{"from":\#(from),\#(hidden)"instance":"\#(instance)","patch":\#(patch),"rev":\#(rev)}}"#
  }

  private func replace(_ path: String, _ value: String) -> String {
    #"{"op":"replace","path":"\#(path)","value":\#(value)}"#
  }

  @Test func `writes what changed since the last state`() {
    initialize()
    let frames = open()
    expectEqual(frames.count, 2)
    #expect(frames.first?.contains(#""state":{"#) == true)
    expectEqual(frames.last, patch(1, 2, "[\(replace("/appearances", "1"))]"))
    expectEqual(
      stage.say(mark(2, 2)), [patch(2, 3, "[\(replace("/rows/1/isLent", "true"))]"), result(2, #"{"rev":3}"#)])
  }

  @Test(arguments: [
    "{}", "[]", "1", "null", #"{"patches":false}"#, #"{"patches":1}"#, #"{"patches":"true"}"#, #"{"patches":null}"#,
    #"{"patches":[true]}"#, #"{"patch":true}"#,
  ])
  func `writes whole states without the capability`(capabilities: String) {
    initialize(capabilities)
    _ = open()
    let frames = stage.say(mark(2, 2))
    expectEqual(frames.count, 2)
    #expect(frames.first?.contains(#""rev":3,"state":{"#) == true)
    #expect(!stage.everything.contains("patch\""))
  }

  @Test func `writes the whole state where a patch is not shorter`() {
    initialize()
    stage.say(request(1, "screen/open", #"{"screen":"book"}"#))
    let frames = stage.say(event(2, #"{"type":"starsChanged","stars":5}"#, "book-1"))
    // The stars and the reason change, of six short members.
    expectEqual(
      frames.first, patch(2, 3, "[\(replace("/saveDisabledReason", "null")),\(replace("/stars", "5"))]", "book-1"))
    let whole = stage.say(
      event(3, #"{"type":"bookWasRecommended","title":"\#(String(repeating: "x", count: 300))"}"#, "book-1"))
    #expect(whole.first?.contains(#""method":"screen/opened""#) == true)
    let closed = stage.say(request(4, "screen/close", #"{"instance":"book-2"}"#))
    // What came of a book with so long a title is longer than the state was.
    #expect(closed.first?.contains(#""state":{"#) == true)
    #expect(stage.say(event(5, #"{"type":"starsChanged","stars":4}"#, "book-1")).first?.contains(#""patch":["#) == true)
  }

  @Test func `conflates changes to one patch`() {
    initialize()
    _ = open()
    let frames = stage.say(mark(2, 1), mark(3, 3), mark(4, 1))
    expectEqual(
      frames,
      [
        patch(2, 5, "[\(replace("/rows/2/isLent", "true"))]"), result(2, #"{"rev":3}"#), result(3, #"{"rev":4}"#),
        result(4, #"{"rev":5}"#),
      ])
    expectEqual(stage.say(mark(5, 3), mark(6, 3)).first, patch(5, 7, "[]"))
  }

  @Test func `leads from what was written, not from what was asked for`() {
    initialize()
    _ = open()
    stage.say(mark(2, 1))
    let frames = stage.say(request(3, "screen/get", #"{"instance":"shelf-1"}"#), mark(4, 1))
    expectEqual(frames.first, patch(3, 4, "[\(replace("/rows/0/isLent", "false"))]"))
    #expect(frames.dropFirst().first?.contains(#""rev":4,"state":{"#) == true)
    expectEqual(stage.say(mark(5, 1)).first, patch(4, 5, "[\(replace("/rows/0/isLent", "true"))]"))
  }

  @Test func `leads from the placeholders that were written`() {
    let hidden = #""hidden":["owner","rows/price"],"#
    initialize()
    _ = open(1)
    let inactive = stage.say(request(2, "app/send", #"{"event":{"type":"willResignActive"}}"#))
    expectEqual(
      inactive.first,
      patch(2, 3, "[\(replace("/owner", "\"•\"")),\(replace("/rows/0/price", "\"•\""))]", hidden: hidden))
    expectEqual(stage.say(mark(3, 1)).first, patch(3, 4, "[\(replace("/rows/0/isLent", "true"))]", hidden: hidden))
    let active = stage.say(request(4, "app/send", #"{"event":{"type":"didBecomeActive"}}"#))
    expectEqual(
      active.first,
      patch(4, 5, "[\(replace("/owner", "\"private-Harriet\"")),\(replace("/rows/0/price", "\"private-0\""))]"))
  }

  @Test func `sends a whole state to a client that opened by a notification`() {
    initialize()
    let frames = stage.say(#"{"jsonrpc":"2.0","method":"screen/open","params":{"screen":"shelf"}}"#)
    expectEqual(frames.count, 1)
    #expect(frames.first?.contains(#""rev":2,"state":{"#) == true)
    expectEqual(stage.say(mark(2, 1)).first, patch(2, 3, "[\(replace("/rows/0/isLent", "true"))]"))
  }

  @Test func `lists 10,000 rows once and then what changes`() {
    initialize()
    let frames = open(10_000)
    #expect(frames.map(\.utf8.count).reduce(0, +) > 500_000)
    let changed = stage.say(mark(2, 5_000))
    expectEqual(changed.first, patch(2, 3, "[\(replace("/rows/4999/isLent", "true"))]"))
    #expect(changed.map { $0.utf8.count + 1 }.reduce(0, +) <= 300)
  }

  @Test func `names fields, events and screens in the language of the client, if a catalogue has them`() {
    var definition = AppDefinition(screens: [AnyScreen(.shelfBook)])
    definition.catalogs = [
      StringCatalog(embedded: [
        "de": #"{"Book":"Buch","Stars":"Sterne","Save":"Sichern","Type":"Art","A book.":"Ein Buch."}"#
      ])
    ]
    let stage = ServerStage(definition: definition)
    stage.say(request(0, "initialize", #"{"language":"de"}"#))
    let list = stage.say(request(1, "screen/list", "{}")).first ?? ""
    for label in ["Buch", "Sterne", "Sichern"] {
      #expect(list.contains(#""x-label":"\#(label)""#), "\(label) in \(list)")
    }
    #expect(!list.contains("Art"), "the member that names the event is for programs")
    let english = ServerStage(screens: [AnyScreen(.shelfBook)]).say(request(1, "screen/list", "{}")).first ?? ""
    #expect(!english.contains(#""x-label":"#))
  }

  @Test func `says why it refuses in the language of the client`() {
    let reply = stage.say(request(0, "initialize", #"{"language":"de","locale":"de_AT"}"#)).first ?? ""
    #expect(reply.contains(#""language":"de","limits""#) && reply.contains(#""locale":"de_AT""#))
    _ = open(12)
    expectEqual(
      stage.say(mark(2, 99)),
      [
        error(1004, "2", "Event rejected", #""code":"missingRow","reason":"Diese Zeile ist nicht mehr in der Liste.""#)
      ])
  }

  @Test func `names a row by its identity after a reorder`() {
    initialize()
    _ = open(12)
    // Book 10 is the second one then, and the client has not read that yet.
    let frames = stage.say(event(2, #"{"type":"booksWereSorted"}"#), mark(3, 10), mark(4, 99))
    expectEqual(
      frames.dropFirst(),
      [
        result(2, #"{"rev":3}"#), result(3, #"{"rev":4}"#),
        error(1004, "4", "Event rejected", #""code":"missingRow","reason":"This row is no longer in the list.""#),
      ])
    let model = stage.server.app.instances.first?.anyModel as? ShelfViewModel
    expectEqual(model?.state.rows.filter(\.isLent).map(\.id), [10])
    expectEqual(model?.state.rows[1].id, 10)
  }
}
