import Streams

// See `Chain`.

extension Chain<PassthroughSubject<Int, Never>> {
  static let all: [Chain] = [
    Chain(attach: a0, expected: e0), Chain(attach: a1, expected: e1), Chain(attach: a2, expected: e2),
    Chain(attach: a3, expected: e3), Chain(attach: a4, expected: e4), Chain(attach: a5, expected: e5),
    Chain(attach: a6, expected: e6), Chain(attach: a7, expected: e7), Chain(attach: a8, expected: e8),
    Chain(attach: a9, expected: e9), Chain(attach: a10, expected: e10), Chain(attach: a11, expected: e11),
    Chain(attach: a12, expected: e12), Chain(attach: a13, expected: e13), Chain(attach: a14, expected: e14),
    Chain(attach: a15, expected: e15), Chain(attach: a16, expected: e16), Chain(attach: a17, expected: e17),
    Chain(attach: a18, expected: e18), Chain(attach: a19, expected: e19), Chain(attach: a20, expected: e20),
    Chain(attach: a21, expected: e21),
  ]

  @Sendable private static func a0(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .combineLatest(Just(10)) { $0 + $1 }
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .handleEvents(receiveOutput: { _ in })
      .removeDuplicates()
      .sink(receiveValue: sink)
  }

  @Sendable private static func e0(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 + 10 }
    v = v.withoutRepeats
    return v
  }

  @Sendable private static func a1(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .zip((0..<1_000).publisher) { $0 + $1 }
      .dropFirst(2)
      .map { $0 + 1 }
      .eraseToAnyPublisher()
      .eraseToAnyPublisher()
      .sink(receiveValue: sink)
  }

  @Sendable private static func e1(_ values: [Int]) -> [Int] {
    var v = values
    v = v.enumerated().map { $0.element + $0.offset }
    v = Array(v.dropFirst(2))
    v = v.map { $0 + 1 }
    return v
  }

  @Sendable private static func a2(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .removeDuplicates()
      .scan(0, +)
      .flatMap { Just($0 * 2) }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e2(_ values: [Int]) -> [Int] {
    var v = values
    v = v.withoutRepeats
    v = v.sums
    v = v.map { $0 * 2 }
    return v
  }

  @Sendable private static func a3(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .zip((0..<1_000).publisher) { $0 + $1 }
      .share()
      .eraseToAnyPublisher()
      .prefix(9)
      .prefix(9)
      .flatMap { Just($0 * 2) }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e3(_ values: [Int]) -> [Int] {
    var v = values
    v = v.enumerated().map { $0.element + $0.offset }
    v = Array(v.prefix(9))
    v = Array(v.prefix(9))
    v = v.map { $0 * 2 }
    return v
  }

  @Sendable private static func a4(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .flatMap { Just($0 * 2) }
      .eraseToAnyPublisher()
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .handleEvents(receiveOutput: { _ in })
      .append(1, 2)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e4(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 * 2 }
    v = v.filter { $0 % 5 != 0 }
    v = v + [1, 2]
    return v
  }

  @Sendable private static func a5(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .map { Just($0) }.switchToLatest()
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .prefix(9)
      .zip((0..<1_000).publisher) { $0 + $1 }
      .drop { $0 < 2 }
      .filter { $0 % 3 != 0 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e5(_ values: [Int]) -> [Int] {
    var v = values
    v = v.filter { $0 % 5 != 0 }
    v = Array(v.prefix(9))
    v = v.enumerated().map { $0.element + $0.offset }
    v = Array(v.drop { $0 < 2 })
    v = v.filter { $0 % 3 != 0 }
    return v
  }

  @Sendable private static func a6(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .removeDuplicates()
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .prefix(9)
      .combineLatest(Just(10)) { $0 + $1 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e6(_ values: [Int]) -> [Int] {
    var v = values
    v = v.withoutRepeats
    v = v.filter { $0 % 5 != 0 }
    v = Array(v.prefix(9))
    v = v.map { $0 + 10 }
    return v
  }

  @Sendable private static func a7(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .merge(with: Empty<Int, Never>())
      .replaceEmpty(with: 0)
      .combineLatest(Just(10)) { $0 + $1 }
      .dropFirst(2)
      .receive(on: ImmediateScheduler.shared)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e7(_ values: [Int]) -> [Int] {
    var v = values
    v = v.isEmpty ? [0] : v
    v = v.map { $0 + 10 }
    v = Array(v.dropFirst(2))
    return v
  }

  @Sendable private static func a8(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .map { $0 + 1 }
      .combineLatest(Just(10)) { $0 + $1 }
      .replaceEmpty(with: 0)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e8(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 + 1 }
    v = v.map { $0 + 10 }
    v = v.isEmpty ? [0] : v
    return v
  }

  @Sendable private static func a9(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .drop { $0 < 2 }
      .zip((0..<1_000).publisher) { $0 + $1 }
      .drop { $0 < 2 }
      .filter { $0 % 3 != 0 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e9(_ values: [Int]) -> [Int] {
    var v = values
    v = Array(v.drop { $0 < 2 })
    v = v.enumerated().map { $0.element + $0.offset }
    v = Array(v.drop { $0 < 2 })
    v = v.filter { $0 % 3 != 0 }
    return v
  }

  @Sendable private static func a10(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .handleEvents(receiveOutput: { _ in })
      .receive(on: ImmediateScheduler.shared)
      .merge(with: Empty<Int, Never>())
      .sink(receiveValue: sink)
  }

  @Sendable private static func e10(_ values: [Int]) -> [Int] {
    let v = values
    return v
  }

  @Sendable private static func a11(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .scan(0, +)
      .replaceEmpty(with: 0)
      .handleEvents(receiveOutput: { _ in })
      .flatMap { Just($0 * 2) }
      .receive(on: ImmediateScheduler.shared)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e11(_ values: [Int]) -> [Int] {
    var v = values
    v = v.sums
    v = v.isEmpty ? [0] : v
    v = v.map { $0 * 2 }
    return v
  }

  @Sendable private static func a12(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .scan(0, +)
      .handleEvents(receiveOutput: { _ in })
      .combineLatest(Just(10)) { $0 + $1 }
      .prepend(3)
      .eraseToAnyPublisher()
      .dropFirst(2)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e12(_ values: [Int]) -> [Int] {
    var v = values
    v = v.sums
    v = v.map { $0 + 10 }
    v = [3] + v
    v = Array(v.dropFirst(2))
    return v
  }

  @Sendable private static func a13(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .map { Just($0) }.switchToLatest()
      .replaceEmpty(with: 0)
      .removeDuplicates()
      .replaceEmpty(with: 0)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e13(_ values: [Int]) -> [Int] {
    var v = values
    v = v.isEmpty ? [0] : v
    v = v.withoutRepeats
    v = v.isEmpty ? [0] : v
    return v
  }

  @Sendable private static func a14(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .zip((0..<1_000).publisher) { $0 + $1 }
      .eraseToAnyPublisher()
      .flatMap { [$0, $0].publisher }
      .drop { $0 < 2 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e14(_ values: [Int]) -> [Int] {
    var v = values
    v = v.enumerated().map { $0.element + $0.offset }
    v = v.flatMap { [$0, $0] }
    v = Array(v.drop { $0 < 2 })
    return v
  }

  @Sendable private static func a15(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .receive(on: ImmediateScheduler.shared)
      .filter { $0 % 3 != 0 }
      .append(1, 2)
      .sink(receiveValue: sink)
  }

  @Sendable private static func e15(_ values: [Int]) -> [Int] {
    var v = values
    v = v.filter { $0 % 3 != 0 }
    v = v + [1, 2]
    return v
  }

  @Sendable private static func a16(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .eraseToAnyPublisher()
      .dropFirst(2)
      .dropFirst(2)
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e16(_ values: [Int]) -> [Int] {
    var v = values
    v = Array(v.dropFirst(2))
    v = Array(v.dropFirst(2))
    v = v.filter { $0 % 5 != 0 }
    return v
  }

  @Sendable private static func a17(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .merge(with: Empty<Int, Never>())
      .map { $0 + 1 }
      .handleEvents(receiveOutput: { _ in })
      .sink(receiveValue: sink)
  }

  @Sendable private static func e17(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 + 1 }
    return v
  }

  @Sendable private static func a18(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .tryMap { $0 }.catch { _ in Empty<Int, Never>() }
      .map { Just($0) }.switchToLatest()
      .share()
      .append(1, 2)
      .filter { $0 % 3 != 0 }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e18(_ values: [Int]) -> [Int] {
    var v = values
    v = v + [1, 2]
    v = v.filter { $0 % 3 != 0 }
    return v
  }

  @Sendable private static func a19(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .removeDuplicates()
      .share()
      .prepend(3)
      .flatMap { Just($0 * 2) }
      .sink(receiveValue: sink)
  }

  @Sendable private static func e19(_ values: [Int]) -> [Int] {
    var v = values
    v = v.withoutRepeats
    v = [3] + v
    v = v.map { $0 * 2 }
    return v
  }

  @Sendable private static func a20(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .compactMap { $0 % 5 == 0 ? nil : $0 }
      .zip((0..<1_000).publisher) { $0 + $1 }
      .removeDuplicates()
      .sink(receiveValue: sink)
  }

  @Sendable private static func e20(_ values: [Int]) -> [Int] {
    var v = values
    v = v.filter { $0 % 5 != 0 }
    v = v.enumerated().map { $0.element + $0.offset }
    v = v.withoutRepeats
    return v
  }

  @Sendable private static func a21(_ source: Source, _ sink: @escaping (Int) -> Void) -> AnyCancellable {
    source
      .flatMap { Just($0 * 2) }
      .combineLatest(Just(10)) { $0 + $1 }
      .handleEvents(receiveOutput: { _ in })
      .sink(receiveValue: sink)
  }

  @Sendable private static func e21(_ values: [Int]) -> [Int] {
    var v = values
    v = v.map { $0 * 2 }
    v = v.map { $0 + 10 }
    return v
  }
}
