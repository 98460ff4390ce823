import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

/// The initialisers and properties of Combine's types.
@Suite struct TypeSignatureTests {
  private typealias Ints = Signatures.Ints
  private let ints = Ints()
  private let safe = Signatures.SafeInts()

  @Test func `publishers have Combine's initialisers and properties`() {
    expectEqual(Just(1).output, 1)
    #expect(Empty<Int, Never>().completeImmediately)
    #expect(!Empty(completeImmediately: false, outputType: Int.self, failureType: Oops.self).completeImmediately)
    expectEqual(Fail(outputType: Int.self, failure: Oops()).error, Fail<Int, Oops>(error: Oops()).error)
    expectEqual(Optional<Int>.Publisher(1).output, 1)
    expectEqual(Result<Int, Oops>.Publisher(1), Result<Int, Oops>.Publisher(.success(1)))
    expectEqual(Result<Int, Oops>.Publisher(Oops()).result, .failure(Oops()))
    expectEqual(Publishers.Sequence<[Int], Oops>(sequence: [1]).sequence, [1])
    expectEqual(Record<Int, Oops>(recording: .init(output: [1], completion: .finished)).recording.output, [1])
    expectEqual(Record<Int, Oops> { $0.receive(1) }.recording.completion, .finished)
    expectEqual(Deferred { Just(1) }.createPublisher().output, 1)
  }

  @Test func `operators have Combine's initialisers and properties`() {
    expectEqual(Publishers.Map(upstream: ints) { $0 + 1 }.transform(1), 2)
    #expect(Publishers.Filter(upstream: ints) { $0 > 1 }.isIncluded(2))
    expectEqual(Publishers.CompactMap(upstream: ints) { Int?($0) }.transform(1), 1)
    #expect(Publishers.RemoveDuplicates(upstream: ints, predicate: ==).predicate(1, 1))
    expectEqual(Publishers.Scan(upstream: ints, initialResult: 1) { $0 + $1 }.initialResult, 1)
    expectEqual(Publishers.Reduce(upstream: ints, initial: 1) { $0 + $1 }.nextPartialResult(1, 2), 3)
    expectEqual(Publishers.CollectByCount(upstream: ints, count: 2).count, 2)
    #expect(Publishers.Comparison(upstream: ints, areInIncreasingOrder: <).areInIncreasingOrder(1, 2))
    expectEqual(Publishers.Contains(upstream: ints, output: 1).output, 1)
    #expect(Publishers.ContainsWhere(upstream: ints) { $0 > 1 }.predicate(2))
    #expect(Publishers.AllSatisfy(upstream: ints) { $0 > 1 }.predicate(2))
    expectEqual(Publishers.Drop(upstream: ints, count: 2).count, 2)
    #expect(Publishers.DropWhile(upstream: ints) { $0 > 1 }.predicate(2))
    expectEqual(Publishers.Output(upstream: ints, range: 1..<2).range, 1..<2)
    expectEqual(Publishers.ReplaceEmpty(upstream: ints, output: 1).output, 1)
    expectEqual(Publishers.ReplaceError(upstream: ints, output: 1).output, 1)
    #expect(Publishers.Retry(upstream: ints, retries: nil).retries == nil)
    #expect(Publishers.MapError(upstream: ints, { $0 as any Error }).upstream === ints)
    #expect(Publishers.MapError(upstream: ints, transform: { $0 as any Error }).transform(Oops()) is Oops)
    expectEqual(Publishers.Catch(upstream: ints) { _ in Just(1) }.handler(Oops()).output, 1)
    expectEqual(Publishers.Print(upstream: ints, prefix: "a").prefix, "a")
    #expect(Publishers.HandleEvents(upstream: ints, receiveRequest: nil).receiveCancel == nil)
    #expect(Publishers.Breakpoint(upstream: ints).receiveOutput == nil)
    expectEqual(Publishers.AssertNoFailure(upstream: ints, prefix: "a", file: "b", line: 1).line, 1)
    expectEqual(Publishers.Buffer(upstream: ints, size: 1, prefetch: .keepFull, whenFull: .dropOldest).size, 1)
    #expect(Publishers.Concatenate(prefix: ints, suffix: ints).suffix === ints)
    #expect(Publishers.PrefixUntilOutput(upstream: ints, other: safe).other === safe)
    expectEqual(Publishers.FlatMap(upstream: ints, maxPublishers: .max(1)) { _ in Ints() }.maxPublishers, .max(1))
    expectEqual(Publishers.MakeConnectable(upstream: ints).record().history, ["subscription: Multicast"])
  }

  @Test func `timing operators have Combine's properties`() {
    let clock = TestScheduler()
    expectEqual(Publishers.Delay(upstream: ints, interval: 1, tolerance: 2, scheduler: clock).tolerance, 2)
    expectEqual(Publishers.Debounce(upstream: ints, dueTime: 1, scheduler: clock, options: nil).dueTime, 1)
    #expect(Publishers.Throttle(upstream: ints, interval: 1, scheduler: clock, latest: true).latest)
    #expect(Publishers.ReceiveOn(upstream: ints, scheduler: clock, options: nil).scheduler === clock)
    #expect(Publishers.SubscribeOn(upstream: ints, scheduler: clock, options: nil).scheduler === clock)
    #expect(Publishers.MeasureInterval(upstream: ints, scheduler: clock).scheduler === clock)
    let timeout = Publishers.Timeout(upstream: ints, interval: 1, scheduler: clock, options: nil) { Oops() }
    expectEqual(timeout.customError?(), Oops())
    let groups = Publishers.CollectByTime(upstream: ints, strategy: .byTime(clock, 1), options: nil)
    #expect(groups.upstream === ints)
  }

