import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

extension Stage {
  func combining(_ operation: Operator) -> Values? {
    switch operation {
    case .catch(let other):
      upstream.catch { error in
        call(error.code)
        return sources[other]
      }.erased()
    case .tryCatch(let other, let throwing):
      upstream.tryCatch { error in
        call(error.code)
        if throwing { throw Failed(9) }
        return sources[other]
      }.erased()
    case .retry(let n): upstream.retry(n).erased()
    case .flatMap(let limit, let all):
      upstream.flatMap(maxPublishers: .number(limit)) { value in
        call(value)
        return sources[all[value % all.count]]
      }.erased()
    case .flatMapJust(let k):
      upstream.flatMap { Just(($0 + k) % 10).setFailureType(to: Failed.self) }.erased()
    case .switchToLatest(let all):
      upstream.map { value in
        call(value)
        return sources[all[value % all.count]]
      }.switchToLatest().erased()
    case .append(let other): upstream.append(sources[other]).erased()
    case .appendValues(let values): upstream.append(values).erased()
    case .prepend(let other): upstream.prepend(sources[other]).erased()
    case .prependValues(let values): upstream.prepend(values).erased()
    case .zip(let other): upstream.zip(sources[other]) { ($0 + $1) % 10 }.erased()
    case .zip3(let a, let b): upstream.zip(sources[a], sources[b]) { ($0 + $1 + $2) % 10 }.erased()
    case .prefixUntil(let other): upstream.prefix(untilOutputFrom: sources[other]).erased()
    case .dropUntil(let other): upstream.drop(untilOutputFrom: sources[other]).erased()
    default: shared(operation)
    }
  }

  private func shared(_ operation: Operator) -> Values? {
    switch operation {
    case .share: upstream.share().erased()
    case .multicast:
      upstream.multicast {
        call(0)
        return PassthroughSubject<Int, Failed>()
      }.autoconnect().erased()
    case .multicastCurrent(let k):
      upstream.multicast(subject: CurrentValueSubject<Int, Failed>(k)).autoconnect().erased()
    case .autoconnect: upstream.replaceError(with: 0).makeConnectable().autoconnect().erased()
    default: nil
    }
  }

  func inTime(_ operation: Operator) -> Values? {
    let clock = world.clock
    return switch operation {
    case .delay(let n): upstream.delay(for: .seconds(n), scheduler: clock).erased()
    case .debounce(let n): upstream.debounce(for: .seconds(n), scheduler: clock).erased()
    case .throttle(let n, let latest): upstream.throttle(for: .seconds(n), scheduler: clock, latest: latest).erased()
    case .timeout(let n, let fails):
      upstream.timeout(.seconds(n), scheduler: clock, customError: fails ? { Failed(7) } : nil).erased()
    case .receiveOn: upstream.receive(on: clock).erased()
    case .subscribeOn: upstream.subscribe(on: clock).erased()
    case .measureInterval: upstream.measureInterval(using: clock).map { $0.magnitude % 10 }.erased()
    default: nil
    }
  }
}
