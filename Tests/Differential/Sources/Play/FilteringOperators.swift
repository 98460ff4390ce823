import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

extension Stage {
  func filtering(_ operation: Operator) -> Values? {
    switch operation {
    case .first: upstream.first().erased()
    case .firstWhere(let k): upstream.first { $0 >= k }.erased()
    case .tryFirstWhere(let k):
      upstream.tryFirst {
        try check($0, k)
        return $0 > k
      }.erased()
    case .prefix(let n): upstream.prefix(n).erased()
    case .prefixWhile(let k): upstream.prefix { $0 <= k }.erased()
    case .tryPrefixWhile(let k):
      upstream.tryPrefix {
        try check($0, k)
        return $0 < 8
      }.erased()
    case .dropFirst(let n): upstream.dropFirst(n).erased()
    case .dropWhile(let k):
      upstream.drop {
        call($0)
        return $0 <= k
      }.erased()
    case .tryDropWhile(let k):
      upstream.tryDrop {
        try check($0, k)
        return $0 < 5
      }.erased()
    case .outputAt(let n): upstream.output(at: n).erased()
    case .outputIn(let low, let high): upstream.output(in: low..<high).erased()
    default: nil
    }
  }

  func reducing(_ operation: Operator) -> Values? {
    switch operation {
    case .last: upstream.last().erased()
    case .lastWhere(let k): upstream.last { $0 >= k }.erased()
    case .tryLastWhere(let k):
      upstream.tryLast {
        try check($0, k)
        return $0 > k
      }.erased()
    case .reduce: upstream.reduce(0) { ($0 + $1) % 10 }.erased()
    case .tryReduce(let k):
      upstream.tryReduce(0) {
        try check($1, k)
        return ($0 + $1) % 10
      }.erased()
    case .collect: upstream.collect().map(digest).erased()
    case .collectCount(let n): upstream.collect(n).map(digest).erased()
    case .count: upstream.count().erased()
    case .replaceEmpty(let k): upstream.replaceEmpty(with: k).erased()
    case .buffer(let size, let byRequest, let full):
      upstream.buffer(
        size: size, prefetch: byRequest ? .byRequest : .keepFull,
        whenFull: full == 0 ? .dropNewest : full == 1 ? .dropOldest : .customError { Failed(8) }
      ).erased()
    default: minMax(operation) ?? matching(operation)
    }
  }

  private func minMax(_ operation: Operator) -> Values? {
    switch operation {
    case .min: upstream.min().erased()
    case .max: upstream.max().erased()
    case .minBy(let k): upstream.min { ($0 + k) % 10 < ($1 + k) % 10 }.erased()
    case .maxBy(let k): upstream.max { ($0 + k) % 10 < ($1 + k) % 10 }.erased()
    case .tryMin(let k):
      upstream.tryMin {
        try check($0 * 10 + $1, k)
        return $0 % 5 < $1 % 5
      }.erased()
    case .tryMax(let k):
      upstream.tryMax {
        try check($0 * 10 + $1, k)
        return $0 % 5 < $1 % 5
      }.erased()
    default: nil
    }
  }

  private func matching(_ operation: Operator) -> Values? {
    switch operation {
    case .contains(let k): upstream.contains(k).map { $0 ? 1 : 0 }.erased()
    case .containsWhere(let k): upstream.contains { $0 > k }.map { $0 ? 1 : 0 }.erased()
    case .tryContains(let k):
      upstream.tryContains {
        try check($0, k)
        return $0 > k
      }.map { $0 ? 1 : 0 }.erased()
    case .allSatisfy(let k): upstream.allSatisfy { $0 < k }.map { $0 ? 1 : 0 }.erased()
    case .tryAllSatisfy(let k):
      upstream.tryAllSatisfy {
        try check($0, k)
        return $0 < k
      }.map { $0 ? 1 : 0 }.erased()
    default: nil
    }
  }

  /// A list of values as one value.
  func digest(_ values: [Int]) -> Int { values.reduce(values.count) { ($0 * 3 + $1) % 10 } }
}
