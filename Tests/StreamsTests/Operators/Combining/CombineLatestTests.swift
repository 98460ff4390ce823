import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CombineLatestTests {
  @Test func `combines the newest value of each side`() {
    var seen: [String] = []
    let a = CurrentValueSubject<Int, Never>(1)
    let b = PassthroughSubject<String, Never>()
    let cancellable = a.combineLatest(b).sink { seen.append("\($0)\($1)") }
    b.send("x")
    a.value = 2
    b.send("y")
    expectEqual(seen, ["1x", "2x", "2y"])
    cancellable.cancel()
  }

  @Test func `combines two, three and four sides`() {
    let sum = Just(1).combineLatest(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 }
    expectEqual(sum.record().history, ["subscription: CombineLatest", "value: 10", "finished"])
    expectEqual(Just(1).combineLatest(Just(2), Just(3)) { "\($0)\($1)\($2)" }.record().values, ["123"])
    expectEqual(Just(1).combineLatest(Just(2)) { $0 + $1 }.record().values, [3])
  }

  @Test func `finishes when all sides have finished`() {
    let a = ProbePublisher<Int, Never>("a")
    let b = ProbePublisher<Int, Never>("b")
    let recorder = a.combineLatest(b).map { "\($0)\($1)" }.record()
    a.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: CombineLatest"])
    b.send(1)
    b.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: CombineLatest", "finished"])
  }

  @Test func `finishes when a side finishes without a value`() throws {
    try expectMarbles(
      """
      a:       -1-2--|
      b:       --|
      result:  ------|
      """
    ) { rows, _ in rows.a.combineLatest(rows.b, +) }
  }

  @Test func `finishes after the output that waits for demand`() {
    let left = PassthroughSubject<Int, Never>()
    let right = PassthroughSubject<Int, Never>()
    let recorder = left.combineLatest(right) { $0 * 10 + $1 }.record(demand: .max(2))
    left.send(1)
    right.send(1)
    left.send(2)
    // Each side may send two values, which make three outputs.
    right.send(2)
    left.send(completion: .finished)
    right.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: CombineLatest", "value: 11", "value: 21"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: CombineLatest", "value: 11", "value: 21", "value: 22", "finished"])
  }

  @Test func `requests downstream's demand from each side`() {
    let a = ProbePublisher<Int, Never>("a")
    let b = ProbePublisher<Int, Never>("b")
    let recorder = a.combineLatest(b).map { "\($0)\($1)" }.record(demand: .max(2))
    recorder.request(.max(3))
    expectEqual(a.events, [.subscribe, .request(.max(2)), .request(.max(3))])
    expectEqual(b.events, a.events)
  }

  @Test func `requests early demand from a side that subscribes late`() {
    let scheduler = TestScheduler()
    let late = ProbePublisher<Int, Never>("late")
    let recorder = late.subscribe(on: scheduler).combineLatest(Just(1), +).record(demand: .max(1))
    recorder.request(.max(2))
    scheduler.advance()
    expectEqual(late.events, [.subscribe, .request(.max(3))])
    late.send(1)
    expectEqual(recorder.values, [2])
    recorder.cancel()
    scheduler.advance()
  }

  @Test func `cancels the other side when one fails`() {
    let a = ProbePublisher<Int, Oops>("a")
    let b = ProbePublisher<Int, Oops>("b")
    let recorder = a.combineLatest(b).map { "\($0)\($1)" }.record()
    a.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: CombineLatest", "failure: Oops()"])
    expectEqual(b.events.last, .cancel)
  }

  @Test func `passes a cancel to every side`() throws {
    try expectMarbles(
      """
      a:           -1
      b:           --2
      cancel:      ---!
      a.upstream:  (^*)--!
      b.upstream:  (^*)--!
      result:      --[12]
      """
    ) { rows, _ in rows.a.combineLatest(rows.b, +) }
  }

  @Test func `emits values that are sent from inside a delivery`() {
    let a = CurrentValueSubject<Int, Never>(0)
    let b = CurrentValueSubject<Int, Never>(0)
    var seen: [String] = []
    let cancellable = a.combineLatest(b).sink { x, y in
      seen.append("\(x)\(y)")
      if x < 3, x == y { a.value = x + 1 } else if y < x { b.value = x }
    }
    expectEqual(seen, ["00", "10", "11", "21", "22", "32", "33"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `requests from a side during a delivery`() {
    let trial = Reentrancy()
    expectEqual(
      trial.valuesOfRequesting(trial.a.combineLatest(trial.b)), ["(1, 0)", "(1, 2)", "(1, 3)", "(5, 3)", "(6, 3)"])
  }

  @Test func `cancels every side during a delivery`() {
    expectEqual(Reentrancy.eventsOfCancelling { $0.combineLatest($1, +) }, [.cancel, .cancel])
  }

  @Test func `ends with the newest value of each thread`() {
    let a = CurrentValueSubject<Int, Never>(0)
    let b = CurrentValueSubject<Int, Never>(0)
    let seen = Shared<[(Int, Int)]>([])
    let cancellable = a.combineLatest(b).sink { pair in seen.withLock { $0.append(pair) } }
    together(
      { for number in 1...Stress.count { a.send(number) } }, { for number in 1...Stress.count { b.send(number) } })
    #expect(seen.current.last.map { $0 == (Stress.count, Stress.count) } == true)
    expectEqual(seen.current.count, 2 * Stress.count + 1)
    cancellable.cancel()
  }
}
