import Streams
import Testing
import TextUI

@MainActor @Suite struct SwitchTests {
  @Test func `publishes what the user sets, and not what the model sets`() {
    let element = Switch("terms")
    var published: [Bool] = []
    let cancellable = element.isOnPublisher.sink { published.append($0) }
    element.set(true)
    #expect(Style.plain.text(element.line) == "terms: on")
    element.isOn = false
    #expect(Style.plain.text(element.line) == "terms: off")
    #expect(published == [true])
    cancellable.cancel()
  }
}
