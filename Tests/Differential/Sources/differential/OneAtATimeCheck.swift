import Cases
import StreamsSide

/// Whether a subscriber that asks for one value at a time gets what one gets that asks for all at once.
///
/// It must where all sources wait until they are asked, and no operator drops or reorders what is not asked for.
enum OneAtATimeCheck {
  private static let requests = 60

  /// The values that such a subscriber misses.
  static func fault(in script: Case) -> Difference? {
    guard applies(to: script) else { return nil }
    var unlimited = script
    unlimited.plan = Plan()
    unlimited.script = [.advance(requests * 10)]
    let expected = received(unlimited)
    for limited in requestingOneAtATime(unlimited) {
      let found = received(limited)
      // Where several upstreams are combined, a failure overtakes what has not been asked for.
      if script.chain.contains(where: \.combinesUpstreams), (expected + found).contains(where: \.isFailure) {
        return nil
      }
      if found == expected || found.count >= requests && expected.starts(with: found) { continue }
      return Difference(kind: .oneAtATime, site: .subscriber, text: "\(found) in place of \(expected)")
    }
    return nil
  }

  /// The subscriber asks by request, as the answer to a value, or from inside it.
  private static func requestingOneAtATime(_ unlimited: Case) -> [Case] {
    var byRequest = unlimited
    byRequest.plan.first = 0
    byRequest.script = (0..<requests).flatMap { _ in [Step.request(1), .advance(10)] }
    var byAnswer = unlimited
    byAnswer.plan.first = 1
    byAnswer.plan.answers = [1]
    var inside = unlimited
    inside.plan.first = 1
    for index in 0..<requests { inside.plan.inside[index] = .request(1) }
    return [byRequest, byAnswer, inside]
  }

  private static func received(_ script: Case) -> [Mark] {
    StreamsSide.play(script).entries.compactMap { entry in
      switch entry.mark {
      case .value, .finished, .failed: entry.site == .subscriber ? entry.mark : nil
      default: nil
      }
    }
  }

  private static func applies(to script: Case) -> Bool {
    !script.sources.contains(where: \.isDriven)
      && script.chain.allSatisfy { operation in
        switch operation {
        // These drop what finds no demand, or depend on when values come.
        case .buffer, .switchToLatest, .prefixUntil, .dropUntil, .share, .multicast, .multicastCurrent, .autoconnect,
          .debounce, .throttle, .timeout, .measureInterval, .merge, .mergeMany, .combineLatest, .withLatestFrom,
          .flatMapLatest, .shareReplay, .collectByTime:
          false
        // These hide a failure, which may come sooner where several upstreams are combined.
        case .catch, .tryCatch, .replaceError, .assertNoFailure, .retry:
          !script.chain.contains(where: \.combinesUpstreams)
        case .flatMap(let limit, _): limit == 1
        default: true
        }
      }
  }
}

extension Operator {
  /// Whether it brings several upstreams together that run at the same time.
  fileprivate var combinesUpstreams: Bool {
    switch self {
    case .zip, .zip3, .zipAll, .flatMap, .flatMapJust: true
    default: false
    }
  }
}

extension Mark {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
