import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

import enum Support.Seeds

/// Nothing recurses without bound.
@Suite struct DepthTests {
  // Every stage takes a few stack frames, which are larger in a build without optimisation, and larger still with
  // ThreadSanitizer.
  #if TRIBUTARY_SANITIZE_THREAD
    private static let depth = 2_000
  #else
    private static let depth = 10_000
  #endif
  /// Rounds that follow each other.
  ///
  /// NB: more than fit on the stack of a debug build if each nests in the one before.
  private static let rounds = 20_000 * min(5, Seeds.factor)

  @Test func `a chain of ten thousand erased stages`() {
    let subject = PassthroughSubject<Int, Never>()
    var chain = subject.eraseToAnyPublisher()
    for _ in 0..<Self.depth { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
    let recorder = chain.record()
    subject.send(0)
    subject.send(completion: .finished)
    expectEqual(recorder.values, [Self.depth])
    expectEqual(recorder.completion, .finished)
  }

  @Test func `a deep chain whose upstream sends in the subscription`() {
    var chain = Just(0).eraseToAnyPublisher()
    for _ in 0..<Self.depth / 2 { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
    let recorder = chain.record()
    expectEqual(recorder.values, [Self.depth / 2])
    expectEqual(recorder.completion, .finished)
  }

  @Test func `five thousand appends`() {
    var chain = Just(0).eraseToAnyPublisher()
    for number in 1...5_000 { chain = chain.append(number).eraseToAnyPublisher() }
    expectEqual(chain.record().values, Array(0...5_000))
  }

  @Test func `five thousand prepends`() {
    var chain = Just(0).eraseToAnyPublisher()
    for number in 1...5_000 { chain = chain.prepend(number).eraseToAnyPublisher() }
    expectEqual(chain.record().values, Array((0...5_000).reversed()))
  }

  private func pages(from first: Int, to last: Int) -> AnyPublisher<Int, Never> {
    Just(first).append(
      Deferred { first < last ? self.pages(from: first + 1, to: last) : Empty().eraseToAnyPublisher() }
    )
    .eraseToAnyPublisher()
  }

  @Test func `many pages, each appended by the previous`() {
    expectEqual(pages(from: 1, to: Self.rounds).count().record().values, [Self.rounds])
    expectEqual(pages(from: 1, to: .max).prefix(30_000).record().values, Array(1...30_000))
    let recorder = pages(from: 1, to: 30_000).record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values.count, 30_000)
  }

  @Test func `switches among synchronous publishers`() {
    let recorder = (1...Self.rounds).publisher.map { [$0, -$0].publisher }.switchToLatest().record(demand: .max(1)) {
      _ in
      .max(1)
    }
    expectEqual(recorder.values.count, 2 * Self.rounds)
    expectEqual(recorder.completion, .finished)
  }

  @Test func `nested sends through an immediate scheduler`() {
    let subject = PassthroughSubject<Int, Never>()
    var last = 0
    let cancellable = subject.receive(on: ImmediateScheduler.shared).sink {
      last = $0
      if $0 < Self.rounds { subject.send($0 + 1) }
    }
    subject.send(1)
    expectEqual(last, Self.rounds)
    cancellable.cancel()
  }

  @Test func `many nested sends`() {
    let subject = PassthroughSubject<Int, Never>()
    var last = 0
    let cancellable = subject.sink {
      last = $0
      if $0 < Self.rounds { subject.send($0 + 1) }
    }
    subject.send(1)
    expectEqual(last, Self.rounds)
    cancellable.cancel()
  }

  @Test func `many nested changes of a value`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var count = 0
    let cancellable = subject.sink { _ in
      count += 1
      if subject.value < Self.rounds { subject.value += 1 }
    }
    expectEqual(subject.value, Self.rounds)
    #expect(count > 1)
    cancellable.cancel()
  }

  private final class Model: ObservableObject {
    @Published var number = 0
  }