  @Test func `demands and subscribers have Combine's members`() {
    typealias Demand = Subscribers.Demand
    #expect(Demand.max(1) + 1 == 2 && Demand.max(3) - 5 == Demand.none && Demand.max(2) * 3 == .max(6))
    #expect(Demand.unlimited - .unlimited == .unlimited && Demand.unlimited > 1_000_000 && 3 < Demand.unlimited)
    #expect(Demand.unlimited.max == nil && Demand.max(2) <= .max(2) && Demand.max(2) >= 2 && 1 != Demand.max(2))
    expectEqual("\(Demand.unlimited) \(Demand.max(2))", "unlimited max(2)")
    let sink = Subscribers.Sink<Int, Oops>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let any = AnySubscriber(sink)
    expectEqual(any.combineIdentifier, sink.combineIdentifier)
    expectEqual("\(sink) \(any)", "Sink Sink")
    #expect(sink.playgroundDescription as? String == "Sink")
    #expect(any.playgroundDescription as? String == "Sink")
    final class Model { var number = 0 }
    let model = Model()
    let assign = Subscribers.Assign(object: model, keyPath: \.number)
    Just(3).subscribe(assign)
    #expect(model.number == 3 && assign.object == nil)
    expectEqual(Subscriptions.empty.combineIdentifier, Subscriptions.empty.combineIdentifier)
    let happened = AnySubscriber<Void, Never>(receiveValue: { .max(1) })
    expectEqual(happened.receive(), .max(1))
  }

  /// Combine's protocols with primary associated types.
  @Test func `protocols have Combine's primary associated types`() {
    func values(_ publisher: any Publisher<Int, Never>) -> [Int] {
      func all<P: Publisher<Int, Never>>(_ publisher: P) -> [Int] { publisher.record().values }
      return all(publisher)
    }
    expectEqual(values(Just(1)), [1])
    let connectable: any ConnectablePublisher<Int, Oops> = ints.multicast { Ints() }
    connectable.connect().cancel()
    let subject: any Subject<Int, Oops> = ints
    subject.send(1)
    let subscriber: any Subscriber<Int, Oops> = AnySubscriber(ints)
    expectEqual(subscriber.receive(1), .none)
    func digits(_ decoder: some TopLevelDecoder<String>) throws -> Int { try decoder.decode(Int.self, from: "1") }
    func text(_ encoder: some TopLevelEncoder<String>) throws -> String { try encoder.encode(1) }
    #expect(throws: Oops.self) { try digits(Rejecting()) }
    #expect(throws: Oops.self) { try text(Rejecting()) }
    let scheduler: any Scheduler<ImmediateScheduler.SchedulerTimeType> = ImmediateScheduler.shared
    var isDone = false
    scheduler.schedule { isDone = true }
    #expect(isDone)
  }
}

private struct Rejecting: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { throw Oops() }
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T { throw Oops() }
}

/// A constant of a file, so that its inferred type must be public in all its parts.
let groupsOfAFile = Signatures.SafeInts().collect(.byTime(TestScheduler(), 1)).record()

/// Publishers are Sendable if everything that they store is.
@Suite struct SendableTests {
  private func take(_ values: any Sendable...) -> Int { values.count }

  @Test func `publishers without closures are Sendable`() {
    let ints = Signatures.SafeInts()
    let count = take(
      ints, ints.first(), ints.last(), ints.count(), ints.collect(), ints.collect(2), ints.dropFirst(), ints.prefix(1),
      ints.contains(1), ints.ignoreOutput(), ints.replaceEmpty(with: 1), ints.replaceError(with: 1), ints.retry(1),
      ints.zip(ints), ints.zip(ints, ints), ints.combineLatest(ints), ints.merge(with: Just(1)), ints.append(1),
      ints.prepend(Just(1)), ints.prefix(untilOutputFrom: ints), ints.drop(untilOutputFrom: ints),
      ints.setFailureType(to: Oops.self), [ints].merge(), [ints].zip(), [ints].combineLatest(), Just(1),
      Empty<Int, Oops>(),
      Fail<Int, Oops>(error: Oops()), Record<Int, Oops>(output: [1], completion: .finished), [1].publisher,
      Int?(1).publisher, Result<Int, Oops>.success(1).publisher, Future<Int, Oops> { _ in },
      Publishers.SwitchToLatest(upstream: PassthroughSubject<Just<Int>, Never>()),
      AnyCancellable {}, CurrentValueSubject<Int, Never>(1), ReplaySubject<Int, Never>(bufferSize: 1))
    expectEqual(count, 37)
    expectEqual(groupsOfAFile.history, ["subscription: CollectByTime"])
  }
}
