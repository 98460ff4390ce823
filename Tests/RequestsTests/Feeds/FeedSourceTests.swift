import ExpectSupport
import Locking
import Requests
import RequestsSupport
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@Suite struct FeedSourceTests {
  /// The source of a feed's latest subscriber.
  private final class Tap: Sendable {
    private struct State {
      var source: FeedSource<Int>?
      var cancellations = 0
      var rooms = 0
    }

    private let state = LockedValue(State())

    var source: FeedSource<Int> { state.withLock { $0.source }! }
    var cancellations: Int { state.withLock { $0.cancellations } }
    /// How many times there was room again.
    var rooms: Int { state.withLock { $0.rooms } }

    func forget() { state.withLock { $0.source = nil } }

    func publisher(_ feed: ServiceFeed<Void, Int>) -> AnyPublisher<FeedEvent<Int>, ServiceError> {
      feed.publisher { [self] source in
        state.withLock { $0.source = source }
        source.onRoom { [self] in state.withLock { $0.rooms += 1 } }
        return AnyCancellable { [self] in state.withLock { $0.cancellations += 1 } }
      }
    }
  }

  private let tap = Tap()
  private let numbers = ServiceFeed<Void, Int>("numbers")

  private func recording(_ feed: ServiceFeed<Void, Int>) -> Recording<FeedEvent<Int>> { Recording(tap.publisher(feed)) }

  /// A subscriber that asks by hand.
  private func probe(_ feed: ServiceFeed<Void, Int>) -> RecordingSubscriber<FeedEvent<Int>, ServiceError> {
    let probe = RecordingSubscriber<FeedEvent<Int>, ServiceError>(demand: .none)
    tap.publisher(feed).subscribe(probe)
    return probe
  }

  @Test func `publishes elements, conditions and the end in their order`() {
    let recording = recording(numbers)
    tap.source.send(.connecting)
    tap.source.send(.open)
    tap.source.send(1)
    tap.source.send(.interrupted(.timeout, nextTry: .seconds(1)))
    tap.source.send(2)
    tap.source.send(completion: .failure(.closed))
    tap.source.send(3)
    let expected: [FeedEvent<Int>] = [
      .condition(.connecting), .condition(.open), .element(1),
      .condition(.interrupted(.timeout, nextTry: .seconds(1))), .element(2),
    ]
    expectEqual(recording.soFar.outcome, Outcome(values: expected, error: .closed))
    expectEqual(tap.cancellations, 1)
  }

  @Test func `is never full where everything is taken at once`() {
    let recording = recording(numbers.windowed(elements: 1))
    #expect((1...1000).allSatisfy { tap.source.send($0) })
    expectEqual(recording.soFar.outcome.values.count, 1000)
    expectEqual(tap.rooms, 0)
  }

  @Test func `pauses the source when the window is full, and goes on at half`() {
    let probe = probe(numbers.windowed(elements: 4))
    expectEqual((1...4).map { tap.source.send($0) }, [true, true, true, false])
    #expect(!tap.source.hasRoom)
    // The first two are taken, and handled as soon as the third is asked for.
    probe.request(.max(2))
    #expect(tap.rooms == 0 && !tap.source.hasRoom)
    probe.request(.max(1))
    #expect(tap.rooms == 1 && tap.source.hasRoom)
    expectEqual(probe.values, [.element(1), .element(2), .element(3)])
  }

  @Test func `counts the bytes that wait`() {
    let probe = probe(numbers.windowed(elements: 100, bytes: 1000))
    #expect(tap.source.send(1, size: 400))
    #expect(!tap.source.send(2, size: 5000))
    probe.request(.max(1))
    expectEqual(tap.rooms, 0)
    probe.request(.max(1))
    expectEqual(tap.rooms, 0)
    probe.request(.max(1))
    expectEqual(tap.rooms, 1)
  }

  @Test func `counts the bytes of JSON where the source counts none`() {
    let probe = probe(numbers.windowed(elements: 100, bytes: 6))
    #expect(tap.source.send(1))
    #expect(tap.source.send(12))
    #expect(!tap.source.send(345))
    probe.request(.max(4))
    expectEqual(tap.rooms, 1)
    let newest = self.probe(numbers.keepingNewest())
    #expect((1...100).allSatisfy { tap.source.send($0) })
    newest.request(.max(1))
    expectEqual(newest.values, [.element(100)])
  }

  @Test func `fails by name when a source overruns the window`() {
    let probe = probe(numbers.windowed(elements: 2))
    for number in 1...3 { tap.source.send(number) }
    expectEqual(tap.cancellations, 1)
    probe.request(.max(10))
    expectEqual(probe.values, [.element(1), .element(2)])
    expectEqual(probe.completion, .failure(.overrun("numbers")))
    #expect(ServiceError.overrun("numbers").message.contains("\"numbers\""))
  }

  @Test func `keeps the newest element where that is enough`() {
    let probe = probe(numbers.keepingNewest())
    tap.source.send(.open)
    #expect((1...1000).allSatisfy { tap.source.send($0) })
    probe.request(.max(10))
    expectEqual(probe.values, [.condition(.open), .element(1000)])
    #expect(probe.completion == nil)
  }

  @Test func `has no room while too many conditions wait`() {
    let probe = probe(numbers.keepingNewest())
    for _ in 1...64 { tap.source.send(.connecting) }
    #expect(!tap.source.hasRoom)
    probe.request(.max(31))
    expectEqual(tap.rooms, 0)
    probe.request(.max(2))
    expectEqual(tap.rooms, 1)
  }

  @Test func `drops what repeats an identity`() {
    let recording = recording(numbers.identified(by: \.self, last: 2))
    for number in [1, 1, 2, 1, 3, 2, 1] { tap.source.send(number) }
    // The oldest of two identities is forgotten.
    expectEqual(recording.soFar.outcome.values, [.element(1), .element(2), .element(3), .element(1)])
  }

  @Test func `remembers ten thousand identities`() {
    let recording = recording(numbers.identified(by: \.self))
    for number in 1...10_001 { tap.source.send(number) }
    tap.source.send(2)
    tap.source.send(1)
    expectEqual(recording.soFar.outcome.values.count, 10_002)
  }

  @Test func `fails by number at an element that cannot be read`() {
    let recording = recording(numbers)
    tap.source.send(1)
    #expect(!tap.source.sendUnreadable())
    tap.source.send(2)
    expectEqual(recording.soFar.outcome, Outcome(values: [.element(1)], error: .unreadable("numbers", number: 2)))
  }

  @Test func `goes on after an element that cannot be read, if the feed does`() {
    let recording = recording(numbers.skippingUnreadable())
    tap.source.send(1)
    #expect(tap.source.sendUnreadable())
    tap.source.send(3)
    let expected: [FeedEvent<Int>] = [.element(1), .unreadable(.unreadable("numbers", number: 2)), .element(3)]
    expectEqual(recording.soFar.outcome, Outcome(values: expected))
  }

  @Test func `publishes nothing after a cancellation`() {
    let probe = probe(numbers)
    tap.source.send(1)
    probe.cancel()
    probe.request(.max(1))
    #expect(!tap.source.send(2))
    #expect(!tap.source.hasRoom)
    #expect(probe.values.isEmpty && tap.cancellations == 1)
  }

  @Test func `stops a source that ends while it starts`() {
    let isStopped = LockedValue(false)
    let recording = Recording(
      numbers.publisher { source in
        source.send(completion: .finished)
        return AnyCancellable { isStopped.withLock { $0 = true } }
      })
    #expect(recording.soFar.isComplete && isStopped.withLock { $0 })
  }

  @Test func `delivers what is sent from inside a delivery after it`() {
    let source = LockedValue<FeedSource<Int>?>(nil)
    let log = LockedValue<[String]>([])
    let cancellable = numbers.publisher { input in
      source.withLock { $0 = input }
      return AnyCancellable {}
    }
    .elements()
    .sink { _ in
    } receiveValue: { number in
      log.withLock { $0.append("begin \(number)") }
      if number < 3 { source.withLock { $0 }?.send(number + 1) }
      log.withLock { $0.append("end \(number)") }
    }
    source.withLock { $0 }?.send(1)
    expectEqual(log.withLock { $0 }, ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    cancellable.cancel()
  }

  @Test func `releases everything at its end`() {
    let alive = leaks { detector in
      let recording = recording(numbers)
      detector.watch(tap.source)
      tap.source.send(1)
      tap.source.send(completion: .finished)
      tap.forget()
      _ = recording
    }
    expectEqual(alive, [])
  }
}