  @Test func `many nested changes of a property`() {
    let model = Model()
    var count = 0
    let cancellable = model.$number.sink { number in
      count += 1
      if number > 0, number < Self.rounds { model.number = number + 1 }
    }
    model.number = 1
    expectEqual(model.number, Self.rounds)
    expectEqual(count, Self.rounds + 1)
    cancellable.cancel()
  }

  @Test func `two subjects that feed each other`() {
    let ping = PassthroughSubject<Int, Never>()
    let pong = PassthroughSubject<Int, Never>()
    var last = 0
    let cancellables = [
      ping.sink { if $0 < Self.rounds { pong.send($0 + 1) } },
      pong.sink {
        last = $0
        ping.send($0 + 1)
      },
    ]
    ping.send(1)
    expectEqual(last, Self.rounds)
    withExtendedLifetime(cancellables) {}
  }

  @Test func `many synchronous retries`() {
    var attempts = 0
    let publisher = Deferred {
      attempts += 1
      return Fail<Int, Oops>(error: Oops())
    }
    let recorder = publisher.retry(Self.rounds).record()
    expectEqual(attempts, Self.rounds + 1)
    expectEqual(recorder.completion, .failure(Oops()))
  }

  /// The time for a subscriber does not grow with the number of waiting ones either.
  @Test func `a future with many subscribers`() {
    var fulfil: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { fulfil = $0 }
    var sum = 0
    let cancellables = (0..<Self.rounds).map { _ in future.sink { sum += $0 } }
    for cancellable in cancellables.prefix(1_000) { cancellable.cancel() }
    fulfil?(.success(1))
    expectEqual(sum, Self.rounds - 1_000)
    withExtendedLifetime(cancellables) {}
  }

  @Test func `a merge of a thousand publishers`() {
    let subjects = (0..<1_000).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = Publishers.MergeMany(subjects).record()
    for (number, subject) in subjects.enumerated() {
      subject.send(number)
      subject.send(completion: .finished)
    }
    expectEqual(recorder.values, Array(0..<1_000))
    expectEqual(recorder.completion, .finished)
  }

  @Test func `many requests for one value`() {
    let recorder = (1...Self.rounds).publisher.filter { $0.isMultiple(of: 2) }.scan(0, +).record(demand: .max(1)) { _ in
      .max(1)
    }
    expectEqual(recorder.values.count, Self.rounds / 2)
    var asked: RecordingSubscriber<Int, Never>?
    let asking = RecordingSubscriber<Int, Never>(demand: .none) { _ in
      asked?.request(.max(1))
      return .none
    }
    asked = asking
    (1...Self.rounds).publisher.subscribe(asking)
    asking.request(.max(1))
    expectEqual(asking.values.count, Self.rounds)
    asked = nil
  }

  @Test func `a flatMap with one inner publisher at a time`() {
    let recorder = (1...Self.rounds).publisher.flatMap(maxPublishers: .max(1)) { [$0].publisher }.record()
    expectEqual(recorder.values.count, Self.rounds)
    expectEqual(recorder.completion, .finished)
  }

  @Test func `a chain of thousands of stateful stages`() {
    let subject = PassthroughSubject<Int, Never>()
    var chain = subject.eraseToAnyPublisher()
    let depth = _isDebugAssertConfiguration() ? 1_000 : 5_000
    for _ in 0..<depth { chain = chain.removeDuplicates().eraseToAnyPublisher() }
    let recorder = chain.record()
    subject.send(1)
    subject.send(1)
    recorder.cancel()
    expectEqual(recorder.values, [1])
  }

  @Test func `a zip whose sides are forty thousand values apart`() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = a.zip(b).map { $0 - $1 }.record()
    for number in 0..<40_000 { a.send(number) }
    for number in 0..<40_000 { b.send(number) }
    expectEqual(recorder.values, Array(repeating: 0, count: 40_000))
  }
}
