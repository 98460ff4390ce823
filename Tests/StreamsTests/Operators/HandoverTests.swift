import Streams
import StreamsTesting
import Testing

/// Operators that go on with another upstream.
@Suite struct HandoverTests {
  @Test func appendCarriesLeftoverDemand() {
    let first = ProbePublisher<Int, Never>()
    let second = ProbePublisher<Int, Never>()
    let recorder = first.append(second).record(demand: .max(3))
    first.send(1)
    #expect(second.events == [])
    first.send(completion: .finished)
    #expect(second.events == [.subscribe, .request(.max(2))])
    second.send(2)
    recorder.cancel()
    #expect(recorder.history == ["subscription: Concatenate", "value: 1", "value: 2"])
    #expect(second.events.last == .cancel)
  }

  @Test func appendAndPrependElements() {
    let numbers = [2, 3].publisher
    #expect(numbers.append(4, 5).record().values == [2, 3, 4, 5])
    #expect(numbers.append(4...5).record().values == [2, 3, 4, 5])
    #expect(numbers.prepend(0, 1).record().values == [0, 1, 2, 3])
    #expect(numbers.prepend(0...1).record().values == [0, 1, 2, 3])
    #expect(numbers.prepend(Just(1)).append(Just(4)).record(demand: .max(3)).values == [1, 2, 3])
  }

  @Test func aFailureEndsAConcatenation() {
    let prefix = ProbePublisher<Int, Refused>()
    let recorder = prefix.append(1).append(2).record()
    prefix.send(completion: .failure(Refused()))
    #expect(recorder.history == ["subscription: Concatenate", "failure: Refused()"])
  }

  @Test(arguments: [false, true]) func manyAppendsDoNotNest(isErased: Bool) {
    var left = Just(0).eraseToAnyPublisher()
    for value in 1..<5_000 { left = left.append(Just(value)).eraseToAnyPublisher() }
    let recorder = isErased ? left.record(demand: .max(5_000)) : left.prepend(-1).record()
    #expect(recorder.values == (isErased ? Array(0..<5_000) : Array(-1..<5_000)))
    #expect(recorder.completion == .finished)
    var right = Just(0).eraseToAnyPublisher()
    for value in 1..<5_000 { right = Just(value).append(right).eraseToAnyPublisher() }
    #expect(right.record().values == Array((0..<5_000).reversed()))
  }

  @Test func nestedConcatenationsKeepTheirOrder() {
    let inner = Just(2).append(Just(3))
    #expect(Just(1).append(inner).append(Just(4).append(5)).record().values == [1, 2, 3, 4, 5])
    #expect(Just(1).append(inner.map { $0 * 10 }).append(4).record().values == [1, 20, 30, 4])
  }

  /// Fails and is replaced, as often as said, by what fails and is replaced.
  private func attempt(_ left: Int) -> AnyPublisher<Int, Refused> {
    Fail<Int, Refused>(error: Refused())
      .catch { _ in left == 0 ? Result<Int, Refused>.Publisher(7).eraseToAnyPublisher() : attempt(left - 1) }
      .eraseToAnyPublisher()
  }

  @Test func replacementsOfReplacementsDoNotNest() {
    #expect(attempt(50_000).record().history == ["subscription: Catch", "value: 7", "finished"])
  }

  @Test func whatIsCaughtKeepsItsPlaceInAConcatenation() {
    let failing = Fail<Int, Refused>(error: Refused())
    let two = failing.catch { _ in Just(2).append(3).setFailureType(to: Refused.self) }
    let four = Just(4).setFailureType(to: Refused.self).catch { _ in failing }
    #expect(attempt(1).append(two).append(four.append(5)).append(6).record().values == [7, 2, 3, 4, 5, 6])
    let refused = attempt(0).append(failing.catch { _ in two.append(failing) }).append(8).record()
    #expect(refused.history == ["subscription: Concatenate", "value: 7", "value: 2", "value: 3", "failure: Refused()"])
  }

  @Test func replaceEmptyWaitsForDemand() {
    let recorder = Empty<Int, Never>().replaceEmpty(with: 1).record(demand: .none)
    #expect(recorder.history == ["subscription: ReplaceEmpty"])
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: ReplaceEmpty", "value: 1", "finished"])
    #expect([2].publisher.replaceEmpty(with: 1).record().values == [2])
    #expect(Fail<Int, Refused>(error: Refused()).replaceEmpty(with: 1).record().history.last == "failure: Refused()")
  }

