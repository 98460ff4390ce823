import Streams
import StreamsExtras
import StreamsTesting

extension Specimen {
  /// The specimens of StreamsExtras.
  static let beyond: [Specimen] = [
    .of("withLatestFrom(_:)", .lossy) { $0.a.withLatestFrom($0.b) },
    .of("withLatestFrom(_:_:)", .lossy) { $0.a.withLatestFrom($0.b) { $0 + $1 } },
    .of("flatMapLatest(_:)", .lossy) { bench in bench.a.flatMapLatest { $0.isMultiple(of: 2) ? bench.b : bench.c } },
    .of("concatMap(_:)") { bench in bench.a.concatMap { $0.isMultiple(of: 2) ? bench.b : bench.c } },
    .of("enumerated()") { $0.a.enumerated().map(\.element) },
    .of("groupBy(_:)", .lossy) { $0.a.groupBy { $0.isMultiple(of: 2) }.flatMap { $0 } },
    .of("groupBy(_:)") { $0.a.groupBy { $0.isMultiple(of: 2) }.map(\.key) },
    .of("window(_:)", .lossy) { $0.a.window($0.b).flatMap { $0 } },
    .of("sample(_:)", .lossy) { $0.a.sample($0.b) },
    .of("amb(_:)") { $0.a.amb($0.b) },
    .of("ignoreFailure()") { $0.a.ignoreFailure() },
    .of("pairwise()") { $0.a.pairwise() },
    .of("materialize()") { $0.a.materialize() },
    .of("dematerialize()") { $0.a.materialize().dematerialize() },
    .of("retry(_:after:scheduler:when:)") { $0.a.retry(1, after: { _ in 1 }, scheduler: $0.clock) },
    .of("paced(on:)") { $0.a.paced(on: $0.clock) },
    .of("share(replay:)", .lossy) { $0.a.share(replay: 1) },
    .of("ReplaySubject", .lossy, .standalone) { bench in
      let subject = ReplaySubject<Payload, Never>(bufferSize: 2)
      ticking(bench, subject.send) { subject.send(completion: .finished) }
      return subject
    },
    .of("Create", .standalone) { bench in
      Publishers.Create<Payload, Never> { input in
        ticking(bench, input.send) { input.send(completion: .finished) }
        return AnyCancellable {}
      }
    },
    .of("PassthroughRelay", .lossy, .standalone) { bench in
      let (relay, end) = (PassthroughRelay<Payload>(), PassthroughSubject<Void, Never>())
      ticking(bench, relay.accept) { end.send() }
      return relay.prefix(untilOutputFrom: end)
    },
    .of("CurrentValueRelay", .lossy, .standalone) { bench in
      let (relay, end) = (CurrentValueRelay(bench.payload(0)), PassthroughSubject<Void, Never>())
      ticking(bench, relay.accept) { end.send() }
      return relay.prefix(untilOutputFrom: end)
    },
  ]
}

/// Sends a value each second of the clock, nine in all, and finishes.
private func ticking(_ bench: Bench, _ send: @escaping (Payload) -> Void, end: @escaping () -> Void) {
  for second in 1...9 {
    bench.clock.schedule(after: bench.clock.now.advanced(by: .seconds(second))) { send(bench.payload(second)) }
  }
  bench.clock.schedule(after: bench.clock.now.advanced(by: 10), end)
}
