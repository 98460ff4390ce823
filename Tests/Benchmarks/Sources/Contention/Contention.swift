import Dispatch
import Scenario

#if PEER
  import OpenCombine
  import OpenCombineDispatch
#else
  import Streams
#endif

private typealias Numbers = PassthroughSubject<Int, Never>

// NB: compiled once for each library, because both declare `Publisher` and its kin.
#if PEER
  /// Pipelines that several threads feed. OpenCombine has no `merge` and no `combineLatest`.
  public let peerContention = contention
#else
  /// Pipelines that several threads feed.
  public let streamsContention = contention.merging([.combineLatest: combineLatest]) { $1 }
#endif

private let contention: ContentionScenarios = [
  .subject: { threads in
    let arrivals = Arrivals(threads: threads)
    let subject = Numbers()
    let subscription = subject.sink { arrivals.receive($0) }
    return ContendedPipeline(arrivals, keeping: subscription, senders: Array(repeating: subject.send, count: threads))
  },
  .currentValue: { threads in
    let arrivals = Arrivals(threads: threads)
    let subject = CurrentValueSubject<Int, Never>(-1)
    let subscription = subject.dropFirst().sink { arrivals.receive($0) }
    return ContendedPipeline(arrivals, keeping: subscription, senders: Array(repeating: subject.send, count: threads))
  },
  .share: { threads in
    let (arrivals, others) = (Arrivals(threads: threads), Arrivals(threads: threads))
    let subject = Numbers()
    let shared = subject.share()
    let subscriptions = [shared.sink { others.receive($0) }, shared.sink { arrivals.receive($0) }]
    return ContendedPipeline(arrivals, keeping: subscriptions, senders: Array(repeating: subject.send, count: threads))
  },
  .merge: { threads in
    subjects(threads) { subjects, arrivals in
      #if PEER
        subjects.publisher.flatMap { $0 }.sink { arrivals.receive($0) }
      #else
        switch threads {
        case 2: subjects[0].merge(with: subjects[1]).sink { arrivals.receive($0) }
        default: subjects[0].merge(with: subjects[1], subjects[2], subjects[3]).sink { arrivals.receive($0) }
        }
      #endif
    }
  },
  .zip: { threads in
    let arrivals = Arrivals(threads: threads)
    let subjects = (0..<threads).map { _ in Numbers() }
    let subscription =
      switch threads {
      case 2:
        subjects[0].zip(subjects[1]).sink {
          arrivals.receive($0.0)
          arrivals.receive($0.1)
        }
      default:
        subjects[0].zip(subjects[1], subjects[2], subjects[3]).sink {
          arrivals.receive($0.0)
          arrivals.receive($0.1)
          arrivals.receive($0.2)
          arrivals.receive($0.3)
        }
      }
    return ContendedPipeline(
      arrivals, keeping: subscription, lead: 2_000, expected: { ($0.min() ?? 0) * threads },
      senders: subjects.map(\.sending))
  },
  .flatMap: { threads in
    subjects(threads) { subjects, arrivals in
      let outer = PassthroughSubject<Numbers, Never>()
      let subscription = outer.flatMap { $0 }.sink { arrivals.receive($0) }
      for subject in subjects { outer.send(subject) }
      return subscription
    }
  },
  .switchToLatest: { threads in
    let arrivals = Arrivals(threads: threads)
    let outer = PassthroughSubject<Numbers, Never>()
    let inners = [Numbers(), Numbers()]
    let subscription = outer.switchToLatest().sink { arrivals.receive($0) }
    outer.send(inners[0])
    let change: (Int) -> Void = { outer.send(inners[$0 & 1]) }
    let send: (Int) -> Void = { inners[$0 & 1].send($0) }
    return ContendedPipeline(
      arrivals, keeping: subscription, expected: { _ in nil },
      senders: [change] + Array(repeating: send, count: threads - 1))
  },
  .buffer: { threads in
    subjects(threads) { subjects, arrivals in
      subjects.publisher.flatMap { $0 }.buffer(size: 1_000, prefetch: .keepFull, whenFull: .dropOldest)
        .sink { arrivals.receive($0) }
    }
  },
  .receiveOnQueue: { threads in
    let arrivals = Arrivals(threads: threads)
    let subject = Numbers()
    let queue = DispatchQueue(label: "receive(on:)")
    #if PEER
      let subscription = subject.receive(on: queue.ocombine).sink { arrivals.receive($0) }
    #else
      let subscription = subject.receive(on: queue).sink { arrivals.receive($0) }
    #endif
    return ContendedPipeline(
      arrivals, keeping: subscription, lead: 10_000, senders: Array(repeating: subject.send, count: threads))
  },
  .sendDuringChurn: { threads in churn(threads, counting: 0..<threads / 2) },
  .churn: { threads in churn(threads, counting: threads / 2..<threads) },
]

/// A subject for each thread, and what is built of them; `sentBefore` deliveries have been made by then.
private func subjects(
  _ threads: Int, sentBefore: Int = 0,
  build: ([Numbers], Arrivals) -> AnyCancellable
) -> ContendedPipeline {
  let arrivals = Arrivals(threads: threads)
  let subjects = (0..<threads).map { _ in Numbers() }
  let subscription = build(subjects, arrivals)
  return ContendedPipeline(
    arrivals, keeping: subscription, expected: { $0.reduce(sentBefore, +) }, senders: subjects.map(\.sending))
}

extension PassthroughSubject {
  /// What sends a value.
  fileprivate var sending: (Output) -> Void { { self.send($0) } }
}

/// One subject that the first half of the threads send to, while the others subscribe and cancel.
private func churn(_ threads: Int, counting counted: Range<Int>) -> ContendedPipeline {
  let arrivals = Arrivals(threads: threads)
  let subject = Numbers()
  let subscription = subject.sink { arrivals.receive($0) }
  let subscribe: (Int) -> Void = { _ in subject.sink { _ in }.cancel() }
  let half = threads / 2
  return ContendedPipeline(
    arrivals, keeping: subscription, counted: counted, expected: { $0.prefix(half).reduce(0, +) },
    senders: Array(repeating: subject.send, count: half) + Array(repeating: subscribe, count: half))
}

#if !PEER
  private let combineLatest: @Sendable (Int) -> ContendedPipeline = { threads in
    // The first element of each is sent beforehand, so that every further one is delivered.
    subjects(threads, sentBefore: 1) { subjects, arrivals in
      let subscription =
        switch threads {
        case 2: subjects[0].combineLatest(subjects[1]).sink { arrivals.receiveLatest($0.0, $0.1) }
        default:
          subjects[0].combineLatest(subjects[1], subjects[2], subjects[3]).sink {
            arrivals.receiveLatest($0.0, $0.1, $0.2, $0.3)
          }
        }
      for (thread, subject) in subjects.enumerated() { subject.send(NumberedElement.make(thread: thread, number: 0)) }
      return subscription
    }
  }
#endif
