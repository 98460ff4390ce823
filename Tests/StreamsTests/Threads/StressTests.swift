import Dispatch
import Streams
import StreamsExtras
import StreamsTesting
import Testing

/// Values, subscriptions and cancels from several threads at once; for ThreadSanitizer above all.
@Suite struct StressTests {
  private static let count = 300
  private static let threads = 3

  /// Has each thread send its own numbers, in order.
  private func send(_ send: @escaping @Sendable (Int) -> Void) {
    together(
      (0..<Self.threads).map { thread in
        { @Sendable in for number in 0..<Self.count { send(thread * Self.count + number) } }
      })
  }

  /// Whether all that was sent is there once, and what one thread sent in its order.
  private func isComplete(_ values: [Int]) -> Bool {
    values.sorted() == Array(0..<Self.threads * Self.count)
      && (0..<Self.threads).allSatisfy { thread in
        let own = values.filter { $0 / Self.count == thread }
        return own == own.sorted()
      }
  }

  @Test func everyValueSentFromSeveralThreadsArrivesOnce() {
    let subject = PassthroughSubject<Int, Never>()
    let seen = [Shared<[Int]>([]), Shared<[Int]>([])]
    let cancellables = seen.map { seen in subject.sink { value in seen.withLock { $0.append(value) } } }
    send { subject.send($0) }
    #expect(seen.allSatisfy { isComplete($0.current) })
    #expect(seen[0].current == seen[1].current)
    withExtendedLifetime(cancellables) {}
  }

