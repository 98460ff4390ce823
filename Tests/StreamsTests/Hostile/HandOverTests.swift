import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// What a subscriber gets that comes, or that changes publishers, while other threads send.
@Suite struct HandOverTests {
  private static let count = 3_000

  @Test func `a new subscriber of a current value misses nothing`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let isOver = Shared(false)
    together(
      {
        for value in 1...Self.count { subject.send(value) }
        isOver.withLock { $0 = true }
      },
      {
        while !isOver.current {
          let values = Shared<[Int]>([])
          let subscription = subject.sink { value in values.withLock { $0.append(value) } }
          // The first value is there when `sink` returns.
          #expect(!values.current.isEmpty)
          for _ in 0..<20 where !isOver.current { _ = values.current }
          subscription.cancel()
          let received = values.current
          guard let first = received.first else { continue }
          expectEqual(received, Array(first..<first + received.count))
        }
      })
  }

  @Test func `every value follows the first one until the last`() {
    for _ in 0..<50 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let values = Shared<[Int]>([])
      let subscription = Shared<AnyCancellable?>(nil)
      together(
        { for value in 1...200 { subject.send(value) } },
        {
          let sink = subject.sink { value in values.withLock { $0.append(value) } }
          subscription.withLock { $0 = sink }
        })
      let received = values.current
      expectEqual(received, Array((received.first ?? 0)...200))
      subscription.current?.cancel()
    }
  }

  @Test(arguments: [2, 4])
  func `no element of an old inner publisher follows one of a newer`(_ threads: Int) {
    typealias Inner = PassthroughSubject<Int, Never>
    let outer = PassthroughSubject<Inner, Never>()
    let latest = Shared((index: 0, inner: Inner()))
    let recorder = outer.switchToLatest().record()
    outer.send(latest.current.inner)
    let sending = Shared(threads - 1)
    let change = { @Sendable in
      var index = 0
      while sending.current > 0 {
        let inner = Inner()
        index += 1
        outer.send(inner)
        latest.withLock { $0 = (index, inner) }
      }
    }
    let send = { @Sendable in
      for _ in 0..<Self.count {
        // The latest that this thread knows of: it may have been replaced.
        let (index, inner) = latest.current
        inner.send(index)
      }
      sending.withLock { $0 -= 1 }
    }
    together([change] + Array(repeating: send, count: threads - 1))
    latest.current.inner.send(latest.current.index)
    recorder.cancel()
    expectEqual(recorder.violations, [])
    expectEqual(recorder.values, recorder.values.sorted())
    expectEqual(recorder.values.last, latest.current.index)
  }

  /// The inner publishers switch, too, on a thread of their own, while the outer publisher replaces them.
  @Test func `no element of an old inner publisher follows one of a newer, at two levels`() {
    let (rounds, steps) = (200, 50)
    let outer = PassthroughSubject<Int, Never>()
    let middle = (0...rounds).map { _ in PassthroughSubject<Int, Never>() }
    let round = Shared(0)
    let recorder =
      outer
      .map { round in
        middle[round]
          .map { $0.isMultiple(of: 2) ? Just($0).eraseToAnyPublisher() : [$0].publisher.eraseToAnyPublisher() }
          .switchToLatest()
      }
      .switchToLatest().record()
    together(
      {
        for number in 1...rounds {
          outer.send(number)
          round.withLock { $0 = number }
        }
      },
      {
        for step in 1... {
          // It may have been replaced.
          let number = round.current
          middle[number].send(number * steps + step % steps)
          if number == rounds { break }
        }
      })
    let order = recorder.values.map { $0 / steps }
    expectEqual(order, order.sorted())
    expectEqual(order.last, rounds)
    recorder.cancel()
    expectEqual(recorder.violations, [])
  }

  @Test(arguments: [2, 4])
  func `a send returns while others subscribe and cancel`(_ threads: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let received = Shared(0)
    let steady = subject.sink { _ in received.withLock { $0 += 1 } }
    let isOver = Shared(false)
    let send = { @Sendable in
      for value in 0..<Self.count { subject.send(value) }
      isOver.withLock { $0 = true }
    }
    let churn = { @Sendable in
      while !isOver.current { subject.sink { _ in }.cancel() }
    }
    together([send] + Array(repeating: churn, count: threads - 1))
    expectEqual(received.current, Self.count)
    steady.cancel()
  }

  @Test func `no delivery begins after a cancel has returned`() {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Int, Never>()
      // Set when the cancel has returned; a delivery that runs at that time may have begun before.
      let isCancelled = Shared(false)
      let late = Shared(0)
      let running = Shared(0)
      let subscription = subject.sink { _ in
        running.withLock { $0 += 1 }
        if isCancelled.current { late.withLock { $0 += 1 } }
        running.withLock { $0 -= 1 }
      }
      together(
        { for value in 0..<100 { subject.send(value) } },
        {
          subscription.cancel()
          isCancelled.withLock { $0 = true }
        })
      #expect(late.current <= 1)
      expectEqual(running.current, 0)
    }
  }
}
