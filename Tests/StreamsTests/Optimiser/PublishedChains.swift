import Streams

// See `Chain`.

extension Chain<Published<Int>.Publisher> {
  static let all: [Chain] = [
    Chain(attach: a0, expected: e0), Chain(attach: a1, expected: e1), Chain(attach: a2, expected: e2),
    Chain(attach: a3, expected: e3), Chain(attach: a4, expected: e4), Chain(attach: a5, expected: e5),
    Chain(attach: a6, expected: e6), Chain(attach: a7, expected: e7), Chain(attach: a8, expected: e8),
    Chain(attach: a9, expected: e9), Chain(attach: a10, expected: e10), Chain(attach: a11, expected: e11),
    Chain(attach: a12, expected: e12), Chain(attach: a13, expected: e13), Chain(attach: a14, expected: e14),
    Chain(attach: a15, expected: e15), Chain(attach: a16, expected: e16), Chain(attach: a17, expected: e17),
    Chain(attach: a18, expected: e18), Chain(attach: a19, expected: e19),
  ]

  @Sendable private static func a0(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .merge(with: Empty<Int, Never>())
      .map { $0 + 1 }
      .scan(0, +)
      .flatMap { [$0, $0].publisher }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e0(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 + 1 }
    v = v.sums
    v = v.flatMap { [$0, $0] }
    return v
  }

  @Sendable private static func a1(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .prepend(3)
      .scan(0, +)
      .map { $0 + 1 }
      .drop { $0 < 2 }
      .eraseToAnyPublisher()
      .sink(receiveValue: sink)
  }

  @Sendable private static func e1(_ values: [Int]) -> [Int] {
    var v = values
    v = [3] + v
    v = v.sums
    v = v.map { $0 + 1 }
    v = Array(v.drop { $0 < 2 })
    return v
  }

