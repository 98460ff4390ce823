import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct NotificationCenterTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("name")

  private func post(_ number: Int, _ object: AnyObject? = nil) {
    center.post(name: name, object: object, userInfo: ["number": number])
  }

  private func numbers(_ recorder: RecordingSubscriber<Notification, Never>) -> [Int?] {
    recorder.values.map { $0.userInfo?["number"] as? Int }
  }

  @Test func `observes from the subscription to the cancel`() {
    let publisher = center.publisher(for: name)
    post(1)
    let recorder = publisher.record()
    post(2)
    recorder.cancel()
    post(3)
    expectEqual(numbers(recorder), [2])
    expectEqual(recorder.history.first, "subscription: NotificationCenter Observer")
  }

  @Test func `stops observing when it is cancelled`() {
    let center = NotificationCenter()
    var count = 0
    let c = center.publisher(for: Notification.Name("x")).sink { _ in count += 1 }
    center.post(name: Notification.Name("x"), object: nil)
    c.cancel()
    center.post(name: Notification.Name("x"), object: nil)
    expectEqual(count, 1)
  }

  @Test func `drops a notification without demand`() {
    let recorder = center.publisher(for: name).record(demand: .none)
    post(1)
    recorder.request(.max(1))
    post(2)
    post(3)
    recorder.request(.max(2))
    post(4)
    expectEqual(numbers(recorder), [2, 4])
    expectEqual(recorder.violations, [])
    recorder.cancel()
  }

  @Test func `drops a notification before the first request`() {
    var seen: [Int?] = []
    var kept: (any Subscription)?
    center.publisher(for: name).subscribe(
      AnySubscriber(
        receiveSubscription: { [center, name] in
          center.post(name: name, object: nil, userInfo: ["number": 1])
          kept = $0
          $0.request(.unlimited)
          center.post(name: name, object: nil, userInfo: ["number": 2])
        },
        receiveValue: {
          seen.append($0.userInfo?["number"] as? Int)
          return .none
        }))
    expectEqual(seen, [2])
    kept?.cancel()
  }

  @Test func `publishes only the notifications of its object`() {
    let (mine, other) = (NSObject(), NSObject())
    let recorder = center.publisher(for: name, object: mine).record()
    post(1, mine)
    post(2, other)
    post(3)
    recorder.cancel()
    expectEqual(numbers(recorder), [1])
    expectEqual(center.publisher(for: name, object: mine), center.publisher(for: name, object: mine))
    #expect(center.publisher(for: name, object: mine) != center.publisher(for: name))
  }

  @Test func `delivers a nested post after the current one`() {
    var log: [String] = []
    let cancellable = center.publisher(for: name).sink { [center, name] in
      let number = $0.userInfo?["number"] as? Int ?? 0
      log.append("in \(number)")
      if number == 1 { center.post(name: name, object: nil, userInfo: ["number": 2]) }
      log.append("out \(number)")
    }
    post(1)
    expectEqual(log, ["in 1", "out 1", "in 2", "out 2"])
    cancellable.cancel()
  }

  @Test func `delivers serially when two threads post`() {
    let recorder = center.publisher(for: name).record()
    together(
      { [center, name] in for _ in 1...200 { center.post(name: name, object: nil) } },
      { [center, name] in for _ in 1...200 { center.post(name: name, object: nil) } })
    expectEqual(recorder.values.count, 400)
    expectEqual(recorder.violations, [])
    recorder.cancel()
  }
}
