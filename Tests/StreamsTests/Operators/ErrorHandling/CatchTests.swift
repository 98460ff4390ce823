import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CatchTests {
  private let inners = [ProbePublisher<Int, Oops>("first"), ProbePublisher<Int, Oops>("second")]

  /// A publisher that fails and is replaced, a number of times, by a publisher of the same kind.
  private func attempt(_ left: Int) -> AnyPublisher<Int, Oops> {
    Fail<Int, Oops>(error: Oops())
      .catch { _ in left == 0 ? Result<Int, Oops>.Publisher(7).eraseToAnyPublisher() : attempt(left - 1) }
      .eraseToAnyPublisher()
  }

  @Test func `replaces a publisher that fails`() {
    let recorder = Fail<Int, Oops>(error: Oops()).catch { _ in [7, 8].publisher }.record()
    expectEqual(recorder.history, ["subscription: Catch", "value: 7", "value: 8", "finished"])
  }

  @Test func `passes values, demand and completion through`() throws {
    try expectMarbles("a: -1-2|\ndemand: 1-1\na.upstream: (^1)-1\nresult: -1-2|") { rows, _ in
      rows.a.catch { _ in Just("0") }
    }
  }

  @Test func `passes remaining demand on, and a second failure through`() {
    var errors = 0
    let recorder = inners[0].catch { [inners] _ -> ProbePublisher<Int, Oops> in
      errors += 1
      return inners[1]
    }.record(demand: .max(3))
    inners[0].send(1)
    inners[0].send(completion: .failure(Oops()))
    inners[1].send(2)
    inners[1].send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Catch", "value: 1", "value: 2", "failure: Oops()"])
    expectEqual(inners[1].events, [.subscribe, .request(.max(2))])
    expectEqual(errors, 1)
  }

  @Test func `passes a cancel to the current publisher`() throws {
    try expectMarbles(
      """
      a:           -1#
      b:           ---2
      cancel:      ----!
      a.upstream:  (^*)
      b.upstream:  --(^*)-!
      result:      -1-2
      """
    ) { rows, _ in rows.a.catch { _ in rows.b } }
  }

  @Test func `subscribes after a delivery that fails`() {
    let history = Reentrancy.historyOfCompleting(.failure(Oops())) { $0.catch { _ in [2, 3].publisher } }
    expectEqual(history.last, "finished")
  }

  @Test func `does not call its closure after a cancel`() {
    let probe = ProbePublisher<Int, Oops>()
    var handled = 0
    var cancellable: AnyCancellable?
    cancellable = probe.catch { _ in
      handled += 1
      return Just(2)
    }.sink { _ in
      probe.send(completion: .failure(Oops()))
      cancellable?.cancel()
    }
    probe.send(1)
    expectEqual(handled, 0)
  }

  @Test func `ignores a subscription that follows the failure`() {
    expectEqual(Confused().catch { _ in Just(1) }.record().values, [1])
  }

  @Test func `does not recurse for replacements of replacements`() {
    expectEqual(attempt(50_000).record().history, ["subscription: Catch", "value: 7", "finished"])
  }

  @Test func `keeps its position in a concatenation`() {
    let failing = Fail<Int, Oops>(error: Oops())
    let two = failing.catch { _ in Just(2).append(3).setFailureType(to: Oops.self) }
    let four = Just(4).setFailureType(to: Oops.self).catch { _ in failing }
    expectEqual(attempt(1).append(two).append(four.append(5)).append(6).record().values, [7, 2, 3, 4, 5, 6])
    let refused = attempt(0).append(failing.catch { _ in two.append(failing) }).append(8).record()
    expectEqual(refused.history, ["subscription: Concatenate", "value: 7", "value: 2", "value: 3", "failure: Oops()"])
  }

  @Test func `tryCatch fails with the error that its closure throws`() {
    let recorder = inners[0].tryCatch { _ -> Just<Int> in throw Signatures.OtherError() }.record()
    inners[0].send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: TryCatch", "failure: OtherError()"])
    let replaced = inners[1].tryCatch { _ in Just(5) }.record()
    inners[1].send(completion: .failure(Oops()))
    expectEqual(replaced.history, ["subscription: TryCatch", "value: 5", "finished"])
  }
}

/// Fails, and sends a subscription afterwards.
private struct Confused: Publisher {
  typealias Output = Int
  typealias Failure = Oops

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Oops {
    subscriber.receive(completion: .failure(Oops()))
    subscriber.receive(subscription: Subscriptions.empty)
  }
}
