import Streams
import StreamsExtras
import StreamsSupport

extension ContendedSpecimen {
  /// Every subject, every operator with several upstreams, and what has a queue.
  static let all = subjects + combining + flattening + sharing + waiting

  static let subjects: [ContendedSpecimen] = [
    .of("PassthroughSubject", .everything) { threads, _ in
      let subject = PassthroughSubject<Payload, Never>()
      return .shared(threads, { subject.send($0) }, subject)
    },
    .of("CurrentValueSubject", .everything, kept: 1) { threads, _ in
      let subject = CurrentValueSubject<Payload, Never>(-1)
      return .shared(threads, { subject.send($0) }, subject.dropFirst())
    },
    .of("ReplaySubject", .everything, kept: 2) { threads, _ in
      let subject = ReplaySubject<Payload, Never>(bufferSize: 2)
      return .shared(threads, { subject.send($0) }, subject)
    },
    .of("PassthroughRelay", .everything) { threads, _ in
      let relay = PassthroughRelay<Payload>()
      return .shared(threads, { relay.accept($0) }, relay)
    },
    .of("CurrentValueRelay", .everything, kept: 1) { threads, _ in
      let relay = CurrentValueRelay<Payload>(-1)
      return .shared(threads, { relay.accept($0) }, relay.dropFirst())
    },
    .of("Create", .everything) { threads, _ in
      let send = Shared<((Payload) -> Void)?>(nil)
      let publisher = Publishers.Create<Payload, Never> { input in
        send.withLock { $0 = { input.send($0) } }
        return AnyCancellable { send.withLock { $0 = nil } }
      }
      return .shared(threads, { send.current?($0) }, publisher)
    },
  ]

