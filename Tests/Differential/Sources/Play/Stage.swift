import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// An operator of a chain that is being made.
struct Stage {
  let upstream: Values
  let index: Int
  let world: World
  let sources: [Values]

  /// Notes that a closure was called.
  func call(_ value: Int) { world.call(.handler(index), value) }

  /// Notes that a closure was called, and throws where it was called with the number.
  func check(_ value: Int, _ k: Int) throws {
    call(value)
    if value == k { throw Failed(5) }
  }

  /// What follows the operator.
  func applying(_ operation: Operator) -> Values {
    eachValue(operation) ?? filtering(operation) ?? reducing(operation) ?? combining(operation)
      ?? inTime(operation) ?? ours(operation) ?? upstream
  }
}

extension Publisher {
  func erased() -> Values where Output == Int, Failure == Failed { eraseToAnyPublisher() }

  /// For operators after which nothing fails.
  func erased() -> Values where Output == Int, Failure == Never {
    setFailureType(to: Failed.self).eraseToAnyPublisher()
  }

  /// For operators whose closures throw.
  func erased() -> Values where Output == Int, Failure == any Error {
    mapError { $0 as? Failed ?? Failed(-1) }.eraseToAnyPublisher()
  }
}

extension Stage {
  func eachValue(_ operation: Operator) -> Values? {
    switch operation {
    case .map(let k):
      upstream.map {
        call($0)
        return ($0 + k) % 10
      }.erased()
    case .tryMap(let k):
      upstream.tryMap {
        try check($0, k)
        return ($0 + 1) % 10
      }.erased()
    case .filter(let k): upstream.filter { ($0 + k) % 3 > 0 }.erased()
    case .tryFilter(let k):
      upstream.tryFilter {
        try check($0, k)
        return $0 % 3 > 0
      }.erased()
    case .compactMap(let k): upstream.compactMap { ($0 + k) % 3 > 0 ? $0 : nil }.erased()
    case .tryCompactMap(let k):
      upstream.tryCompactMap {
        try check($0, k)
        return $0 % 3 > 0 ? $0 : nil
      }.erased()
    case .replaceNil(let k): upstream.map { $0 % 3 > 0 ? $0 : nil }.replaceNil(with: k).erased()
    case .scan: upstream.scan(0) { ($0 + $1) % 10 }.erased()
    case .tryScan(let k):
      upstream.tryScan(0) {
        try check($1, k)
        return ($0 + $1) % 10
      }.erased()
    case .removeDuplicates: upstream.removeDuplicates().erased()
    case .removeDuplicatesBy(let k):
      upstream.removeDuplicates {
        call($0 * 10 + $1)
        return $0 == $1 || $1 == k
      }.erased()
    case .tryRemoveDuplicates(let k):
      upstream.tryRemoveDuplicates {
        try check($1, k)
        return $0 == $1
      }.erased()
    case .mapError: upstream.mapError { Failed($0.code + 10) }.erased()
    case .replaceError(let k): upstream.replaceError(with: k).erased()
    case .assertNoFailure: upstream.replaceError(with: 0).assertNoFailure().erased()
    case .ignoreOutput: upstream.ignoreOutput().map(impossible).erased()
    case .encode(let k): upstream.encode(encoder: Coder(k: k)).map { $0[0] }.erased()
    case .decode(let k): upstream.map { [$0] }.decode(type: Int.self, decoder: Coder(k: k)).erased()
    case .handleEvents:
      upstream.handleEvents(
        receiveSubscription: { _ in call(100) }, receiveOutput: { call($0) },
        receiveCompletion: { world.note(.handler(index), $0.mark) }, receiveCancel: { call(101) },
        receiveRequest: { world.note(.handler(index), .demand($0.number)) }
      ).erased()
    case .print: upstream.print("", to: Text(world: world, site: .handler(index))).erased()
    default: nil
    }
  }
}

/// Events without a value.
private func impossible(_ never: Never) -> Int {}

/// Puts a number into a list, and takes it out of it; the number `k` makes it throw.
private struct Coder: TopLevelEncoder, TopLevelDecoder {
  let k: Int

  func encode<T: Encodable>(_ value: T) throws -> [Int] {
    guard let number = value as? Int, number != k else { throw Failed(6) }
    return [number]
  }

  func decode<T: Decodable>(_ type: T.Type, from list: [Int]) throws -> T {
    guard let number = list[0] as? T, list[0] != k else { throw Failed(6) }
    return number
  }
}

/// Notes what is printed.
private struct Text: TextOutputStream {
  let world: World
  let site: Site

  func write(_ string: String) {
    // A line may arrive in pieces.
    let text = string.split(separator: "\n").joined()
    let isName = text.hasPrefix("receive subscription")
    if !text.isEmpty { world.note(site, .text(isName ? "receive subscription" : text)) }
  }
}
