import Testing

@testable import Chat

@Suite struct TimelineTests {
  private func page(_ ids: [Int], hasEarlier: Bool = true) -> MessagePage {
    MessagePage(messages: ids.map { .sample($0) }, hasEarlier: hasEarlier)
  }

  @Test func `puts earlier messages before the ones that are here`() {
    var timeline = Timeline()
    timeline.receive(page([5, 6]))
    timeline.receive(page([3, 4], hasEarlier: false))
    #expect(timeline.messages.map(\.id) == [3, 4, 5, 6])
    #expect(!timeline.hasEarlier)
  }

  @Test func `has a message once that comes by the feed and in a page, in any order`() {
    var timeline = Timeline()
    timeline.receive(.sample(7))
    timeline.receive(page([5, 6, 7]))
    timeline.receive(.sample(6))
    timeline.receive(.sample(8))
    #expect(timeline.messages.map(\.id) == [5, 6, 7, 8])
  }

  @Test func `knows from the newest page whether there are earlier messages`() {
    var timeline = Timeline()
    timeline.receive(page([3, 4], hasEarlier: false))
    timeline.receive(page([4, 5], hasEarlier: true))
    #expect(!timeline.hasEarlier)
  }

  @Test func `drops what was stored if the server does not name it, and keeps what came since`() {
    var timeline = Timeline(stored: [.sample(1), .sample(2), .sample(9)])
    timeline.receive(.sample(10))
    timeline.receive(page([2, 3]))
    #expect(timeline.messages.map(\.id) == [2, 3, 10])
  }

  @Test func `lets the oldest message go when many arrive, and loads it again`() {
    var timeline = Timeline()
    timeline.receive(page([2, 3], hasEarlier: false))
    for id in 4...Timeline.limit + 4 { timeline.receive(.sample(id)) }
    #expect(timeline.messages.count == Timeline.limit + 2)
    #expect(timeline.messages.first?.id == 3 && timeline.hasEarlier)
    timeline.receive(page([1, 2], hasEarlier: false))
    timeline.receive(.sample(Timeline.limit + 5))
    #expect(timeline.messages.first?.id == 1 && !timeline.hasEarlier)
  }

  @Test func `does not show a deleted message again that a late page has`() {
    var timeline = Timeline()
    timeline.receive(page([1, 2]))
    timeline.delete(2)
    timeline.receive(page([1, 2]))
    #expect(timeline.messages.map(\.id) == [1])
  }
}
