import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct RetryTests {
  @Test func `subscribes again with the remaining demand`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.retry(1).record(demand: .max(3))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(probe.events, [.subscribe, .request(.max(3)), .subscribe, .request(.max(2))])
    probe.send(2)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Retry", "value: 1", "value: 2", "failure: Oops()"])
    expectEqual(probe.subscriberCount, 0)
  }

  @Test func `retries without end at a negative count`() {
    var attempts = 0
    let failing = Deferred {
      attempts += 1
      return attempts < 100 ? Result<Int, Oops>.failure(Oops()).publisher : .init(7)
    }
    expectEqual(failing.retry(-1).record().history, ["subscription: Retry", "value: 7", "finished"])
    expectEqual(attempts, 100)
  }

  @Test func `does not recurse for synchronous failures`() {
    var attempts = 0
    let failing = Deferred {
      attempts += 1
      return attempts <= 50_000 ? Result<Int, Oops>.failure(Oops()).publisher : .init(7)
    }
    let recorder = failing.retry(50_000).record()
    expectEqual(recorder.history, ["subscription: Retry", "value: 7", "finished"])
    expectEqual(attempts, 50_001)
  }

  @Test func `passes values, demand and completion through`() throws {
    try expectMarbles("a: -1-2|\ndemand: 1-1\na.upstream: (^1)-1\nresult: -1-2|") { rows, _ in rows.a.retry(1) }
  }

  @Test func `subscribes again without end when retries are nil`() {
    var attempts = 0
    let failing = Deferred {
      attempts += 1
      return attempts < 100 ? Result<Int, Oops>.failure(Oops()).publisher : .init(7)
    }
    expectEqual(Publishers.Retry(upstream: failing, retries: nil).record().values, [7])
  }

  @Test func `passes a cancel through and does not subscribe again`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.retry(3).record()
    probe.send(completion: .failure(Oops()))
    recorder.cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .subscribe, .request(.unlimited), .cancel])
    expectEqual(recorder.history, ["subscription: Retry"])
  }

  @Test func `subscribes again after a delivery that fails`() {
    var attempts = 0
    let history = Reentrancy.historyOfCompleting(.failure(Oops())) { probe in
      Deferred { () -> AnyPublisher<Int, Oops> in
        attempts += 1
        return attempts == 1
          ? probe.eraseToAnyPublisher() : [2, 3, 4].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
      }.retry(1)
    }
    expectEqual(history, ["value: 1", "value: 2", "value: 3"])
  }
}
