import Streams
import StreamsExtras
import StreamsTesting

/// What takes stack space: stages in a row, or rounds of a function that calls itself.
struct DepthCase: Sendable, CustomStringConvertible {
  /// The rows of the table of bounds on the page "Depth".
  enum Kind: String, CaseIterable, Codable {
    case statelessStages, otherStages, rounds

    /// How many the page promises, on stacks of 512 kB and of 8 MB.
    func bounds(isDebug: Bool = _isDebugAssertConfiguration()) -> [Int] {
      switch self {
      case .statelessStages: isDebug ? [200, 3_200] : [1_000, 17_000]
      case .otherStages: isDebug ? [27, 450] : [77, 1_200]
      case .rounds: isDebug ? [35, 580] : [120, 2_100]
      }
    }
  }

  /// The sizes of stacks, in kilobytes.
  static let stackSizes = [512, 8192]

  let kind: Kind
  let description: String
  /// Plays it with a number of stages or rounds.
  ///
  /// - Returns: Whether the outcome is right.
  let run: @Sendable (Int) -> Bool

  private init(_ kind: Kind, _ description: String, run: @escaping @Sendable (Int) -> Bool) {
    self.kind = kind
    self.description = description
    self.run = run
  }

  static let all = stages + deferred + polls

  private typealias Numbers = AnyPublisher<Int, Never>

  // MARK: Stages

  /// Stages in a row, with an element after the subscription, or inside it.
  private static func chain(
    _ kind: Kind, _ name: String, add: @escaping @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>
  ) -> [DepthCase] {
    [
      DepthCase(kind, "\(name), an element after the subscription") { count in
        let subject = PassthroughSubject<Int, Never>()
        return play(count, subject.eraseToAnyPublisher(), add: add) {
          subject.send(1)
          subject.send(completion: .finished)
        }
      },
      DepthCase(kind, "\(name), an element inside the subscription") { count in
        play(count, Just(1).eraseToAnyPublisher(), add: add) {}
      },
    ]
  }

  private static func play(_ count: Int, _ origin: Numbers, add: (Numbers) -> Numbers, send: () -> Void) -> Bool {
    var chain = origin
    for _ in 0..<count { chain = add(chain) }
    var last = 0
    let cancellable = chain.sink { last = $0 }
    send()
    cancellable.cancel()
    return last == 1
  }

