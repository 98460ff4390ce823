import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct RecordingSubscriberTests {
  private enum Broken: Error { case badly }

  @Test func `records the whole history`() {
    let probe = ProbePublisher<Int, Broken>("Numbers")
    let recorder = probe.record()
    probe.send(1)
    probe.send(completion: .failure(.badly))
    expectEqual(recorder.events, [.subscription("Numbers"), .value(1), .completion(.failure(.badly))])
    expectEqual(recorder.history, ["subscription: Numbers", "value: 1", "failure: badly"])
    expectEqual(recorder.values, [1])
    expectEqual(recorder.completion, .failure(.badly))
    expectEqual(recorder.violations, [])
  }

  @Test func `requests what the test wants`() {
    let recorder = (1...9).publisher.record(demand: .max(1), then: { $0 == 1 ? .max(1) : .none })
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.outstanding, .none)
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2, 3, 4])
    #expect(recorder.completion == nil)
    recorder.request(.unlimited)
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `records the time of each event`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.record(on: scheduler)
    scheduler.advance(by: 1.5)
    probe.send("a")
    expectEqual(recorder.entries.map(\.description), ["0.0 s: subscription: Probe", "1.5 s: value: a"])
  }

  @Test func `cancels once`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.record()
    recorder.cancel()
    recorder.cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
    expectEqual(probe.subscriberCount, 0)
  }

  @Test func `reports violations of the contract`() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    _ = recorder.receive(0)
    recorder.receive(subscription: Subscriptions.empty)
    recorder.receive(subscription: Subscriptions.empty)
    _ = recorder.receive(1)
    _ = recorder.receive(2)
    recorder.receive(completion: .finished)
    _ = recorder.receive(3)
    recorder.receive(completion: .finished)
    expectEqual(
      recorder.violations,
      [
        "Before the subscription: 0", "Not requested: 0", "A second subscription: Empty", "Not requested: 2",
        "After the completion: 3", "Not requested: 3", "A second completion: finished",
      ])
  }

  @Test func `reports a delivery inside another`() {
    var again: (() -> Void)?
    let recorder = RecordingSubscriber<Int, Never>(then: { _ in
      again?()
      return .none
    })
    recorder.receive(subscription: Subscriptions.empty)
    again = {
      again = nil
      _ = recorder.receive(2)
      recorder.receive(completion: .finished)
    }
    _ = recorder.receive(1)
    expectEqual(recorder.violations.first, "Inside another delivery: 2")
  }

  @Test func `requests early demand when the subscription arrives`() {
    let scheduler = TestScheduler()
    let recorder = (1...9).publisher.subscribe(on: scheduler).record(demand: .max(1))
    recorder.request(.max(2))
    scheduler.run()
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.outstanding, .none)
  }
}
