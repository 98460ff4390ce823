import Foundation
import Testing
import ViewModels

@testable import Stdio

/// The front's own writer and reader say what Foundation's say.
@MainActor @Suite struct JSONTests {
  private func write(_ value: some Encodable) throws -> String {
    var text: [UInt8] = []
    try ValueWriter.write(value, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func write(state: some ScreenState, _ writer: StateWriter = StateWriter()) throws -> String {
    var text: [UInt8] = []
    try writer.write(state, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func same(_ value: some Encodable) throws {
    #expect(try write(value) == String(decoding: try JSONCoding.encode(value), as: UTF8.self))
  }

  private func samples(_ schema: JSON) throws -> [String] {
    try eventSamples(schema, text: "Ginny \u{1F9D9} \"/\\\n")
  }

  @Test func everyStateOfEveryScreenIsWrittenAsFoundationWritesIt() throws {
    for screen in App.screens {
      let stage = Stage()
      let open = try stage.front.app.open(screen.name)
      let writer = StateWriter()
      func same() throws {
        let state = open.snapshot.state
        try self.same(state)
        #expect(try write(state: state, writer) == write(state))
      }
      try same()
      open.viewDidAppear()
      stage.wait(1_000)
      for event in try samples(screen.description.events) {
        try open.send(event.utf8)
        try same()
        stage.wait(1_000)
        try same()
      }
    }
  }

  @Test func everyEventOfEveryScreenIsReadAsFoundationReadsIt() throws {
    for screen in App.screens {
      let (mine, theirs) = (Stage(), Stage())
      mine.say(open(1, screen.name))
      let instance = try #require(mine.front.instances["\(screen.name)-1"])
      let open = try theirs.front.app.open(screen.name)
      open.viewDidAppear()
      let events = try samples(screen.description.events)
      #expect(!events.isEmpty)
      for (index, event) in events.enumerated() {
        let reply = mine.say(
          request(index + 2, "screen/send", #"{"instance":"\#(instance.name)","event":\#(event)}"#)
        ).last
        try open.send(event.utf8)
        #expect(reply == result(index + 2, #"{"rev":\#(open.snapshot.revision)}"#))
        mine.wait(1_000)
        theirs.wait(1_000)
        #expect(try write(state: instance.screen.snapshot.state) == write(state: open.snapshot.state))
      }
    }
  }

  @Test func listsAndNestedValuesAreWrittenAsFoundationWritesThem() throws {
    struct Everything: Encodable {
      var list = [1, 2, 3]
      var empty: [Int] = []
      var lists = [["a"], []]
      var none: Int?
      var some: String? = "/\"\\\u{1}\u{1F9D9}é"
      var members = ["b": 1, "a": 2]
      var small: UInt8 = 7
      var date: Date? = Date(timeIntervalSince1970: 0)
      var inner = Inner()

      struct Inner: Encodable {
        func encode(to encoder: any Encoder) throws {
          var members = encoder.container(keyedBy: Key.self)
          var nested = members.nestedContainer(keyedBy: Key.self, forKey: .z)
          try members.encode(1, forKey: .y)
          var list = members.nestedUnkeyedContainer(forKey: .x)
          try list.encode(true)
          try list.encodeNil()
          try nested.encode("late", forKey: .y)
        }
        enum Key: String, CodingKey { case x, y, z }
      }
    }
    try same(Everything())
  }

  @Test func integersThatJSONCannotCarryAreStrings() throws {
    #expect(try write([9_007_199_254_740_991, -9_007_199_254_740_991]) == "[9007199254740991,-9007199254740991]")
    #expect(try write([9_007_199_254_740_992, .min]) == #"["9007199254740992","-9223372036854775808"]"#)
    #expect(try write([UInt64.max]) == #"["18446744073709551615"]"#)
  }

  @Test func whatIsNoNumberIsRefused() {
    #expect(throws: EncodingError.self) { try write([Double.nan]) }
    #expect(throws: EncodingError.self) { try write([Double.infinity]) }
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_795_187_045.999, "2026-11-20T15:04:05Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-2_208_988_801, "1899-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func aDateIsRFC3339(seconds: Double, text: String) throws {
    #expect(try write([Date(timeIntervalSince1970: seconds)]) == "[\"\(text)\"]")
  }
}
