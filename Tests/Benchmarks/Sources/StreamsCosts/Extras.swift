import Scenario
import Streams
import StreamsExtras

var extras: [Cost] {
  [
    .subject("ReplaySubject") { ReplaySubject<Int, Never>(bufferSize: 1) },
    .sent("PassthroughRelay", { PassthroughRelay<Int>() }, { $0 }, send: { $0.accept($1) }),
    .sent("CurrentValueRelay", { CurrentValueRelay(0) }, { $0 }, send: { $0.accept($1) }),
    .sent(
      "create(_:)", { Inlet() },
      { inlet in
        AnyPublisher<Int, Never>.create { input in
          inlet.send = input.send
          return AnyCancellable {}
        }
      }, send: { $0.send($1) }),
    .of("withLatestFrom(_:)", toBoth: true) { $0.a.withLatestFrom($0.b) },
    .of("withLatestFrom(_:_:)", toBoth: true) { $0.a.withLatestFrom($0.b) { $0 &+ $1 } },
    .of("flatMapLatest(_:)") { $0.a.flatMapLatest { Just($0) } },
    .of("concatMap(_:)") { $0.a.concatMap { Just($0) } },
    .subscriber("assign(to:onWeak:)") { $0.assign(to: \.number, onWeak: kept) },
    .of("enumerated()") { $0.a.enumerated() },
    .of("groupBy(_:)") { $0.a.groupBy { $0 & 1 }.flatMap { $0 } },
    .of("window(_:)") { $0.a.window($0.b).flatMap { $0 } },
    .of("sample(_:)", toBoth: true) { $0.a.sample($0.b) },
    .of("amb(_:)") { $0.a.amb($0.b) },
    .of("ignoreFailure()") { $0.a.setFailureType(to: Fault.self).ignoreFailure() },
    .of("paced(on:)") { $0.a.paced(on: ImmediateScheduler.shared) },
    .of("pairwise()") { $0.a.pairwise() },
    .of("materialize()") { $0.a.materialize() },
    .of("dematerialize()") { $0.a.materialize().dematerialize() },
    .of("retry(_:after:scheduler:when:)") {
      $0.a.setFailureType(to: Fault.self).retry(1, after: { _ in 1 }, scheduler: ImmediateScheduler.shared)
    },
    .of("share(replay:)") { $0.a.share(replay: 1) },
    .of("combineLatest()", toBoth: true) { [$0.a, $0.b].combineLatest() },
    .of("zip()", toBoth: true) { [$0.a, $0.b].zip() },
    .of("merge()", toBoth: true) { [$0.a, $0.b].merge() },
  ]
}

/// What `create` was given.
final class Inlet {
  var send: (Int) -> Void = { _ in }
}

nonisolated(unsafe) private let kept = Plain()
