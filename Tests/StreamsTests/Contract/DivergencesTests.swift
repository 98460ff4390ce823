import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// The differences from Combine that `FromCombineToStreams` lists.
@Suite struct DivergencesTests {
  /// Combine delivers a value that is sent from inside a delivery at once, so later subscribers see the newer value
  /// first and end on the older one, and deep nests overflow the stack. Streams delivers the values in the order
  /// sent.
  @Test func `a nested send follows the current value`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [String] = []
    let first = subject.sink { value in
      seen.append("first \(value)")
      if value == 1 { subject.send(2) }
    }
    let second = subject.sink { seen.append("second \($0)") }
    subject.send(1)
    expectEqual(seen, ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
    expectEqual(subject.value, 2)
    withExtendedLifetime((first, second)) {}
  }

  /// Combine drops a combination without demand until a side emits again. Streams sends the newest one
  /// at the next demand, as a `CurrentValueSubject` does.
  @Test func `combineLatest emits a missed combination on demand`() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.combineLatest(b) { $0 * 10 + $1 }.record(demand: .max(2))
    a.send(1)
    b.send(1)
    a.send(2)
    b.send(2)
    expectEqual(recorder.values, [11, 21])
    recorder.request(.max(1))
    expectEqual(recorder.values, [11, 21, 22])
    recorder.cancel()
  }

  /// Combine holds the completion of an operator that emits at most one value until it is requested, even if there is
  /// no value. In Streams a completion needs no demand.
  @Test func `a completion without a value needs no demand`() {
    let empty = Empty<Int, Never>()
    let histories = [
      empty.first().record(demand: .none).history, empty.first { $0 > 1 }.record(demand: .none).history,
      empty.last().record(demand: .none).history, empty.last { $0 > 1 }.record(demand: .none).history,
      empty.min().record(demand: .none).history, empty.max().record(demand: .none).history,
    ]
    expectEqual(histories.map(\.last), Array(repeating: "finished", count: 6))
  }

  private final class Model: ObservableObject {
    @Published var number = 0
  }

  /// Combine stores the value that it publishes last, so a change from inside the delivery is lost. In Streams it
  /// takes effect at once, and is published after the current value has reached every subscriber.
  @Test func `a change of a property inside a delivery is kept`() {
    let model = Model()
    var seen: [String] = []
    let first = model.$number.sink { [unowned model] number in
      if number == 1 { model.number = 2 }
      seen.append("\(number) reads \(model.number)")
    }
    let second = model.$number.sink { seen.append("\($0)") }
    model.number = 1
    expectEqual(seen, ["0 reads 0", "0", "1 reads 2", "1", "2 reads 2", "2"])
    expectEqual(model.number, 2)
    withExtendedLifetime((first, second)) {}
  }

  /// Combine's promise is not a `@Sendable` closure, so a task cannot capture it in Swift 6.
  @Test func `a promise is Sendable`() {
    func take(_ value: some Sendable) {}
    _ = Future<Int, Never> { (promise: @escaping Future<Int, Never>.Promise) in
      let send: @Sendable (Result<Int, Never>) -> Void = promise
      send(.success(1))
    }
    take(PassthroughSubject<Int, Never>())
  }

  /// Combine's `map(_:)` prefers the overload for key paths, so that `map(\.x)` is a `Publishers.MapKeyPath`. Streams
  /// prefers the one for closures, because with both the time of type checking grows exponentially (fifteen `map { $0
  /// + 1 }` take 6 seconds instead of 0.1), and a key path literal that is converted to a closure accesses the
  /// property directly. If the type is spelled out, or the key path is a variable, the result is Combine's.
  @Test func `a key path literal is a closure`() {
    typealias Names = PassthroughSubject<String, Never>
    let keyPath = \String.count
    #expect(type(of: Names().map(\.count)) == Publishers.Map<Names, Int>.self)
    #expect(type(of: Names().map(keyPath)) == Publishers.MapKeyPath<Names, Int>.self)
    let spelled: Publishers.MapKeyPath<Names, Int> = Names().map(\.count)
    expectEqual(spelled.keyPath, keyPath)
  }

  /// Combine fuses operators on `Just`, `Optional.Publisher`, `Result.Publisher`, `Publishers.Sequence`, `Map` and
  /// its relatives into one publisher in advance: `Just(1).map(f)` is a `Just`, and `f` runs at once. In Streams an
  /// operator is the same everywhere and runs when a value passes, and long chains type-check fast.
  @Test func `operators are not fused in advance`() {
    var calls = 0
    let publisher = Just(1).map { number -> Int in
      calls += 1
      return number + 1
    }
    #expect(type(of: publisher) == Publishers.Map<Just<Int>, Int>.self)
    expectEqual(calls, 0)
    expectEqual(publisher.record().values, [2])
    expectEqual(calls, 1)
    typealias Source = Publishers.Filter<Just<Int>>
    let filter: Source = Just(1).filter { $0 > 0 }
    #expect(type(of: filter.filter { $0 > 1 }) == Publishers.Filter<Source>.self)
    #expect(type(of: filter.tryFilter { $0 > 1 }) == Publishers.TryFilter<Source>.self)
  }

  /// In Combine it is also a subscription and cancellable where the operator is one object for both.
  @Test func `an upstream gets a subscriber that is nothing else`() {
    struct Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let look: (Any) -> Void
      func receive<S: Subscriber<Int, Never>>(subscriber: S) { look(subscriber) }
    }
    var seen: [Any] = []
    let upstream = Looking { seen.append($0) }
    upstream.tryMap { $0 }.record().cancel()
    upstream.collect(2).record().cancel()
    upstream.handleEvents(receiveOutput: { _ in }).record().cancel()
    upstream.map { $0 }.record().cancel()
    expectEqual(seen.count, 4)
    #expect(!seen.contains { $0 is any Subscription || $0 is any Cancellable })
  }

  /// Combine's status is of another type.
  @Test func `the status in the mirror of an Assign is that of Streams`() {
    final class Model { var number = 0 }
    let mirror = Subscribers.Assign(object: Model(), keyPath: \Model.number).customMirror
    expectEqual(mirror.descendant("status").map { "\($0)" }, "waiting")
  }

  /// Combine leaves the order unspecified.
  @Test func `subscribers receive a value in subscription order`() {
    let subject = PassthroughSubject<Int, Never>()
    var order: [Int] = []
    let cancellables = (0..<50).map { index in subject.sink { _ in order.append(index) } }
    subject.send(1)
    expectEqual(order, Array(0..<50))
    expectEqual(cancellables.count, 50)
  }

  /// Combine drops the inner value.
  @Test func `combineLatest emits a value sent from inside its delivery`() {
    let (a, b) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(10))
    var seen: [[Int]] = []
    let cancellable = a.combineLatest(b).sink { pair in
      seen.append([pair.0, pair.1])
      if pair.0 < 3 { a.send(pair.0 + 1) }
    }
    expectEqual(seen, [[1, 10], [2, 10], [3, 10]])
    cancellable.cancel()
  }

  /// Combine subscribes to the next publisher inside the delivery, without the demand that it returns.
  @Test func `append subscribes after the delivery that completes`() {
    let subject = PassthroughSubject<Int, Never>()
    var events: [String] = []
    let next = Deferred { () -> Just<Int> in
      events.append("subscribed")
      return Just(2)
    }
    let cancellable = subject.append(next).sink { value in
      events.append("begin \(value)")
      if value == 1 { subject.send(completion: .finished) }
      events.append("end \(value)")
    }
    subject.send(1)
    expectEqual(events, ["begin 1", "end 1", "subscribed", "begin 2", "end 2"])
    cancellable.cancel()
  }

  /// Combine subscribes again inside the delivery, without the demand that it returns.
  @Test func `catch and retry subscribe after the delivery that fails`() {
    func events(_ operation: (AnyPublisher<Int, Oops>, Deferred<Just<Int>>) -> AnyPublisher<Int, Oops>) -> [String] {
      let subject = PassthroughSubject<Int, Oops>()
      var events: [String] = []
      var attempts = 0
      let upstream = Deferred { () -> AnyPublisher<Int, Oops> in
        attempts += 1
        if attempts == 2 { events.append("subscribed") }
        return attempts == 1
          ? subject.eraseToAnyPublisher() : Just(2).setFailureType(to: Oops.self).eraseToAnyPublisher()
      }
      let replacement = Deferred { () -> Just<Int> in
        events.append("subscribed")
        return Just(2)
      }
      let cancellable = operation(upstream.eraseToAnyPublisher(), replacement).replaceError(with: -1).sink { value in
        events.append("begin \(value)")
        if value == 1 { subject.send(completion: .failure(Oops())) }
        events.append("end \(value)")
      }
      subject.send(1)
      cancellable.cancel()
      return events
    }
    let expected = ["begin 1", "end 1", "subscribed", "begin 2", "end 2"]
    expectEqual(
      events { upstream, next in upstream.catch { _ in next.setFailureType(to: Oops.self) }.eraseToAnyPublisher() },
      expected)
    expectEqual(events { upstream, _ in upstream.retry(1).eraseToAnyPublisher() }, expected)
  }

  @Test func `replaceEmpty passes the demand on`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.replaceEmpty(with: 0).record(demand: .max(2))
    expectEqual(probe.events, [.subscribe, .request(.max(2))])
    recorder.cancel()
  }

  @Test func `share and autoconnect do not subscribe again after a completion`() {
    var subscriptions = 0
    let upstream = Deferred { () -> Just<Int> in
      subscriptions += 1
      return Just(1)
    }
    let shared = upstream.share()
    expectEqual(shared.record().history.last, "finished")
    expectEqual(shared.record().history.last, "finished")
    expectEqual(subscriptions, 1)
    let connected = upstream.makeConnectable().autoconnect()
    expectEqual(connected.record().history.last, "finished")
    expectEqual(connected.record().history.last, "finished")
    expectEqual(subscriptions, 2)
  }

  /// Combine runs the closure on the wrong thread.
  @Test(.exitTest) func `a closure of the main actor stops on another thread`() async {
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = await MainActor.run { subject.sink { @MainActor _ in } }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        subject.send(1)
        done.signal()
      }
      done.wait()
      cancellable.cancel()
    }
  }

  /// The closure on the main actor does not stop: the value does not come from the thread of the promise.
  @MainActor @Test func `a future that is fulfilled already delivers on the thread that subscribes`() {
    let fulfilled = DispatchSemaphore(value: 0)
    let future = Future<Int, Never> { promise in
      Thread.detachNewThread {
        promise(.success(1))
        fulfilled.signal()
      }
    }
    fulfilled.wait()
    var seen: [Int] = []
    let cancellable = future.sink { seen.append($0) }
    expectEqual(seen, [1])
    cancellable.cancel()
  }

  /// In Combine the program stops, in the Swift 6 mode.
  @MainActor @Test func `a closure of the main actor in an operator runs on the thread that sends`() {
    let subject = PassthroughSubject<ObjectIdentifier, Never>()
    var isOnSender: [Bool] = []
    let cancellable =
      subject
      .map { sender in isOnSender.append(ObjectIdentifier(Thread.current) == sender) }
      .sink { @Sendable _ in }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      subject.send(ObjectIdentifier(Thread.current))
      done.signal()
    }
    done.wait()
    expectEqual(isOnSender, [true])
    cancellable.cancel()
  }

  /// Combine returns a `MergeMany` if both publishers are of the same type.
  @Test func `merge of two publishers of one type is a Merge`() {
    typealias Numbers = PassthroughSubject<Int, Never>
    let numbers = Numbers()
    #expect(type(of: numbers.merge(with: numbers)) == Publishers.Merge<Numbers, Numbers>.self)
  }
}
