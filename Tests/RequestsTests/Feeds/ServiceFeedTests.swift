import Descriptions
import ExpectSupport
import Requests
import Streams
import Testing

@Suite struct ServiceFeedTests {
  @Test func `is described like an operation`() {
    let feed = ServiceFeed<Report, Weather>("reports")
    #expect(feed.element.shape == Weather.shape && feed.input.shape == Report.shape)
    #expect(feed == ServiceFeed<Report, Weather>("reports").keepingNewest() && feed.description == "reports")
    let description = ServiceDescription(feed)
    #expect(description.isFeed && description.name == "reports" && description.answer == Weather.shape)
    #expect(!ServiceDescription(.weather).isFeed)
  }

  @Test func `keeps the secrets of its input out of what is written`() {
    let report = Report(city: oslo, pass: Pass("hush"), key: IdempotencyKey(rawValue: "0123456789abcdef")!)
    let feed = ServiceFeed<Report, Weather>("reports")
    #expect(!String(decoding: feed.input.json(report), as: UTF8.self).contains("hush"))
    expectEqual(feed.input.secrets(in: report), ["hush"])
  }

  @Test func `states its window`() {
    let feed = ServiceFeed<Void, Int>("numbers")
    #expect(feed.window == FeedWindow(elements: 256, bytes: 1 << 20) && !feed.skipsUnreadable)
    expectEqual(feed.windowed(elements: 3, bytes: 9).window, FeedWindow(elements: 3, bytes: 9))
    expectEqual(feed.windowed(elements: 3).window.bytes, 1 << 20)
    #expect(feed.keepingNewest().window.keepsNewest && feed.skippingUnreadable().skipsUnreadable)
  }

  @Test func `publishes its elements alone`() {
    let events: [FeedEvent<Int>] = [.condition(.open), .element(1), .unreadable(.closed), .element(2)]
    var elements: [Int] = []
    let cancellable = events.publisher.elements().sink { elements.append($0) }
    expectEqual(elements, [1, 2])
    cancellable.cancel()
  }
}
