import Outbox
import Screens
import Testing

@testable import Chat

@Suite struct RoomFactsTests {
  private func page(_ ids: ClosedRange<Int>, hasEarlier: Bool) -> MessagePage {
    MessagePage(messages: ids.map { .sample($0) }, hasEarlier: hasEarlier)
  }

  private func receive(_ ids: ClosedRange<Int>, in facts: inout RoomFacts) {
    for id in ids { facts.receive(.sample(id)) }
  }

  @Test func `lets the oldest messages go when many arrive, and loads them again`() {
    var facts = RoomFacts()
    facts.receive(page(101...110, hasEarlier: false))
    let last = 110 + RoomFacts.limit
    receive(111...last, in: &facts)
    #expect(facts.timeline.elements.map(\.id) == Array(101...last) && !facts.timeline.hasEarlier)
    receive(last + 1...last + 1, in: &facts)
    // Those of the first page, and half of what may arrive.
    let first = last + 1 - 9 - RoomFacts.limit / 2
    #expect(facts.timeline.elements.map(\.id) == Array(first...last + 1) && facts.timeline.hasEarlier)
    facts.receive(page(101...first - 1, hasEarlier: false))
    receive(last + 2...last + 2, in: &facts)
    #expect(facts.timeline.elements.map(\.id) == Array(101...last + 2) && !facts.timeline.hasEarlier)
  }

  @Test func `lets no message go while a page is on its way, so that none is missing between them`() {
    var facts = RoomFacts()
    facts.receive(page(101...110, hasEarlier: true))
    facts.isLoading = true
    receive(111...250, in: &facts)
    facts.receive(page(91...100, hasEarlier: true))
    #expect(facts.timeline.elements.map(\.id) == Array(91...250))
  }
}
