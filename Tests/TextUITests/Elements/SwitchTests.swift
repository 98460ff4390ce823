import ExpectSupport
import Streams
import Testing
import Words

@testable import TextUI

@MainActor @Suite struct SwitchTests {
  @Test func `publishes what the user sets, and not what the model sets`() throws {
    let element = Switch("terms")
    var published: [Bool] = []
    let cancellable = element.isOnPublisher.sink { published.append($0) }
    try element.set(true)
    expectEqual(Style.plain.text(element.line), "terms: on")
    element.isOn = false
    expectEqual(Style.plain.text(element.line), "terms: off")
    expectEqual(published, [true])
    cancellable.cancel()
  }

  @Test func `stays as it was when an action throws`() {
    let element = Switch("terms")
    element.addAction { _ in throw CommandError("Not today.") }
    #expect(throws: CommandError("Not today.")) { try element.set(true) }
    #expect(!element.isOn)
  }

  @Test(arguments: [("on", true), ("of", false), ("yes", true), ("False", false), ("an", true), ("AUS", false)])
  func `takes the words of the language, too`(word: String, isOn: Bool) throws {
    let element = Switch("offline")
    element.words = Words(language: Language("de") ?? .english)
    try expectEqual(element.position(word), isOn)
    #expect(throws: CommandError.self) { try element.position("maybe") }
  }
}
