import Streams
import StreamsTesting
import Testing

/// Where this module does something else than Combine, on purpose.
@Suite struct DivergencesTests {
  /// Combine delivers a value that is sent from inside a delivery at once, so later subscribers see the newer value first
  /// and end on the older one, and deep nests overflow the stack. Here everybody sees the values in the order sent.
  @Test func aNestedSendFollowsTheCurrentValue() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [String] = []
    let first = subject.sink { value in
      seen.append("first \(value)")
      if value == 1 { subject.send(2) }
    }
    let second = subject.sink { seen.append("second \($0)") }
    subject.send(1)
    #expect(seen == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
    #expect(subject.value == 2)
    withExtendedLifetime((first, second)) {}
  }

  /// Combine sends nothing for a combination that found no demand until a side moves again. Here the newest one makes up for
  /// it at the next demand, as the value of a `CurrentValueSubject` does.
  @Test func aCombinationThatFoundNoDemandIsMadeUpFor() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.combineLatest(b) { $0 * 10 + $1 }.record(demand: .max(2))
    a.send(1)
    b.send(1)
    a.send(2)
    b.send(2)
    #expect(recorder.values == [11, 21])
    recorder.request(.max(1))
    #expect(recorder.values == [11, 21, 22])
    recorder.cancel()
  }

  /// Combine keeps the end of what sends at most one value until that is asked for, also where there is none to send. Here
  /// an end needs no demand.
  @Test func anEndWithoutValueWaitsForNoDemand() {
    let empty = Empty<Int, Never>()
    let histories = [
      empty.first().record(demand: .none).history, empty.first { $0 > 1 }.record(demand: .none).history,
      empty.last().record(demand: .none).history, empty.last { $0 > 1 }.record(demand: .none).history,
      empty.min().record(demand: .none).history, empty.max().record(demand: .none).history,
    ]
    #expect(histories.map(\.last) == Array(repeating: "finished", count: 6))
  }

  /// Combine's buffer asks its upstream before the subscriber has the subscription, so that what comes at once fills it and
  /// more is dropped. Here it asks after, and a subscriber that asks for everything gets everything.
  @Test func aBufferLosesNothingThatIsAskedFor() {
    let numbers = (1...10).publisher.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest)
    #expect(numbers.record().values == Array(1...10))
  }

  /// Combine's `ignoreOutput` asks for as much as its subscriber does. Here it asks for everything: the values are for
  /// nobody, and the end is for everybody.
  @Test func whatIsIgnoredNeedsNoDemand() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.ignoreOutput().record(demand: .none)
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    recorder.cancel()
  }

  private final class Model: ObservableObject {
    @Published var number = 0
  }

  /// Combine stores the value that was being published last, so a change made from inside that is lost. Here it is in effect at
  /// once, and published when the current one has reached every subscriber.
  @Test func aChangeFromInsideADeliveryIsNotUndone() {
    let model = Model()
    var seen: [String] = []
    let first = model.$number.sink { [unowned model] number in
      if number == 1 { model.number = 2 }
      seen.append("\(number) reads \(model.number)")
    }
    let second = model.$number.sink { seen.append("\($0)") }
    model.number = 1
    #expect(seen == ["0 reads 0", "0", "1 reads 2", "1", "2 reads 2", "2"])
    #expect(model.number == 2)
    withExtendedLifetime((first, second)) {}
  }

  /// Combine's promise is no `@Sendable` closure, so a task may not have it in Swift 6.
  @Test func aPromiseIsSendable() {
    func take(_ value: some Sendable) {}
    _ = Future<Int, Never> { (promise: @escaping Future<Int, Never>.Promise) in
      let send: @Sendable (Result<Int, Never>) -> Void = promise
      send(.success(1))
    }
    take(PassthroughSubject<Int, Never>())
  }

  /// Combine's `map(_:)` prefers the overload for key paths, so that `map(\.x)` is a `Publishers.MapKeyPath`. Here the one
  /// for closures is preferred: side by side the two make type checking grow exponentially (fifteen `map { $0 + 1 }` take
  /// 6 seconds in place of 0.1), and a key path that is written where a closure is wanted becomes direct access to the
  /// property. Where the type is spelled, or a key path is handed on, it is Combine's.
  @Test func aKeyPathThatIsWrittenOutIsAClosure() {
    typealias Names = PassthroughSubject<String, Never>
    let keyPath = \String.count
    #expect(type(of: Names().map(\.count)) == Publishers.Map<Names, Int>.self)
    #expect(type(of: Names().map(keyPath)) == Publishers.MapKeyPath<Names, Int>.self)
    let spelled: Publishers.MapKeyPath<Names, Int> = Names().map(\.count)
    #expect(spelled.keyPath == keyPath)
  }

  /// Combine has no second overload set here either, but fuses operators on `Just`, `Optional.Publisher`,
  /// `Result.Publisher`, `Publishers.Sequence` and on `Map` and its kin into one publisher beforehand: `Just(1).map(f)` is a
  /// `Just`, and `f` runs at once. Here an operator is the same everywhere, runs when a value passes, and type checking of
  /// long chains stays fast.
  @Test func nothingIsFusedBeforehand() {
    var calls = 0
    let publisher = Just(1).map { number -> Int in
      calls += 1
      return number + 1
    }
    #expect(type(of: publisher) == Publishers.Map<Just<Int>, Int>.self)
    #expect(calls == 0)
    #expect(publisher.record().values == [2])
    #expect(calls == 1)
  }
}
