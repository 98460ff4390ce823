import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct CreateTests {
  typealias Input = Publishers.Create<Int, Never>.Input

  @Test func `runs its closure for each subscriber`() {
    var runs = 0
    let publisher = AnyPublisher<Int, Never>.create { input in
      runs += 1
      input.send(runs)
      input.send(completion: .finished)
      return AnyCancellable {}
    }
    expectEqual(runs, 0)
    expectEqual(publisher.record().history, ["subscription: Create", "value: 1", "finished"])
    expectEqual(publisher.record().values, [2])
  }

  @Test func `holds values until they are requested`() {
    var kept: Input?
    let recorder = AnyPublisher<Int, Never>.create { input in
      kept = input
      for number in 1...3 { input.send(number) }
      return AnyCancellable {}
    }.record(demand: .max(2))
    kept?.send(completion: .finished)
    expectEqual(recorder.values, [1, 2])
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `cancels its work once, at a cancel or a completion`() {
    var stops = 0
    var kept: Input?
    let publisher = AnyPublisher<Int, Never>.create { input in
      kept = input
      return AnyCancellable { stops += 1 }
    }
    let first = publisher.record()
    first.cancel()
    expectEqual(stops, 1)
    kept?.send(1)
    expectEqual(first.values, [])
    let second = publisher.record()
    kept?.send(completion: .finished)
    second.cancel()
    expectEqual(stops, 2)
  }

  @Test func `releases its subscriber after the completion`() {
    var kept: Input?
    expectEqual(
      leaks { detector in
        let recorder = detector.watch(
          AnyPublisher<Int, Never>.create { input in
            kept = input
            return AnyCancellable {}
          }.record())
        kept?.send(completion: .finished)
        _ = recorder.values
      }, [])
  }

  @Test func `fails with the error that is sent`() {
    let recorder = AnyPublisher<Int, Oops>.create { input in
      input.send(1)
      input.send(completion: .failure(Oops()))
      input.send(2)
      return AnyCancellable {}
    }.record()
    expectEqual(recorder.history, ["subscription: Create", "value: 1", "failure: Oops()"])
  }
}