  @Sendable private static func a2(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .share()
      .drop { $0 < 2 }
      .map { Just($0) }.switchToLatest()
      .map { Just($0) }.switchToLatest()
      .zip((0..<1_000).publisher) { $0 + $1 }
      .merge(with: Empty<Int, Never>())
      .prepend(3)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e2(_ values: [Int]) -> [Int] {
    var v = values
    v = Array(v.drop { $0 < 2 })
    v = v.enumerated().map { $0.element + $0.offset }
    v = [3] + v
    return v
  }

  @Sendable private static func a3(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .merge(with: Empty<Int, Never>())
      .handleEvents(receiveOutput: { _ in })
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .combineLatest(Just(10)) { $0 + $1 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e3(_ values: [Int]) -> [Int] {
    var v = values
    v = v.filter { $0 % 5 != 0 }
    v = v.map { $0 + 10 }
    return v
  }

  @Sendable private static func a4(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .scan(0, +)
      .share()
      .drop { $0 < 2 }
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .scan(0, +)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e4(_ values: [Int]) -> [Int] {
    var v = values
    v = v.sums
    v = Array(v.drop { $0 < 2 })
    v = v.sums
    return v
  }

  @Sendable private static func a5(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .flatMap { Just($0 * 2) }
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .zip((0..<1_000).publisher) { $0 + $1 }
      .scan(0, +)
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e5(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 * 2 }
    v = v.enumerated().map { $0.element + $0.offset }
    v = v.sums
    return v
  }

  @Sendable private static func a6(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .removeDuplicates()
      .combineLatest(Just(10)) { $0 + $1 }
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .filter { $0 % 3 != 0 }
      .prepend(3)
      .prefix(9)
      .flatMap { [$0, $0].publisher }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e6(_ values: [Int]) -> [Int] {
    var v = values
    v = v.withoutRepeats
    v = v.map { $0 + 10 }
    v = v.filter { $0 % 3 != 0 }
    v = [3] + v
    v = Array(v.prefix(9))
    v = v.flatMap { [$0, $0] }
    return v
  }

  @Sendable private static func a7(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .prefix(9)
      .zip((0..<1_000).publisher) { $0 + $1 }
      .prepend(3)
      .merge(with: Empty<Int, Never>())
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e7(_ values: [Int]) -> [Int] {
    var v = values
    v = Array(v.prefix(9))
    v = v.enumerated().map { $0.element + $0.offset }
    v = [3] + v
    return v
  }

  @Sendable private static func a8(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .scan(0, +)
      .scan(0, +)
      .combineLatest(Just(10)) { $0 + $1 }
      .map { $0 + 1 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e8(_ values: [Int]) -> [Int] {
    var v = values
    v = v.sums
    v = v.sums
    v = v.map { $0 + 10 }
    v = v.map { $0 + 1 }
    return v
  }

  @Sendable private static func a9(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .dropFirst(2)
      .flatMap { Just($0 * 2) }
      .combineLatest(Just(10)) { $0 + $1 }
      .drop { $0 < 2 }
      .flatMap { Just($0 * 2) }
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e9(_ values: [Int]) -> [Int] {
    var v = values
    v = v.filter { $0 % 5 != 0 }
    v = Array(v.dropFirst(2))
    v = v.map { $0 * 2 }
    v = v.map { $0 + 10 }
    v = Array(v.drop { $0 < 2 })
    v = v.map { $0 * 2 }
    v = v.filter { $0 % 5 != 0 }
    return v
  }

  @Sendable private static func a10(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .combineLatest(Just(10)) { $0 + $1 }
      .combineLatest(Just(10)) { $0 + $1 }
      .removeDuplicates()
      .scan(0, +)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e10(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 + 10 }
    v = v.map { $0 + 10 }
    v = v.withoutRepeats
    v = v.sums
    return v
  }

  @Sendable private static func a11(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .filter { $0 % 3 != 0 }
      .prepend(3)
      .filter { $0 % 3 != 0 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e11(_ values: [Int]) -> [Int] {
    var v = values
    v = v.filter { $0 % 5 != 0 }
    v = v.filter { $0 % 3 != 0 }
    v = [3] + v
    v = v.filter { $0 % 3 != 0 }
    return v
  }

  @Sendable private static func a12(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .map { Just($0) }.switchToLatest()
      .prepend(3)
      .removeDuplicates()
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .scan(0, +)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e12(_ values: [Int]) -> [Int] {
    var v = values
    v = [3] + v
    v = v.withoutRepeats
    v = v.sums
    return v
  }

  @Sendable private static func a13(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .prepend(3)
      .zip((0..<1_000).publisher) { $0 + $1 }
      .eraseToAnyPublisher()
      .dropFirst(2)
      .share()
      .sink(receiveValue: sink)
  }

  @Sendable private static func e13(_ values: [Int]) -> [Int] {
    var v = values
    v = [3] + v
    v = v.enumerated().map { $0.element + $0.offset }
    v = Array(v.dropFirst(2))
    return v
  }

  @Sendable private static func a14(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .prepend(3)
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .scan(0, +)
      .dropFirst(2)
      .prefix(9)
      .prefix(9)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e14(_ values: [Int]) -> [Int] {
    var v = values
    v = [3] + v
    v = v.sums
    v = Array(v.dropFirst(2))
    v = Array(v.prefix(9))
    v = Array(v.prefix(9))
    return v
  }

  @Sendable private static func a15(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .removeDuplicates()
      .prefix(9)
      .share()
      .map { Just($0) }.switchToLatest()
      .share()
      .sink(receiveValue: sink)
  }

  @Sendable private static func e15(_ values: [Int]) -> [Int] {
    var v = values
    v = v.withoutRepeats
    v = Array(v.prefix(9))
    return v
  }

  @Sendable private static func a16(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .merge(with: Empty<Int, Never>())
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .zip((0..<1_000).publisher) { $0 + $1 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e16(_ values: [Int]) -> [Int] {
    var v = values
    v = v.enumerated().map { $0.element + $0.offset }
    return v
  }

  @Sendable private static func a17(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .prefix(9)
      .prefix(9)
      .merge(with: Empty<Int, Never>())
      .sink(receiveValue: sink)
  }

  @Sendable private static func e17(_ values: [Int]) -> [Int] {
    var v = values
    v = Array(v.prefix(9))
    v = Array(v.prefix(9))
    return v
  }

  @Sendable private static func a18(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .prepend(3)
      .merge(with: Empty<Int, Never>())
      .eraseToAnyPublisher()
      .buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e18(_ values: [Int]) -> [Int] {
    var v = values
    v = [3] + v
    return v
  }

  @Sendable private static func a19(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .flatMap { [$0, $0].publisher }
      .prepend(3)
      .drop { $0 < 2 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e19(_ values: [Int]) -> [Int] {
    var v = values
    v = v.flatMap { [$0, $0] }
    v = [3] + v
    v = Array(v.drop { $0 < 2 })
    return v
  }
}
