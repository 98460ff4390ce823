import Cases

#if PEER
  import OpenCombine
#else
  import Streams
  import StreamsExtras
#endif

/// What the peer lacks.
extension Stage {
  #if PEER
    func ours(_ operation: Operator) -> Values? { nil }
  #else
    func ours(_ operation: Operator) -> Values? {
      switch operation {
      case .merge(let other): upstream.merge(with: sources[other]).erased()
      case .mergeMany(let all): Publishers.MergeMany([upstream] + all.map { sources[$0] }).erased()
      case .combineLatest(let other): upstream.combineLatest(sources[other]) { ($0 + $1) % 10 }.erased()
      case .withLatestFrom(let other): upstream.withLatestFrom(sources[other]) { ($0 + $1) % 10 }.erased()
      case .flatMapLatest(let all):
        upstream.flatMapLatest { value in
          call(value)
          return sources[all[value % all.count]]
        }.erased()
      case .shareReplay(let count): upstream.share(replay: count).erased()
      case .zipAll(let all): ([upstream] + all.map { sources[$0] }).zip().map(digest).erased()
      case .materialize: upstream.materialize().dematerialize().erased()
      case .pairwise: upstream.pairwise().map { ($0 + $1) % 10 }.erased()
      case .collectByTime(let ticks, let count):
        upstream.collect(
          count == 0
            ? .byTime(world.clock, .seconds(ticks)) : .byTimeOrCount(world.clock, .seconds(ticks), count)
        ).map(digest).erased()
      default: nil
      }
    }
  #endif
}