  private static let stages: [DepthCase] = [
    chain(.statelessStages, "map") { $0.map { $0 }.eraseToAnyPublisher() },
    chain(.statelessStages, "filter") { $0.filter { $0 > 0 }.eraseToAnyPublisher() },
    chain(.otherStages, "removeDuplicates") { $0.removeDuplicates().eraseToAnyPublisher() },
    chain(.otherStages, "collect") { $0.collect().map(\.count).eraseToAnyPublisher() },
    chain(.otherStages, "handleEvents") { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() },
    chain(.otherStages, "tryCatch") { $0.tryCatch(replacement).assertNoFailure().eraseToAnyPublisher() },
    chain(.otherStages, "retry") { $0.retry(1).eraseToAnyPublisher() },
    chain(.otherStages, "flatMap") { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
    chain(.otherStages, "switchToLatest") { $0.map { Just($0) }.switchToLatest().eraseToAnyPublisher() },
    chain(.otherStages, "merge") { $0.merge(with: Empty()).map { $0 }.eraseToAnyPublisher() },
    chain(.otherStages, "combineLatest") { $0.combineLatest(Just(0)) { $0 + $1 }.eraseToAnyPublisher() },
    chain(.otherStages, "zip") { $0.zip(Just(0)) { $0 + $1 }.eraseToAnyPublisher() },
    chain(.otherStages, "share") { $0.share().eraseToAnyPublisher() },
    chain(.otherStages, "buffer") {
      $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    chain(.otherStages, "receive(on:)") { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
    chain(.otherStages, "delay") { $0.delay(for: 0, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() },
  ].flatMap { $0 }

  // MARK: Deferred, Future, catch

  private struct Failed: Error {}

  /// A future that is fulfilled from outside.
  private final class Open {
    let future: Future<Int, Never>
    private let promise: Future<Int, Never>.Promise
    var cancellable: AnyCancellable?

    init() {
      var promise: Future<Int, Never>.Promise?
      future = Future { promise = $0 }
      self.promise = promise!
    }

    func fulfil(_ value: Int) { promise(.success(value)) }
  }

  private static func value(of publisher: some Publisher<Int, some Error>) -> Int? {
    var last: Int?
    publisher.sink(receiveCompletion: { _ in }, receiveValue: { last = $0 }).cancel()
    return last
  }

  private static let deferred: [DepthCase] = [
    DepthCase(.otherStages, "Deferred in Deferred") { count in
      func deferred(_ left: Int) -> Numbers {
        left == 0 ? Just(1).eraseToAnyPublisher() : Deferred { deferred(left - 1) }.eraseToAnyPublisher()
      }
      return value(of: deferred(count)) == 1
    },
    DepthCase(.rounds, "futures that are fulfilled already, each in the flatMap of the one before") { count in
      func future(_ left: Int) -> Numbers {
        Future<Int, Never> { $0(.success(left)) }
          .flatMap { left in left == 0 ? Just(1).eraseToAnyPublisher() : future(left - 1) }
          .eraseToAnyPublisher()
      }
      return value(of: future(count)) == 1
    },
    DepthCase(.otherStages, "futures, each fulfilled by the subscriber of the one before") { count in
      let futures = (0...count).map { _ in Open() }
      for (number, open) in futures.dropLast().enumerated() {
        let next = futures[number + 1]
        open.cancellable = open.future.sink { [unowned next] in next.fulfil($0) }
      }
      futures[0].fulfil(1)
      return value(of: futures[count].future) == 1
    },
    DepthCase(.rounds, "a tryCatch whose replacement catches its own failure") { count in
      func attempt(_ left: Int) -> AnyPublisher<Int, any Error> {
        guard left > 0 else { return Just(1).setFailureType(to: (any Error).self).eraseToAnyPublisher() }
        return Fail<Int, any Error>(error: Failed()).tryCatch { _ in attempt(left - 1) }.eraseToAnyPublisher()
      }
      return value(of: attempt(count)) == 1
    },
    DepthCase(.rounds, "a catch whose replacement catches its own failure") { count in
      func attempt(_ left: Int) -> AnyPublisher<Int, any Error> {
        guard left > 0 else { return Just(1).setFailureType(to: (any Error).self).eraseToAnyPublisher() }
        return Fail<Int, any Error>(error: Failed()).catch { _ in attempt(left - 1) }.eraseToAnyPublisher()
      }
      return value(of: attempt(count)) == 1
    },
  ]

  // MARK: Functions that call themselves

  /// A poll with a round each second. The closure gets the timer of a round, and makes the rounds that follow.
  private static func poll(
    _ name: String,
    _ make:
      @escaping @Sendable (AnyPublisher<Int, Never>, @escaping (Int) -> AnyPublisher<Int, Never>)
      -> AnyPublisher<Int, Never>
  ) -> DepthCase {
    DepthCase(.rounds, name) { count in
      let scheduler = TestScheduler()
      func round(_ number: Int) -> Numbers {
        guard number < count else { return Just(number).eraseToAnyPublisher() }
        return make(Just(number).delay(for: 1, scheduler: scheduler).eraseToAnyPublisher()) { round($0 + 1) }
      }
      var last = -1
      let cancellable = round(0).sink { last = $0 }
      scheduler.run()
      cancellable.cancel()
      return last == count
    }
  }

  private static let polls: [DepthCase] = [
    poll("flatMap { poll() }.map") { later, poll in later.flatMap { poll($0) }.map { $0 }.eraseToAnyPublisher() },
    poll("flatMap { Deferred { poll() } }.map") { later, poll in
      later.flatMap { number in Deferred { poll(number) } }.map { $0 }.eraseToAnyPublisher()
    },
    poll("flatMap(maxPublishers:)") { later, poll in
      later.flatMap(maxPublishers: .max(1)) { poll($0) }.eraseToAnyPublisher()
    },
    poll("concatMap") { later, poll in later.concatMap { poll($0) }.eraseToAnyPublisher() },
    poll("map { poll() }.switchToLatest().map") { later, poll in
      later.map { poll($0) }.switchToLatest().map { $0 }.eraseToAnyPublisher()
    },
    poll("flatMap { poll() }.catch") { later, poll in
      later.flatMap { poll($0) }.setFailureType(to: Failed.self).catch { _ in Just(0) }.eraseToAnyPublisher()
    },
    poll("flatMap { poll() }.tryCatch") { later, poll in
      later.flatMap { poll($0) }.tryCatch(replacement).assertNoFailure().eraseToAnyPublisher()
    },
    poll("flatMap { poll() }.prefix") { later, poll in
      later.flatMap { poll($0) }.prefix(5).eraseToAnyPublisher()
    },
    poll("flatMap and switchToLatest in turn") { later, poll in
      later.flatMap { number in Just(number).map { poll($0) }.switchToLatest() }.eraseToAnyPublisher()
    },
    DepthCase(.rounds, "map { poll() }.switchToLatest(), without a scheduler") { count in
      func poll(_ number: Int) -> Numbers {
        guard number < count else { return [number].publisher.eraseToAnyPublisher() }
        return Just(number).map { poll($0 + 1) }.switchToLatest().eraseToAnyPublisher()
      }
      return value(of: poll(0)) == count
    },
  ]
}

/// A publisher in place of an error. A closure that takes a `Never` would get a warning.
private func replacement<Failure: Error>(_ error: Failure) -> Just<Int> { Just(0) }
