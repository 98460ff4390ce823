/// An operator of a chain. Values are 0 to 9; a number without a name decides which values a closure treats in which way.
public enum Operator: Hashable, Sendable {
  // Each value by itself.
  case map(Int)
  case tryMap(Int)
  case filter(Int)
  case tryFilter(Int)
  case compactMap(Int)
  case tryCompactMap(Int)
  case replaceNil(Int)
  case scan
  case tryScan(Int)
  case removeDuplicates
  case removeDuplicatesBy(Int)
  case tryRemoveDuplicates(Int)
  case mapError
  case replaceError(Int)
  case assertNoFailure, ignoreOutput
  case encode(Int)
  case decode(Int)
  case handleEvents, print, measureInterval

  // Part of the values.
  case first
  case firstWhere(Int)
  case tryFirstWhere(Int)
  case prefix(Int)
  case prefixWhile(Int)
  case tryPrefixWhile(Int)
  case dropFirst(Int)
  case dropWhile(Int)
  case tryDropWhile(Int)
  case outputAt(Int)
  case outputIn(Int, Int)

  // All of the values.
  case last
  case lastWhere(Int)
  case tryLastWhere(Int)
  case reduce
  case tryReduce(Int)
  case collect
  case collectCount(Int)
  case count
  case min, max
  case minBy(Int)
  case maxBy(Int)
  case tryMin(Int)
  case tryMax(Int)
  case contains(Int)
  case containsWhere(Int)
  case tryContains(Int)
  case allSatisfy(Int)
  case tryAllSatisfy(Int)
  case replaceEmpty(Int)
  /// A buffer that drops the newest (0), the oldest (1) or fails (2) when full.
  case buffer(Int, byRequest: Bool, full: Int)

  // Several upstreams, by the index of their source.
  case `catch`(Int)
  case tryCatch(Int, throws: Bool)
  case retry(Int)
  /// At most so many at a time, below zero all; a value leads to one of the sources.
  case flatMap(Int, [Int])
  case flatMapJust(Int)
  case switchToLatest([Int])
  case append(Int)
  case appendValues([Int])
  case prepend(Int)
  case prependValues([Int])
  case zip(Int)
  case zip3(Int, Int)
  case prefixUntil(Int)
  case dropUntil(Int)
  case share, multicast
  case multicastCurrent(Int)
  case autoconnect

  // Several upstreams, which the peer lacks.
  case merge(Int)
  case mergeMany([Int])
  case combineLatest(Int)
  case withLatestFrom(Int)
  case flatMapLatest([Int])
  case shareReplay(Int)
  case zipAll([Int])
  case materialize, pairwise
  case collectByTime(Int, count: Int)

  // In time.
  case delay(Int)
  case debounce(Int)
  case throttle(Int, latest: Bool)
  case timeout(Int, fails: Bool)
  case receiveOn, subscribeOn

  /// Its name, without what it is given.
  public var name: String {
    if let name = Operator.names[self] { return name }
    let name = String("\(self)".prefix { $0 != "(" })
    Operator.names[self] = name
    return name
  }

  // Unsafe because one thread makes and judges cases; kept because to spell a case takes longer than to play it.
  nonisolated(unsafe) private static var names: [Operator: String] = [:]

  /// Whether the peer has nothing like it.
  public var isOurs: Bool {
    switch self {
    case .merge, .mergeMany, .combineLatest, .withLatestFrom, .flatMapLatest, .shareReplay, .zipAll, .materialize,
      .pairwise, .collectByTime:
      true
    default: false
    }
  }

  /// The sources that it needs besides its upstream.
  public var sources: [Int] {
    switch self {
    case .catch(let a), .tryCatch(let a, _), .append(let a), .prepend(let a), .zip(let a), .prefixUntil(let a),
      .dropUntil(let a), .merge(let a), .combineLatest(let a), .withLatestFrom(let a):
      [a]
    case .zip3(let a, let b): [a, b]
    case .flatMap(_, let all), .switchToLatest(let all), .mergeMany(let all), .flatMapLatest(let all), .zipAll(let all):
      all
    default: []
    }
  }

  /// Whether it needs time to pass.
  public var isTimed: Bool {
    switch self {
    case .delay, .debounce, .throttle, .timeout, .receiveOn, .subscribeOn, .measureInterval, .collectByTime: true
    default: false
    }
  }
}
