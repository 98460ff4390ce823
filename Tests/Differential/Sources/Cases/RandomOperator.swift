extension Generator {
  /// Draws an operator, and adds the sources that it needs.
  mutating func anOperator() -> Operator {
    switch below(10) {
    case 0, 1: eachValue()
    case 2: filtering()
    case 3, 4: reducing()
    case 5: inTime()
    case 6: oneOfOurs()
    default: combining()
    }
  }

  private mutating func eachValue() -> Operator {
    let k = below(10)
    return switch below(21) {
    case 0: .map(k)
    case 1: .tryMap(k)
    case 2: .filter(k)
    case 3: .tryFilter(k)
    case 4: .compactMap(k)
    case 5: .tryCompactMap(k)
    case 6: .replaceNil(k)
    case 7: .scan
    case 8: .tryScan(k)
    case 9: .removeDuplicates
    case 10: .removeDuplicatesBy(k)
    case 11: .tryRemoveDuplicates(k)
    case 12: .mapError
    case 13: .replaceError(k)
    case 14: .assertNoFailure
    case 15: .ignoreOutput
    case 16: .encode(k)
    case 17: .decode(k)
    case 18, 19: .handleEvents
    default: .print
    }
  }

  private mutating func filtering() -> Operator {
    let k = below(10)
    let n = below(4)
    return switch below(11) {
    case 0: .first
    case 1: .firstWhere(k)
    case 2: .tryFirstWhere(k)
    case 3: .prefix(n)
    case 4: .prefixWhile(k)
    case 5: .tryPrefixWhile(k)
    case 6: .dropFirst(n)
    case 7: .dropWhile(k)
    case 8: .tryDropWhile(k)
    case 9: .outputAt(n)
    default: .outputIn(n, n + below(4))
    }
  }

  private mutating func reducing() -> Operator {
    let k = below(10)
    return switch below(22) {
    case 0: .last
    case 1: .lastWhere(k)
    case 2: .tryLastWhere(k)
    case 3: .reduce
    case 4: .tryReduce(k)
    case 5: .collect
    case 6: .collectCount(1 + below(3))
    case 7: .count
    case 8: .min
    case 9: .max
    case 10: .minBy(k)
    case 11: .maxBy(k)
    case 12: .tryMin(k)
    case 13: .tryMax(k)
    case 14: .contains(k)
    case 15: .containsWhere(k)
    case 16: .tryContains(k)
    case 17: .allSatisfy(k)
    case 18: .tryAllSatisfy(k)
    case 19: .replaceEmpty(k)
    default: .buffer(1 + below(3), byRequest: oneIn(2), full: below(3))
    }
  }

  private mutating func combining() -> Operator {
    switch below(21) {
    case 0: .catch(source())
    case 1: .tryCatch(source(), throws: oneIn(3))
    case 2: .retry(below(4))
    case 3, 4, 5: .flatMap(oneIn(3) ? -1 : 1 + below(3), (0...below(3)).map { _ in source(driven: 1) })
    case 6: .flatMapJust(below(10))
    case 7, 8: .switchToLatest((0...below(3)).map { _ in source(driven: 1) })
    case 9: .append(source())
    case 10: .appendValues(values(3))
    case 11: .prepend(source())
    case 12: .prependValues(values(3))
    case 13: .zip(source())
    case 14: .zip3(source(), source())
    case 15: .prefixUntil(source())
    case 16: .dropUntil(source())
    case 17: .share
    case 18: .multicast
    case 19: .multicastCurrent(below(10))
    default: .autoconnect
    }
  }

  private mutating func oneOfOurs() -> Operator {
    switch below(11) {
    case 0: .merge(source())
    case 1: .mergeMany((0...below(3)).map { _ in source() })
    case 2, 3: .combineLatest(source())
    case 4: .withLatestFrom(source())
    case 5: .flatMapLatest((0...below(3)).map { _ in source(driven: 1) })
    case 6: .shareReplay(below(3))
    case 7: .zipAll((0...below(3)).map { _ in source() })
    case 8: .materialize
    case 9: .pairwise
    default: .collectByTime(1 + below(3), count: below(4))
    }
  }

  private mutating func inTime() -> Operator {
    switch below(7) {
    case 0: .delay(1 + below(3))
    case 1: .debounce(1 + below(3))
    case 2: .throttle(1 + below(3), latest: oneIn(2))
    case 3: .timeout(2 + below(4), fails: oneIn(2))
    case 4: .receiveOn
    case 5: .subscribeOn
    default: .measureInterval
    }
  }
}
