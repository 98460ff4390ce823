import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ZipTests {
  let a = PassthroughSubject<Int, Oops>()
  let b = PassthroughSubject<Int, Oops>()

  @Test func `pairs by index and finishes with the shorter side`() {
    let recorder = a.zip(b).record()
    a.send(1)
    a.send(2)
    b.send(10)
    a.send(completion: .finished)
    #expect(recorder.completion == nil)
    b.send(20)
    expectEqual(recorder.history, ["subscription: Zip", "value: (1, 10)", "value: (2, 20)", "finished"])
  }

  @Test func `finishes when a side without waiting values finishes`() {
    let recorder = a.zip(b).record()
    a.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Zip", "finished"])
  }

  /// What answers its first request for ever, apart from a bound that makes a failed test end.
  private func endless(_ sent: @escaping (Int) -> Void) -> some Publisher<Int, Oops> {
    (1...9_999).lazy.map { number in
      sent(number)
      return number
    }
    .publisher.setFailureType(to: Oops.self)
  }

  @Test func `an endless side sends nothing after the end of another one`() {
    var last = 0
    let numbers = endless { last = $0 }
    let names = ["Ada", "Grace"].publisher.setFailureType(to: Oops.self)
    expectEqual(
      names.zip(numbers).record().history,
      ["subscription: Zip", #"value: ("Ada", 1)"#, #"value: ("Grace", 2)"#, "finished"])
    // A sequence is asked whether there is another element before it sends one.
    #expect(last <= 3)
    let one = Just(7).setFailureType(to: Oops.self)
    expectEqual(names.zip(one, numbers).record().history.last, "finished")
    #expect(last <= 2)
  }

  @Test func `an endless side sends nothing after a failure of another one`() {
    var count = 0
    let numbers = endless { _ in count += 1 }
    let failing = Just(7).setFailureType(to: Oops.self).append(Fail(error: Oops()))
    for publisher in [
      failing.zip(numbers).map { $0 + $1 }.eraseToAnyPublisher(),
      failing.combineLatest(numbers).map { $0 + $1 }.eraseToAnyPublisher(),
      failing.merge(with: numbers).eraseToAnyPublisher(),
      [failing.eraseToAnyPublisher(), numbers.eraseToAnyPublisher()].publisher.setFailureType(to: Oops.self)
        .flatMap { $0 }.eraseToAnyPublisher(),
    ] {
      count = 0
      expectEqual(publisher.record().completion, .failure(Oops()))
      #expect(count <= 1)
    }
  }

  @Test func `requests from all sides and cancels the rest on failure`() {
    let one = ProbePublisher<Int, Oops>()
    let two = ProbePublisher<Int, Oops>()
    let three = ProbePublisher<Int, Oops>()
    let recorder = one.zip(two, three) { $0 + $1 + $2 }.record(demand: .max(1)) { _ in .max(2) }
    one.send(1)
    two.send(2)
    three.send(3)
    one.send(completion: .failure(Oops()))
    expectEqual(recorder.history.dropFirst(), ["value: 6", "failure: Oops()"])
    expectEqual(two.events, [.subscribe, .request(.max(1)), .request(.max(2)), .cancel])
    // The side that completes an output gets what that has led to as the demand that its own send returns.
    expectEqual(three.events, [.subscribe, .request(.max(1)), .additional(.max(2)), .cancel])
  }

  @Test func `zips two, three and four sides`() {
    let four = [1, 2].publisher.zip([10, 20].publisher, [100, 200].publisher, [1000, 2000].publisher)
    expectEqual(four.map { $0 + $1 + $2 + $3 }.record().values, [1111, 2222])
    expectEqual(Just(1).zip(Just(2), Just(3)) { "\($0)\($1)\($2)" }.record().values, ["123"])
    expectEqual(Just(1).zip(Just(2)) { $0 + $1 }.record().values, [3])
  }

  @Test func `passes demand and cancel to every side`() throws {
    try expectMarbles(
      """
      a:           -1-2
      b:           --x-y
      demand:      1--1
      cancel:      -----!
      a.upstream:  (^1)--1-!
      b.upstream:  (^1)--1-!
      result:      --[1x]-
      """
    ) { rows, _ in rows.a.zip(rows.b, +) }
  }

  @Test func `requests early demand from a side that subscribes late`() {
    let scheduler = TestScheduler()
    let late = ProbePublisher<Int, Never>("late")
    let recorder = late.subscribe(on: scheduler).zip(Just(1), +).record(demand: .max(1))
    recorder.request(.max(2))
    scheduler.advance()
    expectEqual(late.events, [.subscribe, .request(.max(3))])
    late.send(1)
    expectEqual(recorder.values, [2])
    recorder.cancel()
    scheduler.advance()
  }

  @Test func `requests from a side during a delivery`() {
    let trial = Reentrancy()
    expectEqual(trial.valuesOfRequesting(trial.a.zip(trial.b)), ["(1, 0)", "(5, 2)", "(6, 3)"])
  }

  @Test func `requests returned demand before the next delivery`() {
    let trial = Reentrancy()
    let (a, b) = (trial.a, trial.b)
    let zipped = trial.valuesOfReturning(a.zip(b), first: 2) { value in
      switch value.1 {
      case 10: b.send(20)
      case 20: a.send(3)
      default: break
      }
    } start: {
      a.send(1)
      a.send(2)
      b.send(10)
      b.send(30)
    }
    expectEqual(zipped, ["(1, 10)", "(2, 20)", "(3, 30)"])
  }

  @Test func `cancels every side during a delivery`() {
    expectEqual(Reentrancy.eventsOfCancelling { $0.zip($1, +) }, [.cancel, .cancel])
  }

  @Test func `pairs values from two threads`() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let seen = Shared<[Int]>([])
    let cancellable = a.zip(b).sink { pair in seen.withLock { $0.append(pair.0 - pair.1) } }
    together(
      { for number in 0..<Stress.count { a.send(number) } }, { for number in 0..<Stress.count { b.send(number) } })
    expectEqual(seen.current, Array(repeating: 0, count: Stress.count))
    cancellable.cancel()
  }
}
