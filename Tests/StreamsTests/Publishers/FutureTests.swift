import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct FutureTests {
  @Test func `runs once when it is created and keeps the first result`() {
    var runs = 0
    let future = Future<Int, Oops> { promise in
      runs += 1
      promise(.success(1))
      promise(.success(2))
      promise(.failure(Oops()))
    }
    expectEqual(runs, 1)
    for _ in 1...2 { expectEqual(future.record().history, ["subscription: Future", "value: 1", "finished"]) }
    expectEqual(runs, 1)
    let late = future.record(demand: .none)
    expectEqual(late.history, ["subscription: Future"])
    late.request(.max(1))
    expectEqual(late.values, [1])
    expectEqual(Future<Int, Oops> { $0(.failure(Oops())) }.record(demand: .none).completion, .failure(Oops()))
  }

  @Test func `sends a result that is promised after the subscription`() {
    var fulfil: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { fulfil = $0 }
    let recorder = future.record()
    expectEqual(recorder.history, ["subscription: Future"])
    fulfil?(.success(9))
    expectEqual(recorder.history, ["subscription: Future", "value: 9", "finished"])
  }

  @Test func `sends nothing after a cancel`() {
    var fulfil: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { fulfil = $0 }
    let recorder = future.record()
    recorder.cancel()
    fulfil?(.success(9))
    expectEqual(recorder.history, ["subscription: Future"])
  }

  @Test func `is fulfilled from a task`() async throws {
    await expectEqual(Future<Int, Never> { promise in Task { promise(.success(7)) } }.value, 7)
    try await expectEqual(Future<Int, Oops> { promise in Task { promise(.success(8)) } }.value, 8)
    await #expect(throws: Oops()) {
      try await Future<Int, Oops> { promise in Task { promise(.failure(Oops())) } }.value
    }
  }

  @Test func `reaches everyone that subscribes while it is fulfilled`() {
    for _ in 0..<50 {
      let promise = Shared<Future<Int, Never>.Promise?>(nil)
      let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
      let seen = Shared(0)
      let kept = Shared<[AnyCancellable]>([])
      together(
        { promise.current?(.success(1)) },
        {
          for _ in 0..<10 {
            let cancellable = future.sink { value in seen.withLock { $0 += value } }
            kept.withLock { $0.append(cancellable) }
          }
        })
      expectEqual(seen.current, 10)
    }
  }
}