  @Test func replaceErrorWaitsForDemand() {
    let probe = ProbePublisher<Int, Refused>()
    let recorder = probe.replaceError(with: 9).record(demand: .max(1))
    probe.send(1)
    probe.send(completion: .failure(Refused()))
    #expect(recorder.history == ["subscription: ReplaceError", "value: 1"])
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: ReplaceError", "value: 1", "value: 9", "finished"])
  }

  @Test func retrySubscribesAgain() {
    let probe = ProbePublisher<Int, Refused>()
    let recorder = probe.retry(1).record(demand: .max(3))
    probe.send(1)
    probe.send(completion: .failure(Refused()))
    #expect(probe.events == [.subscribe, .request(.max(3)), .subscribe, .request(.max(2))])
    probe.send(2)
    probe.send(completion: .failure(Refused()))
    #expect(recorder.history == ["subscription: Retry", "value: 1", "value: 2", "failure: Refused()"])
    #expect(probe.subscriberCount == 0)
  }

  @Test func lessThanNoRetriesAreNone() {
    var attempts = 0
    let failing = Deferred {
      attempts += 1
      return attempts < 3 ? Result<Int, Refused>.failure(Refused()).publisher : .init(7)
    }
    #expect(failing.retry(-1).record().history == ["subscription: Retry", "failure: Refused()"])
  }

  @Test func failuresAtOnceAreRetriedByALoop() {
    var attempts = 0
    let failing = Deferred {
      attempts += 1
      return attempts <= 50_000 ? Result<Int, Refused>.failure(Refused()).publisher : .init(7)
    }
    let recorder = failing.retry(50_000).record()
    #expect(recorder.history == ["subscription: Retry", "value: 7", "finished"])
    #expect(attempts == 50_001)
  }

  /// The history where an upstream ends inside the delivery of its first value, which asks for two more.
  private func historyOfEndingInside<P: Publisher>(
    _ completion: Subscribers.Completion<Refused>, _ followed: (ProbePublisher<Int, Refused>) -> P
  ) -> [String] where P.Output == Int {
    let probe = ProbePublisher<Int, Refused>()
    let recorder = followed(probe).record(demand: .max(1)) { value in
      guard value == 1 else { return .none }
      probe.send(completion: completion)
      return .max(2)
    }
    probe.send(1)
    #expect(recorder.violations == [])
    recorder.cancel()
    return Array(recorder.history.dropFirst())
  }

  @Test func anEndInsideADeliveryIsFollowedAfterIt() {
    let refused = Subscribers.Completion.failure(Refused())
    #expect(historyOfEndingInside(.finished) { $0.append(2, 3, 4) } == ["value: 1", "value: 2", "value: 3"])
    #expect(historyOfEndingInside(refused) { $0.catch { _ in [2, 3].publisher } }.last == "finished")
    #expect(historyOfEndingInside(refused) { $0.replaceError(with: 2) } == ["value: 1", "value: 2", "finished"])
    #expect(historyOfEndingInside(.finished) { $0.replaceEmpty(with: 2) } == ["value: 1", "finished"])
    var attempts = 0
    let history = historyOfEndingInside(refused) { probe in
      Deferred { () -> AnyPublisher<Int, Refused> in
        attempts += 1
        return attempts == 1
          ? probe.eraseToAnyPublisher() : [2, 3, 4].publisher.setFailureType(to: Refused.self).eraseToAnyPublisher()
      }.retry(1)
    }
    #expect(history == ["value: 1", "value: 2", "value: 3"])
  }

  @Test func nothingFollowsACancelBehindAnEndInsideADelivery() {
    let probe = ProbePublisher<Int, Refused>()
    var handled = 0
    var cancellable: AnyCancellable?
    cancellable = probe.catch { _ in
      handled += 1
      return Just(2)
    }.sink { _ in
      probe.send(completion: .failure(Refused()))
      cancellable?.cancel()
    }
    probe.send(1)
    #expect(handled == 0)
  }

  /// Ends, and hands out a subscription after that.
  private struct Confused: Publisher {
    typealias Output = Int
    typealias Failure = Refused

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Refused {
      subscriber.receive(completion: .failure(Refused()))
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }

  @Test func aSubscriptionAfterTheEndIsNotTakenForTheNextOne() {
    #expect(Confused().catch { _ in Just(1) }.record().values == [1])
  }
}