  static let combining: [ContendedSpecimen] = [
    .of("merge(with:)", .everything) { threads, _ in
      .ofSubjects(threads) { subjects in
        switch threads {
        case 2: subjects[0].merge(with: subjects[1]).singly
        default: subjects[0].merge(with: subjects[1], subjects[2], subjects[3]).singly
        }
      }
    },
    .of("MergeMany", .everything) { threads, _ in
      .ofSubjects(threads) { Publishers.MergeMany($0).singly }
    },
    .of("merge()", .everything) { threads, _ in
      .ofSubjects(threads) { $0.merge().singly }
    },
    .of("combineLatest(_:)", .latest, keptPerThread: 1) { threads, _ in
      .ofSubjects(threads) { subjects in
        switch threads {
        case 2: subjects[0].combineLatest(subjects[1]) { [$0, $1] }.eraseToAnyPublisher()
        default:
          subjects[0].combineLatest(subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        }
      }
    },
    .of("combineLatest()", .latest, keptPerThread: 1) { threads, _ in
      .ofSubjects(threads) { $0.combineLatest().eraseToAnyPublisher() }
    },
    .of("zip(_:)", .pairs, keptPerThread: count) { threads, _ in
      .ofSubjects(threads) { subjects in
        switch threads {
        case 2: subjects[0].zip(subjects[1]) { [$0, $1] }.eraseToAnyPublisher()
        default: subjects[0].zip(subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        }
      }
    },
    .of("zip()", .pairs, keptPerThread: count) { threads, _ in
      .ofSubjects(threads) { $0.zip().eraseToAnyPublisher() }
    },
    .of("withLatestFrom(_:)", .some, kept: 1) { threads, _ in
      .ofSubjects(threads) { subjects in
        subjects[0].withLatestFrom(subjects.dropFirst().merge()) { element, _ in element }.singly
      }
    },
    .of("prefix(untilOutputFrom:)", .some) { threads, counter in
      let last = PassthroughSubject<Payload, Never>()
      let main = PassthroughSubject<Payload, Never>()
      let trigger = last.filter { $0.number % count == count / 2 }
      return Contention(
        senders: Array(repeating: { main.send($0) }, count: threads - 1) + [{ last.send($0) }],
        publisher: main.prefix(untilOutputFrom: trigger).singly)
    },
    .of("drop(untilOutputFrom:)", .some) { threads, counter in
      let last = PassthroughSubject<Payload, Never>()
      let main = PassthroughSubject<Payload, Never>()
      return Contention(
        senders: Array(repeating: { main.send($0) }, count: threads - 1) + [{ last.send($0) }],
        publisher: main.drop(untilOutputFrom: last).singly)
    },
  ]

  static let flattening: [ContendedSpecimen] = [
    .of("flatMap(maxPublishers:_:), of subjects", .everything) { threads, _ in
      .ofSubjects(threads) { subjects in subjects.publisher.flatMap { $0 }.singly }
    },
    .of("flatMap(maxPublishers:_:), in flatMap", .everything) { threads, _ in
      let outer = (0..<threads).map { _ in PassthroughSubject<Payload, Never>() }
      return Contention(
        senders: outer.map { subject in { subject.send($0) } },
        publisher: outer.publisher.flatMap { $0.flatMap { [$0].publisher }.eraseToAnyPublisher() }.singly)
    },
    .of("flatMap(maxPublishers:_:), of values", .everything) { threads, _ in
      let outer = (0..<threads).map { _ in PassthroughSubject<Payload, Never>() }
      return Contention(
        senders: outer.map { subject in { subject.send($0) } },
        publisher: outer.merge().flatMap { Just($0) }.singly)
    },
    .of("switchToLatest()", .some) { threads, _ in
      let outer = PassthroughSubject<PassthroughSubject<Payload, Never>, Never>()
      let inners = (0..<2).map { _ in PassthroughSubject<Payload, Never>() }
      return Contention(
        senders: [{ outer.send(inners[$0.number % 2]) }]
          + Array(repeating: { inners[$0.number % 2].send($0) }, count: threads - 1),
        publisher: outer.switchToLatest().singly)
    },
    .of("switchToLatest(), in switchToLatest()", .some) { threads, _ in
      let outer = PassthroughSubject<Int, Never>()
      let inners = (0..<2).map { _ in PassthroughSubject<Payload, Never>() }
      return Contention(
        senders: [{ outer.send($0.number % 2) }]
          + Array(repeating: { inners[$0.number % 2].send($0) }, count: threads - 1),
        publisher: outer.map { inners[$0].map { [$0].publisher }.switchToLatest() }.switchToLatest().singly)
    },
    .of("flatMapLatest(_:)", .everything) { threads, _ in
      .ofSubjects(threads) { subjects in subjects.merge().flatMapLatest { Just($0) }.singly }
    },
  ]

  static let sharing: [ContendedSpecimen] = [
    .of("share()", .everything) { threads, _ in
      .ofSubjects(threads) { $0.merge().share().singly }
    },
    .of("multicast(_:)", .everything, kept: 1) { threads, _ in
      .ofSubjects(threads) { $0.merge().multicast { CurrentValueSubject(-1) }.autoconnect().dropFirst().singly }
    },
    .of("share(replay:)", .everything, kept: 1) { threads, _ in
      .ofSubjects(threads) { $0.merge().share(replay: 1).singly }
    },
  ]

  static let waiting: [ContendedSpecimen] = [
    .of("buffer(size:prefetch:whenFull:), kept full, after merge", .everything, kept: 100) { threads, _ in
      .ofSubjects(threads) { subjects in
        subjects.merge().buffer(size: 100, prefetch: .keepFull, whenFull: .dropOldest).singly
      }
    },
    .of("buffer(size:prefetch:whenFull:), kept full, after flatMap", .everything, kept: 100) { threads, _ in
      .ofSubjects(threads) { subjects in
        subjects.publisher.flatMap { $0 }.buffer(size: 100, prefetch: .keepFull, whenFull: .dropNewest).singly
      }
    },
    .of("buffer(size:prefetch:whenFull:), by request", .everything, kept: 100) { threads, _ in
      .ofSubjects(threads) { subjects in
        subjects.merge().buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest).singly
      }
    },
    .of("receive(on:options:)", .everything) { threads, _ in
      .ofSubjects(threads) { $0.merge().receive(on: ImmediateScheduler.shared).singly }
    },
  ]

  /// How many elements each thread sends.
  static let count = 400
}
