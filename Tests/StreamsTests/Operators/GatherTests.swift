import Streams
import StreamsTesting
import Testing

/// Operators that take everything in and answer once.
@Suite struct GatherTests {
  @Test func answersWaitForDemand() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.reduce(0) { $0 + $1 }.record(demand: .none)
    for value in 1...3 { probe.send(value) }
    probe.send(completion: .finished)
    #expect(recorder.history == ["subscription: Reduce"])
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: Reduce", "value: 6", "finished"])
    #expect(probe.events == [.subscribe, .request(.unlimited)])
  }

  @Test func answersOfNumbers() {
    let numbers = [3, 1, 2].publisher
    #expect(numbers.count().record().history == ["subscription: Count", "value: 3", "finished"])
    #expect(numbers.collect().record().values == [[3, 1, 2]])
    #expect(numbers.min().record().values == [1])
    #expect(numbers.max().record().values == [3])
    #expect(numbers.min { $0 > $1 }.record().values == [3])
    #expect(numbers.last().record().values == [2])
    #expect(numbers.last { $0 > 2 }.record().values == [3])
    #expect(numbers.ignoreOutput().record(demand: .none).history == ["subscription: IgnoreOutput", "finished"])
  }

  @Test func answersOfNothing() {
    let nothing = Empty<Int, Never>()
    #expect(nothing.count().record().values == [0])
    #expect(nothing.collect().record().values == [[]])
    #expect(nothing.max().record(demand: .none).history == ["subscription: Comparison", "finished"])
    #expect(nothing.last().record().history == ["subscription: Last", "finished"])
    #expect(nothing.contains(1).record().values == [false])
    #expect(nothing.allSatisfy { $0 > 0 }.record().values == [true])
  }

  @Test func theFirstOfSeveralGreatestCounts() {
    let words = ["bb", "a", "cc", "d"].publisher
    #expect(words.max { $0.count < $1.count }.record().values == ["bb"])
    #expect(words.min { $0.count < $1.count }.record().values == ["a"])
  }

  @Test func verdictsCancelAsSoonAsTheyAreKnown() {
    let probe = ProbePublisher<Int, Never>()
    let contains = probe.contains(2).record()
    probe.send(1)
    probe.send(2)
    #expect(contains.history == ["subscription: Contains", "value: true", "finished"])
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
    let all = probe.allSatisfy { $0 > 0 }.record()
    probe.send(-1)
    #expect(all.history == ["subscription: AllSatisfy", "value: false", "finished"])
    #expect(probe.subscriberCount == 0)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5]) func whatIsThrownCancelsAndFails(which: Int) {
    let probe = ProbePublisher<Int, Never>()
    let answers: AnyPublisher<String, any Error> =
      switch which {
      case 0: text(probe.tryReduce(0) { try $0 + positive($1) })
      case 1: text(probe.tryMin { try positive($0) < $1 })
      case 2: text(probe.tryMax { try $0 < positive($1) })
      case 3: text(probe.tryContains { try positive($0) > 9 })
      case 4: text(probe.tryAllSatisfy { try positive($0) < 9 })
      default: text(probe.tryLast { try positive($0) < 9 })
      }
    let recorder = answers.record()
    probe.send(1)
    probe.send(-1)
    probe.send(2)
    #expect(recorder.history.dropFirst() == ["failure: Refused()"])
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
  }

  private func text<P: Publisher>(_ publisher: P) -> AnyPublisher<String, P.Failure> {
    publisher.map { "\($0)" }.eraseToAnyPublisher()
  }
}
