import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct ClockSchedulerTests {
  @Test func `runs immediate work in order`() async {
    let scheduler = ClockScheduler(ContinuousClock())
    let seen = Shared<[Int]>([])
    await withCheckedContinuation { done in
      for number in 1...500 {
        scheduler.schedule {
          seen.withLock { $0.append(number) }
          if number == 500 { done.resume() }
        }
      }
    }
    expectEqual(seen.withLock { $0 }, Array(1...500))
  }

  @Test func `runs work on an actor`() async {
    let scheduler = ClockScheduler(ContinuousClock(), on: MainActor.shared)
    await withCheckedContinuation { done in
      scheduler.schedule {
        MainActor.preconditionIsolated()
        done.resume()
      }
    }
  }

  @Test func `waits in the time of its clock`() async {
    let clock = HandClock()
    let scheduler = ClockScheduler(clock)
    expectEqual(scheduler.minimumTolerance, .nanoseconds(5))
    let start = scheduler.now
    var values = (1...2).publisher.delay(for: 10, scheduler: scheduler).values(buffering: .unbounded)
      .makeAsyncIterator()
    async let moved: Void = {
      await clock.untilATaskSleeps()
      clock.advance(by: .seconds(10))
    }()
    let first = await values.next()
    expectEqual(first, 1)
    await expectEqual(values.next(), 2)
    #expect(await values.next() == nil)
    await moved
    expectEqual(start.distance(to: scheduler.now), 10)
  }

  @Test func `repeats work until it is cancelled`() async {
    let clock = HandClock()
    let scheduler = ClockScheduler(clock)
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 2) { tick.yield() }
    var iterator = ticks.makeAsyncIterator()
    for seconds in [1, 2, 2] {
      await clock.untilATaskSleeps()
      clock.advance(by: .seconds(seconds))
      await iterator.next()
    }
    repeated.cancel()
    tick.finish()
    clock.advance(by: .seconds(9))
    #expect(await iterator.next() == nil)
  }
}

/// A clock that is advanced by hand.
private final class HandClock: Clock, @unchecked Sendable {
  // Sendable because its state is behind a lock.
  typealias Instant = ContinuousClock.Instant

  private struct State {
    var now = ContinuousClock.now
    var sleepers: [(until: Instant, id: Int, wake: CheckedContinuation<Bool, Never>)] = []
    var cancelled: Set<Int> = []
    var count = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Shared(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(5) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    let isDone = await withTaskCancellationHandler {
      await withCheckedContinuation { wake in
        let (answer, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
          defer { state.watchers = [] }
          if state.cancelled.contains(id) { return (false, state.watchers) }
          if deadline <= state.now { return (true, state.watchers) }
          state.sleepers.append((deadline, id, wake))
          return (nil, state.watchers)
        }
        if let answer { wake.resume(returning: answer) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let wakes = state.withLock { state in
        state.cancelled.insert(id)
        defer { state.sleepers.removeAll { $0.id == id } }
        return state.sleepers.filter { $0.id == id }.map(\.wake)
      }
      for wake in wakes { wake.resume(returning: false) }
    }
    if !isDone { throw CancellationError() }
  }

  /// Waits until a task sleeps.
  func untilATaskSleeps() async {
    await withCheckedContinuation { watcher in
      let isReady = state.withLock { state in
        if state.sleepers.isEmpty { state.watchers.append(watcher) }
        return !state.sleepers.isEmpty
      }
      if isReady { watcher.resume() }
    }
  }

  func advance(by duration: Duration) {
    let wakes = state.withLock { state in
      state.now += duration
      let now = state.now
      defer { state.sleepers.removeAll { $0.until <= now } }
      return state.sleepers.filter { $0.until <= now }.sorted { $0.until < $1.until }.map(\.wake)
    }
    for wake in wakes { wake.resume(returning: true) }
  }
}
