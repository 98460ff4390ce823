import ExpectSupport
import Streams
import StreamsSupport
import Support
import Testing

@Suite struct AtomicDemandTests {
  @Test func `starts without demand`() {
    let demand = Booked()
    expectEqual(demand.value, .none)
    #expect(!demand.isPositive && !demand.isUnlimited && !demand.isClosed)
    #expect(!demand.consume())
  }

  @Test func `consumes what is added`() {
    let demand = Booked()
    demand.add(.max(2))
    demand.add(.none)
    expectEqual(demand.value, .max(2))
    expectEqual([demand.consume(), demand.consume(), demand.consume()], [true, true, false])
    expectEqual(demand.value, .none)
  }

  @Test func `stays unlimited`() {
    let demand = Booked()
    demand.add(.unlimited)
    #expect(demand.consume() && demand.isUnlimited && demand.isPositive)
    demand.consume(adding: 0)
    demand.add(.max(1))
    expectEqual(demand.value, .unlimited)
  }

  @Test func `counts no delivery when another thread has made the demand unlimited`() {
    let demand = Booked()
    demand.add(.unlimited)
    // What a thread calls that has not seen it.
    #expect(demand.consumeCounted())
    expectEqual(demand.value, .unlimited)
  }

  @Test func `saturates to unlimited`() {
    let demand = Booked()
    demand.add(.max(.max - 1))
    demand.add(.max(5))
    expectEqual(demand.value, .unlimited)
  }

  @Test func `replaces one value's demand by the returned demand`() {
    let demand = Booked()
    demand.add(.max(1))
    demand.consume(adding: Subscribers.Demand.max(1).raw)
    expectEqual(demand.value, .max(1))
    demand.consume(adding: Subscribers.Demand.max(3).raw)
    expectEqual(demand.value, .max(3))
    demand.consume(adding: 0)
    expectEqual(demand.value, .max(2))
    demand.consume(adding: Subscribers.Demand.unlimited.raw)
    #expect(demand.isUnlimited)
  }

  @Test func `takes no demand after it is closed`() {
    for initial in [Subscribers.Demand.none, .max(3), .unlimited] {
      let demand = Booked()
      demand.add(initial)
      #expect(demand.close())
      #expect(!demand.close())
      demand.add(.unlimited)
      demand.consume(adding: 5)
      #expect(demand.isClosed && !demand.isPositive && !demand.consume())
      expectEqual(demand.value, .none)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `behaves like a demand`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let demand = Booked()
    var model = Subscribers.Demand.none
    var isClosed = false
    for _ in 0..<500 {
      switch Int.random(in: 0..<400, using: &random) {
      case 0:
        expectEqual(demand.close(), !isClosed)
        (model, isClosed) = (.none, true)
      case 1:
        demand.add(.unlimited)
        if !isClosed { model = .unlimited }
      case 2..<150:
        let count = Int.random(in: 0...5, using: &random)
        demand.add(.max(count))
        if !isClosed { model += count }
      case 150..<250 where model > .none:
        let more = Subscribers.Demand.max(Int.random(in: 0...3, using: &random))
        demand.consume(adding: more.raw)
        model = model - 1 + more
      default:
        #expect(demand.consume() == (model > .none))
        model -= 1
      }
      #expect(demand.value == model && demand.isClosed == isClosed && demand.isPositive == (model > .none))
    }
  }

  @Test func `books the demand of several threads exactly`() {
    let demand = Booked()
    let consumed = Shared(0)
    let add = { @Sendable in for _ in 0..<1_000 { demand.add(.max(2)) } }
    let consume = { @Sendable in
      for _ in 0..<1_000 where demand.consume() { consumed.withLock { $0 += 1 } }
    }
    together([add, add, consume, consume])
    expectEqual(demand.value, .max(4_000 - consumed.current))
  }

  @Test func `is closed by one of several threads`() {
    for _ in 0..<100 {
      let demand = Booked()
      let closed = Shared(0)
      let close = { @Sendable in if demand.close() { closed.withLock { $0 += 1 } } }
      together(close, close, { demand.add(.max(1)) })
      expectEqual(closed.current, 1)
      #expect(demand.isClosed)
    }
  }
}

/// An atomic demand that closures can share, and that `#expect` takes.
private final class Booked: Sendable {
  private let atomic = AtomicDemand()

  var value: Subscribers.Demand { atomic.value }
  var isPositive: Bool { atomic.isPositive }
  var isUnlimited: Bool { atomic.isUnlimited }
  var isClosed: Bool { atomic.isClosed }
  func add(_ demand: Subscribers.Demand) { atomic.add(demand) }
  func consume() -> Bool { atomic.consume() }
  func consumeCounted() -> Bool { atomic.consumeCounted() }
  func consume(adding more: UInt) { atomic.consume(adding: more) }
  func close() -> Bool { atomic.close() }
}
