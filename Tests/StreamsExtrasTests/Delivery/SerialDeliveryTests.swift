import Dispatch
import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct SerialDeliveryTests {
  typealias Delivery = SerialDelivery<UnboundedQueue<Int>, Oops>

  /// A queue of which the newest element is enough.
  struct NewestQueue<Element>: DeliveryQueue {
    private var element: Element?

    var isEmpty: Bool { element == nil }
    mutating func append(_ element: Element) { self.element = element }
    mutating func popFirst() -> Element? { element.take() }
  }

  /// Asks its source for two elements each time.
  struct AskingQueue: DeliveryQueue {
    private var elements: [Int] = []

    var isEmpty: Bool { elements.isEmpty }
    mutating func append(_ element: Int) { elements.append(element) }
    mutating func popFirst() -> Int? { elements.isEmpty ? nil : elements.removeFirst() }
    mutating func demandOfSource() -> Subscribers.Demand { .max(2) }
  }

  private func recorder(
    demand: Subscribers.Demand = .unlimited, onValue: @escaping (Int) -> Subscribers.Demand = { _ in .none }
  ) -> RecordingSubscriber<Int, Oops> {
    RecordingSubscriber(demand: demand, then: onValue)
  }

  private func delivery(to recorder: RecordingSubscriber<Int, Oops>) -> Delivery {
    let delivery = Delivery(UnboundedQueue(), to: recorder)
    delivery.start { AnyCancellable {} }
    return delivery
  }

  @Test func `delivers what is requested, and the end after it`() {
    let recorder = recorder(demand: .max(2))
    let delivery = delivery(to: recorder)
    for number in 1...4 { delivery.send(number) }
    delivery.send(completion: .failure(Oops()))
    delivery.send(5)
    expectEqual(recorder.values, [1, 2])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    recorder.request(.unlimited)
    expectEqual(
      recorder.history,
      ["subscription: SerialDelivery", "value: 1", "value: 2", "value: 3", "value: 4", "failure: Oops()"])
    expectEqual(recorder.violations, [])
  }

  @Test func `books what a delivery returns`() {
    let recorder = recorder(demand: .max(1)) { $0 < 3 ? .max(1) : .none }
    let delivery = delivery(to: recorder)
    for number in 1...5 { delivery.send(number) }
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.violations, [])
  }

  @Test func `delivers after the subscription what is sent and ended inside it`() {
    var delivery: Delivery?
    var history: [String] = []
    let subscriber = AnySubscriber<Int, Oops>(
      receiveSubscription: {
        $0.request(.unlimited)
        delivery?.send(1)
        delivery?.send(completion: .finished)
        history.append("subscribed")
      },
      receiveValue: {
        history.append("\($0)")
        return .none
      }, receiveCompletion: { history.append("\($0)") })
    delivery = Delivery(UnboundedQueue(), to: subscriber)
    delivery?.start {
      history.append("started")
      return AnyCancellable {}
    }
    expectEqual(history, ["subscribed", "1", "finished"])
  }

  @Test func `does not nest, however often a delivery sends and requests`() {
    let count = 20_000
    var delivery: Delivery?
    var (isInside, isNested) = (false, false)
    var sum = 0
    let subscriber = AnySubscriber<Int, Oops>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { number in
        isNested = isNested || isInside
        isInside = true
        sum += 1
        if number < count { delivery?.send(number + 1) }
        delivery?.request(.max(1))
        isInside = false
        return .none
      })
    delivery = Delivery(UnboundedQueue(), to: subscriber)
    delivery?.start { AnyCancellable {} }
    delivery?.send(1)
    #expect(sum == count && !isNested)
    delivery?.cancel()
  }

  @Test func `a cancel inside a delivery ends it`() {
    var recorder: RecordingSubscriber<Int, Oops>?
    recorder = self.recorder { number in
      if number == 2 { recorder?.cancel() }
      return .none
    }
    var stops = 0
    let delivery = Delivery(UnboundedQueue(), to: recorder!)
    delivery.start { AnyCancellable { stops += 1 } }
    for number in 1...3 { delivery.send(number) }
    delivery.send(completion: .finished)
    #expect(recorder?.values == [1, 2] && recorder?.completion == nil && stops == 1)
    recorder = nil
  }

  @Test func `does not start for a subscriber that has cancelled`() {
    var starts = 0
    let delivery = Delivery(
      UnboundedQueue(), to: AnySubscriber<Int, Oops>(receiveSubscription: { $0.cancel() }))
    delivery.start {
      starts += 1
      return AnyCancellable {}
    }
    expectEqual(starts, 0)
  }

  @Test(arguments: [false, true])
  func `cancels its source once, at the end or at a cancel`(isEnd: Bool) {
    let recorder = recorder(demand: .none)
    var stops = 0
    let delivery = Delivery(UnboundedQueue(), to: recorder)
    delivery.start { AnyCancellable { stops += 1 } }
    delivery.send(1)
    if isEnd { delivery.send(completion: .finished) } else { recorder.cancel() }
    expectEqual(stops, 1)
    recorder.request(.unlimited)
    expectEqual(recorder.values, isEnd ? [1] : [])
    recorder.cancel()
    delivery.cancelSource()
    expectEqual(stops, 1)
  }

  @Test func `cancels a source that ends while it starts`() {
    var stops = 0
    let delivery = Delivery(UnboundedQueue(), to: recorder())
    delivery.start {
      delivery.send(completion: .finished)
      return AnyCancellable { stops += 1 }
    }
    expectEqual(stops, 1)
  }

  @Test func `leaves a source alone that goes on after the end`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = recorder()
    let delivery = Delivery(UnboundedQueue(), to: recorder)
    var received: [Int] = []
    delivery.start(probe) { number in
      received.append(number)
      delivery.send(number)
      delivery.send(completion: .finished, cancelsSource: false)
    }
    probe.send(1)
    probe.send(2)
    #expect(recorder.values == [1] && recorder.completion == .finished && received == [1, 2])
    #expect(!probe.events.contains(.cancel))
    delivery.cancelSource()
    #expect(probe.events.contains(.cancel))
  }

  @Test func `keeps what its queue keeps`() {
    let recorder = recorder(demand: .none)
    let delivery = SerialDelivery<NewestQueue<Int>, Oops>(NewestQueue(), to: recorder)
    delivery.start(PassthroughSubject<Int, Oops>())
    for number in 1...9 { delivery.send(number) }
    recorder.request(.max(2))
    expectEqual(recorder.values, [9])
  }

  @Test func `asks an upstream for all at the first request, or for one at a time`() {
    let (all, one) = (ProbePublisher<Int, Oops>(), ProbePublisher<Int, Oops>())
    let recorders = [recorder(demand: .none), recorder(demand: .none)]
    Delivery(UnboundedQueue(), to: recorders[0]).start(all)
    Delivery(UnboundedQueue(requesting: .oneAtATime), to: recorders[1]).start(one)
    #expect(all.outstanding == .none && one.outstanding == .none)
    for recorder in recorders { recorder.request(.max(2)) }
    #expect(all.outstanding == .unlimited && one.outstanding == .max(1))
    one.send(1)
    expectEqual(one.outstanding, .max(1))
    one.send(2)
    expectEqual(one.outstanding, .none)
    recorders[1].request(.max(1))
    expectEqual(one.outstanding, .max(1))
  }

  @Test func `asks a source that is a subscription for what the queue says`() {
    let recorder = recorder(demand: .max(1))
    let source = CountingSource()
    let delivery = SerialDelivery<AskingQueue, Oops>(AskingQueue(), to: recorder)
    delivery.start { source }
    expectEqual(source.requests, [.max(2)])
    delivery.send(1)
    expectEqual(source.requests, [.max(2)])
    recorder.request(.max(1))
    expectEqual(source.requests, [.max(2), .max(2)])
    delivery.send(completion: .finished)
    recorder.request(.max(1))
    #expect(source.requests.count == 2 && source.cancels == 1)
  }

  @Test func `update changes the queue, and nothing after the end`() {
    let recorder = recorder(demand: .max(1))
    let delivery = delivery(to: recorder)
    let isEmpty = delivery.update { queue in
      queue.append(1)
      queue.append(2)
      return queue.isEmpty
    }
    #expect(isEmpty == false && recorder.values == [1])
    delivery.send(completion: .finished)
    #expect(delivery.update { $0.isEmpty } == nil)
  }

  @Test(arguments: [false, true])
  func `releases its subscriber and what waits`(isEnd: Bool) {
    var kept: SerialDelivery<UnboundedQueue<Witness>, Oops>?
    let alive = leaks { detector in
      let recorder = detector.watch(RecordingSubscriber<Witness, Oops>(demand: isEnd ? .unlimited : .none))
      let delivery = SerialDelivery<UnboundedQueue<Witness>, Oops>(UnboundedQueue(), to: recorder)
      delivery.start { [witness = detector.watch(Witness())] in AnyCancellable { _ = witness } }
      for _ in 0..<3 { delivery.send(detector.watch(Witness())) }
      if isEnd { delivery.send(completion: .finished) } else { recorder.cancel() }
      kept = delivery
    }
    expectEqual(alive, [])
    withExtendedLifetime(kept) {}
  }

  // NB: an element whose `deinit` calls back would wait for the lock for ever.
  @Test func `holds no lock while an element is released`() {
    let recorder = RecordingSubscriber<Calling, Oops>(demand: .none)
    let delivery = SerialDelivery<UnboundedQueue<Calling>, Oops>(UnboundedQueue(), to: recorder)
    delivery.start { AnyCancellable {} }
    for _ in 0..<3 { delivery.send(Calling { delivery.request(.max(1)) }) }
    recorder.cancel()
    expectEqual(recorder.values.count, 0)
  }

  // MARK: Jobs

  @Test func `delivers elements and the end inside jobs alone`() {
    let marking = MarkingScheduler(ImmediateScheduler.shared)
    var outside: [String] = []
    var delivery: Delivery?
    let subscriber = AnySubscriber<Int, Oops>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { number in
        if !marking.isInJob { outside.append("\(number)") }
        if number < 300 { delivery?.send(number + 1) }
        return .max(1)
      },
      receiveCompletion: { _ in
        if !marking.isInJob { outside.append("end") }
      })
    delivery = Delivery(UnboundedQueue(), to: subscriber, on: { marking.schedule($0) })
    delivery?.start { AnyCancellable {} }
    delivery?.send(1)
    delivery?.send(completion: .finished)
    expectEqual(outside, [])
    delivery = nil
  }

  @Test func `has no job inside another on an immediate scheduler, however much waits`() {
    let recorder = recorder(demand: .none)
    var (depth, deepest) = (0, 0)
    let delivery = Delivery(
      UnboundedQueue(), to: recorder,
      on: { job in
        depth += 1
        deepest = max(deepest, depth)
        job()
        depth -= 1
      })
    delivery.start { AnyCancellable {} }
    for number in 1...2_000 { delivery.send(number) }
    recorder.request(.unlimited)
    #expect(recorder.values == Array(1...2_000) && deepest == 1)
  }

  @Test func `has one job at a time`() {
    let scheduler = TestScheduler()
    var jobs = 0
    let recorder = recorder()
    let delivery = Delivery(
      UnboundedQueue(), to: recorder,
      on: { job in
        jobs += 1
        scheduler.schedule(job)
      })
    delivery.start { AnyCancellable {} }
    for number in 1...100 { delivery.send(number) }
    expectEqual(jobs, 1)
    scheduler.advance()
    #expect(recorder.values == Array(1...100) && jobs == 2)
    delivery.send(101)
    delivery.cancel()
    scheduler.advance()
    expectEqual(recorder.values.count, 100)
  }

  // MARK: Threads

  @Test func `loses, doubles and reorders nothing that several threads send`() {
    let recorder = recorder()
    let delivery = delivery(to: recorder)
    Stress.send { delivery.send($0) }
    #expect(Stress.isComplete(recorder.values))
    expectEqual(recorder.violations, [])
  }

  @Test func `books exactly what several threads request`() {
    let recorder = recorder(demand: .none)
    let delivery = delivery(to: recorder)
    together(
      { for number in 0..<2_000 { delivery.send(number) } }, { for _ in 0..<500 { recorder.request(.max(1)) } },
      { for _ in 0..<500 { recorder.request(.max(1)) } })
    expectEqual(recorder.values, Array(0..<1_000))
    expectEqual(recorder.violations, [])
  }

  @Test func `ends once, and completely, where several threads send, end and cancel`() {
    for round in 0..<200 {
      let recorder = recorder()
      let stops = Shared(0)
      let delivery = Delivery(UnboundedQueue(), to: recorder)
      delivery.start { AnyCancellable { stops.withLock { $0 += 1 } } }
      together(
        { for number in 0..<50 { delivery.send(number) } }, { delivery.send(completion: .finished) },
        { if round.isMultiple(of: 2) { recorder.cancel() } })
      expectEqual(recorder.values, Array(0..<recorder.values.count))
      expectEqual(recorder.violations, [])
      expectEqual(stops.current, 1)
    }
  }

  @Test func `delivers in jobs of a concurrent queue in order`() {
    let values = Shared<[Int]>([])
    let isDone = DispatchSemaphore(value: 0)
    let subscriber = AnySubscriber<Int, Oops>(
      receiveSubscription: { $0.request(.unlimited) },
      receiveValue: { number in
        values.withLock { $0.append(number) }
        return .none
      }, receiveCompletion: { _ in isDone.signal() })
    let delivery = Delivery(UnboundedQueue(), to: subscriber, on: { DispatchQueue.global().schedule($0) })
    delivery.start { AnyCancellable {} }
    Stress.send { delivery.send($0) }
    delivery.send(completion: .finished)
    isDone.wait()
    #expect(Stress.isComplete(values.current))
  }
}

private final class Witness {}

private final class Calling {
  private let call: () -> Void

  init(_ call: @escaping () -> Void) { self.call = call }

  deinit { call() }
}

private final class CountingSource: Subscription {
  private(set) var requests: [Subscribers.Demand] = []
  private(set) var cancels = 0

  func request(_ demand: Subscribers.Demand) { requests.append(demand) }
  func cancel() { cancels += 1 }
}
