import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct BufferTests {
  @Test func `keepFull requests as many values as there is room`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
    expectEqual(probe.events, [.subscribe, .request(.max(2))])
    for value in 1...3 { probe.send(value) }
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .request(.max(2))])
    recorder.request(.max(1))
    probe.send(4)
    expectEqual(recorder.values, [1, 2, 4])
    expectEqual(probe.events.last, .additional(.max(1)))
  }

  @Test func `byRequest requests unlimited and drops the oldest`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).record(demand: .none)
    for value in 1...3 { probe.send(value) }
    probe.send(completion: .finished)
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Buffer", "value: 2"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Buffer", "value: 2", "value: 3", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
  }

  @Test func `fails with a custom error after what it holds`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.buffer(size: 3, prefetch: .byRequest, whenFull: .customError(Oops.init))
      .record(demand: .none)
    for value in 1...5 { probe.send(value) }
    expectEqual(recorder.history, ["subscription: Buffer"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
    recorder.request(.max(1))
    recorder.request(.max(2))
    expectEqual(recorder.history, ["subscription: Buffer", "value: 1", "value: 2", "value: 3", "failure: Oops()"])
  }

  @Test(arguments: [Publishers.PrefetchStrategy.byRequest, .keepFull])
  func `keeps what comes while the subscriber gets its subscription`(_ prefetch: Publishers.PrefetchStrategy) {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.buffer(size: 6, prefetch: prefetch, whenFull: .dropNewest)
      .handleEvents(receiveSubscription: { _ in
        for value in 1...6 { subject.send(value) }
        subject.send(completion: .finished)
      })
      .record()
    expectEqual(recorder.values, Array(1...6))
    expectEqual(recorder.history.last, "finished")
  }

  /// A failure of the upstream does not wait for demand, but for the subscription.
  @Test func `keeps a failure that comes while the subscriber gets its subscription`() {
    let subject = PassthroughSubject<Int, Oops>()
    let recorder = subject.buffer(size: 6, prefetch: .byRequest, whenFull: .dropNewest)
      .handleEvents(receiveSubscription: { _ in subject.send(completion: .failure(Oops())) })
      .record(demand: .none)
    expectEqual(recorder.history, ["subscription: HandleEvents", "failure: Oops()"])
  }

  /// Values that a subscriber sends while the buffer drains fit into the room that becomes free.
  @Test func `keepFull has room for what is sent while it drains`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none) { value in
      if value < 8 { subject.send(value + 2) }
      return .none
    }
    subject.send(1)
    subject.send(2)
    recorder.request(.unlimited)
    expectEqual(recorder.values, Array(1...9))
    expectEqual(recorder.violations, [])
  }

  @Test func `drops the newest values when it is full`() throws {
    try expectMarbles(
      """
      a:          -123-4|
      demand:     ----2---1
      a.upstream: (^*)
      result:     ----(12)---(4|)
      """
    ) { rows, _ in rows.a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) }
  }

  @Test func `a failure drops what has not been requested`() throws {
    try expectMarbles("a: -123#\ndemand: --1--1\na.upstream: (^*)\nresult: --1-#") { rows, _ in
      rows.a.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest)
    }
  }

  /// The failure comes inside a delivery, which requests two more.
  @Test func `a failure follows what a delivery requests`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.buffer(size: 8, prefetch: .byRequest, whenFull: .dropNewest).record(demand: .none) { value in
      guard value == 1 else { return .none }
      probe.send(completion: .failure(Oops()))
      return .max(1)
    }
    for value in 1...3 { probe.send(value) }
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Buffer", "value: 1", "value: 2", "failure: Oops()"])
    expectEqual(recorder.violations, [])
  }

  @Test func `drops what it holds when it is cancelled`() throws {
    try expectMarbles("a: -12\ndemand: ----1\ncancel: ---!\na.upstream: (^*)--!\nresult:") { rows, _ in
      rows.a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
    }
  }

  @Test func `books demand of several threads exactly`() {
    let asker = RecordingSubscriber<Int, Never>(demand: .none)
    let subject = PassthroughSubject<Int, Never>()
    subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest).subscribe(asker)
    together(
      { for number in 0..<2 * Stress.count { subject.send(number) } },
      { for _ in 0..<Stress.count { asker.request(.max(1)) } },
      { for _ in 0..<Stress.count { asker.request(.max(1)) } })
    expectEqual(asker.values, Array(0..<2 * Stress.count))
  }
}