  @Test func everyValueSetFromSeveralThreadsArrivesOnce() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let seen = Shared<[Int]>([])
    let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
    send { subject.value = $0 }
    #expect(isComplete(Array(seen.current.dropFirst())))
    #expect(seen.current.last == subject.value)
    cancellable.cancel()
  }

  private final class Model: @unchecked Sendable {
    // NB: Sendable because a published property may be set from any thread.
    @Published var number = -1
  }

  @Test func aPublishedPropertySetFromSeveralThreads() {
    let model = Model()
    let seen = Shared<[Int]>([])
    let cancellable = model.$number.sink { value in seen.withLock { $0.append(value) } }
    send { model.number = $0 }
    #expect(isComplete(Array(seen.current.dropFirst())))
    #expect(seen.current.last == model.number)
    cancellable.cancel()
  }

  @Test func whoSubscribesDuringDeliveriesMissesNothingLater() {
    let subject = PassthroughSubject<Int, Never>()
    let seen = Shared<[Int]>([])
    let kept = Shared<[AnyCancellable]>([])
    together(
      { for number in 0..<Self.count { subject.send(number) } },
      {
        for _ in 0..<50 {
          let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
          kept.withLock { $0.append(cancellable) }
        }
      })
    seen.withLock { $0.removeAll() }
    subject.send(-1)
    #expect(seen.current == Array(repeating: -1, count: 50))
    for cancellable in kept.current { cancellable.cancel() }
  }

  @Test func whoSubscribesToACurrentValueEndsWithTheNewest() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let kept = Shared<[(AnyCancellable, Shared<[Int]>)]>([])
    together(
      { for number in 1...Self.count { subject.send(number) } },
      {
        for _ in 0..<100 {
          let seen = Shared<[Int]>([])
          let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
          kept.withLock { $0.append((cancellable, seen)) }
        }
      })
    for (cancellable, seen) in kept.current {
      // NB: each value once, none older than the one before.
      #expect(zip(seen.current, seen.current.dropFirst()).allSatisfy { $0 < $1 })
      #expect(seen.current.last == Self.count)
      cancellable.cancel()
    }
  }

  /// A subscriber that several threads ask through.
  private final class Asker: Subscriber, @unchecked Sendable {
    // NB: Sendable because what is variable is behind its lock.
    let subscription = Shared<(any Subscription)?>(nil)
    let seen = Shared<[Int]>([])

    func receive(subscription: any Subscription) { self.subscription.withLock { $0 = subscription } }
    func receive(_ input: Int) -> Subscribers.Demand {
      seen.withLock { $0.append(input) }
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
    func ask(_ demand: Subscribers.Demand) { subscription.current?.request(demand) }
    func cancel() { subscription.current?.cancel() }
  }

  @Test func aCurrentValueAskedForFromSeveralThreadsIsSentOnce() {
    for _ in 0..<100 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let asker = Asker()
      subject.subscribe(asker)
      together(
        { asker.ask(.unlimited) }, { asker.ask(.unlimited) }, { asker.ask(.max(1)) },
        { for number in 1...20 { subject.send(number) } })
      let seen = asker.seen.current
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
      #expect(seen.last == 20)
    }
  }

  @Test func demandFromSeveralThreadsIsBookedExactly() {
    let asker = Asker()
    (0..<10_000).publisher.subscribe(asker)
    together((0..<4).map { _ in { @Sendable in for _ in 0..<Self.count { asker.ask(.max(2)) } } })
    #expect(asker.seen.current == Array(0..<4 * Self.count * 2))
  }

  @Test func demandThroughABufferIsBookedExactly() {
    let asker = Asker()
    let subject = PassthroughSubject<Int, Never>()
    subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest).subscribe(asker)
    together(
      { for number in 0..<2 * Self.count { subject.send(number) } },
      { for _ in 0..<Self.count { asker.ask(.max(1)) } },
      { for _ in 0..<Self.count { asker.ask(.max(1)) } })
    #expect(asker.seen.current == Array(0..<2 * Self.count))
  }

  @Test func mergeLosesNothing() {
    let subjects = (0..<Self.threads).map { _ in PassthroughSubject<Int, Never>() }
    let seen = Shared<[Int]>([])
    let cancellable = Publishers.MergeMany(subjects).sink { value in seen.withLock { $0.append(value) } }
    send { subjects[$0 / Self.count].send($0) }
    #expect(isComplete(seen.current))
    cancellable.cancel()
  }

  @Test func flatMapLosesNothing() {
    let subjects = (0..<Self.threads).map { _ in PassthroughSubject<Int, Never>() }
    let seen = Shared<[Int]>([])
    let outer = PassthroughSubject<Int, Never>()
    let cancellable = outer.flatMap { subjects[$0] }.sink { value in seen.withLock { $0.append(value) } }
    for number in subjects.indices { outer.send(number) }
    send { subjects[$0 / Self.count].send($0) }
    #expect(isComplete(seen.current))
    cancellable.cancel()
  }

  @Test func zipPairsWhateverTheThreads() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let seen = Shared<[Int]>([])
    let cancellable = a.zip(b).sink { pair in seen.withLock { $0.append(pair.0 - pair.1) } }
    together({ for number in 0..<Self.count { a.send(number) } }, { for number in 0..<Self.count { b.send(number) } })
    #expect(seen.current == Array(repeating: 0, count: Self.count))
    cancellable.cancel()
  }

  @Test func combineLatestEndsWithTheNewestOfEach() {
    let a = CurrentValueSubject<Int, Never>(0)
    let b = CurrentValueSubject<Int, Never>(0)
    let seen = Shared<[(Int, Int)]>([])
    let cancellable = a.combineLatest(b).sink { pair in seen.withLock { $0.append(pair) } }
    together({ for number in 1...Self.count { a.send(number) } }, { for number in 1...Self.count { b.send(number) } })
    #expect(seen.current.last.map { $0 == (Self.count, Self.count) } == true)
    #expect(seen.current.count == 2 * Self.count + 1)
    cancellable.cancel()
  }

  @Test func switchToLatestNeverGoesBack() {
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let inners = (0..<20).map { _ in PassthroughSubject<Int, Never>() }
    let seen = Shared<[Int]>([])
    let cancellable = outer.switchToLatest().sink { value in seen.withLock { $0.append(value) } }
    together(
      { for inner in inners { outer.send(inner) } },
      {
        for number in 0..<Self.count {
          for (index, inner) in inners.enumerated() { inner.send(index * Self.count + number) }
        }
      })
    let order = seen.current.map { $0 / Self.count }
    #expect(order == order.sorted())
    cancellable.cancel()
  }

  @Test func nothingIsHeardAfterCancelHasReturnedOnTheSendersThread() {
    for _ in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      let seen = Shared(0)
      let cancellable = subject.map { $0 + 1 }.sink { _ in seen.withLock { $0 += 1 } }
      together({ for number in 0..<50 { subject.send(number) } }, { cancellable.cancel() })
      let heard = seen.current
      subject.send(0)
      #expect(seen.current == heard)
    }
  }

  @Test func aFutureFulfilledWhileOthersSubscribe() {
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
      #expect(seen.current == 10)
    }
  }

  @Test func bufferedValuesKeepABurst() async {
    let subject = PassthroughSubject<Int, Never>()
    let isReady = Shared(false)
    let reader = Task {
      var values: [Int] = []
      let sequence = subject.handleEvents(receiveSubscription: { _ in isReady.withLock { $0 = true } })
        .values(buffering: .unbounded)
      for await value in sequence { values.append(value) }
      return values
    }
    while !isReady.current { await Task.yield() }
    send { subject.send($0) }
    subject.send(completion: .finished)
    #expect(isComplete(await reader.value))
  }

  @Test func valuesAskedForOneAtATimeFromAnotherThread() async {
    var seen: [Int] = []
    for await number in (0..<Self.count).publisher.receive(on: DispatchQueue.global()).values { seen.append(number) }
    #expect(seen == Array(0..<Self.count))
  }

  @Test func valuesSentWhileTheirReaderIsAboutToWait() async {
    final class Parcel: @unchecked Sendable {
      // NB: Sendable because it is written before it is sent, and read after it has been received.
      var number = -1
    }
    let subject = PassthroughSubject<Parcel, Never>()
    let parcels = (0..<20_000).map { _ in Parcel() }
    DispatchQueue.global().async {
      for (number, parcel) in parcels.enumerated() {
        parcel.number = number
        subject.send(parcel)
      }
      subject.send(completion: .finished)
    }
    var seen: [Int] = []
    for await parcel in subject.values { seen.append(parcel.number) }
    #expect(!seen.contains(-1) && seen == seen.sorted())
  }

  @Test func aSequenceIsReadWhileItIsAskedForAndCancelled() async {
    for _ in 0..<50 {
      let asker = Asker()
      let ends = AsyncStream<Void> { end in
        AsyncStream(unfolding: { 1 }).publisher.prefix(100).handleEvents(
          receiveCompletion: { _ in end.finish() }, receiveCancel: { end.finish() }
        ).subscribe(asker)
      }
      together({ for _ in 0..<100 { asker.ask(.max(1)) } }, { asker.cancel() })
      for await _ in ends {}
      #expect(asker.seen.current.count <= 100)
    }
  }

  @Test func aReplayIsWholeWheneverSomebodyComes() {
    for round in 0..<60 {
      let limit = round % 2 == 0 ? 1_000 : 1
      let subject = ReplaySubject<Int, Never>(bufferSize: limit)
      let seen = [Shared<[Int]>([]), Shared<[Int]>([])]
      let kept = Shared<[AnyCancellable]>([])
      together(
        { for number in 0..<100 { subject.send(number) } },
        {
          for seen in seen {
            let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
            kept.withLock { $0.append(cancellable) }
          }
        })
      // NB: who remembers one value begins somewhere, and misses nothing from there on.
      for seen in seen.map(\.current) { #expect(seen == Array((limit == 1 ? seen.first ?? 100 : 0)..<100)) }
    }
  }

  @Test func valuesCancelledAgainstDelivery() async {
    for _ in 0..<50 {
      let subject = CurrentValueSubject<Int, Never>(0)
      let reader = Task { for await _ in subject.values(buffering: .newest(1)) {} }
      let sender = Task.detached { for number in 0..<50 { subject.send(number) } }
      reader.cancel()
      await reader.value
      await sender.value
    }
  }

  @Test func anyCancellableCancelsOnce() {
    for _ in 0..<50 {
      let count = Shared(0)
      let cancellable = AnyCancellable { count.withLock { $0 += 1 } }
      together({ cancellable.cancel() }, { cancellable.cancel() }, { cancellable.cancel() })
      #expect(count.current == 1)
    }
  }

  @Test func autoconnectConnectsOnceAtATime() {
    for _ in 0..<50 {
      let connections = Shared((now: 0, most: 0))
      let source = PassthroughSubject<Int, Never>()
      let shared = source.handleEvents(
        receiveSubscription: { _ in connections.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } },
        receiveCancel: { connections.withLock { $0.now -= 1 } }
      ).share()
      let handed = Shared(shared)
      together(
        (0..<3).map { _ in
          { @Sendable in
            let shared = handed.current
            for _ in 0..<10 { shared.sink { _ in }.cancel() }
          }
        })
      #expect(connections.current.now == 0)
      #expect(connections.current.most == 1)
    }
  }
}
