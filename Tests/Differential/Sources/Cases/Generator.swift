/// Numbers that follow from a seed (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Makes cases.
struct Generator {
  private var numbers: SeededNumbers
  private var made = Case()
  /// Whether the script drives no source.
  private var isGiven = false

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
  mutating func values(_ most: Int) -> [Int] { (0..<below(most + 1)).map { _ in below(10) } }

  /// Adds a source.
  ///
  /// - Parameter driven: In how many cases of three the script drives it, unless it drives none.
  mutating func source(driven: Int = 2) -> Int {
    made.sources.append(below(3) < driven && !isGiven ? drivenSource() : givenSource())
    return made.sources.count - 1
  }

  private mutating func drivenSource() -> Source {
    switch below(7) {
    case 0...3: .probe
    case 4: .passthrough
    case 5: .currentValue(below(10))
    default: .future
    }
  }

  private mutating func givenSource() -> Source {
    switch below(11) {
    case 0, 1: .just(below(10))
    case 2, 3: .sequence(values(6))
    case 4: .fail
    case 5: .empty
    case 6: .never
    case 7: .record(values(4), fails: oneIn(2))
    case 8: .optional(oneIn(2) ? nil : below(10))
    case 9: .result(oneIn(2) ? nil : below(10))
    default: .deferred
    }
  }

  /// Makes the case.
  mutating func make(from operators: [String], length limit: Int) -> Case {
    isGiven = oneIn(4)
    _ = source()
    let length = 1 + Swift.min(below(limit), below(limit))
    while made.chain.count < length {
      let next = anOperator()
      if operators.isEmpty || operators.contains(next.name) { made.chain.append(next) }
    }
    made.plan = plan()
    let driven = made.sources.indices.filter { made.sources[$0].isDriven }
    made.script = (0..<2 + below(12)).map { _ in step(driven) }
    return made
  }

  private mutating func plan() -> Plan {
    var plan = Plan()
    plan.first = demand()
    if oneIn(2) { plan.answers = (0...below(3)).map { _ in below(3) } }
    for _ in 0..<below(3) where oneIn(2) {
      plan.inside[below(4)] = somethingInside()
    }
    if oneIn(4) { plan.inside[-1] = oneIn(2) ? .attach : somethingInside() }
    // No cancel, because an operator without state hands on what its closure returns, whatever happened inside.
    if oneIn(4), case let step = somethingInside(), step != .cancel { plan.calls[below(6)] = step }
    return plan
  }

  /// A probe may not send from inside a delivery, a subject may.
  private mutating func somethingInside() -> Step {
    let subjects = made.sources.indices.filter { made.sources[$0].isSubject }
    if oneIn(3), let subject = subjects.randomElement(using: &numbers) {
      return oneIn(3) ? .finish(subject) : oneIn(4) ? .fail(subject) : .send(subject, below(10))
    }
    return oneIn(3) ? .cancel : .request(1 + below(3))
  }

  private mutating func demand() -> Int { oneIn(2) ? -1 : below(4) }

  private mutating func step(_ driven: [Int]) -> Step {
    let isTimed = made.chain.contains(where: \.isTimed)
    switch below(20) {
    case 0...10:
      guard let source = driven.randomElement(using: &numbers) else { break }
      return .send(source, below(10))
    case 11, 12:
      guard let source = driven.randomElement(using: &numbers) else { break }
      return .finish(source)
    case 13:
      guard let source = driven.randomElement(using: &numbers) else { break }
      return .fail(source)
    case 14: return oneIn(3) ? .cancel : .attach
    case 15, 16: if isTimed { return .advance(1 + below(4)) }
    default: break
    }
    if made.mayAskForNothing, oneIn(6) { return .request(0) }
    return oneIn(12) ? .request(-1) : .request(1 + below(3))
  }
}

extension Case {
  /// Makes a case from a seed.
  ///
  /// - Parameters:
  ///   - operators: The names of the operators to take; all where it is empty.
  ///   - length: How many operators there are at most.
  public init(seed: UInt64, of operators: [String] = [], length: Int) {
    var generator = Generator(seed: seed)
    self = generator.make(from: operators, length: length)
  }
}

extension Case {
  /// Whether a request for no value reaches nothing that stops the program at it, as Combine does.
  var mayAskForNothing: Bool { sources.allSatisfy(\.ignoresNothing) && chain.allSatisfy(\.ignoresNothing) }
}

extension Source {
  /// Whether the script decides what it sends.
  public var isDriven: Bool {
    switch self {
    case .probe, .passthrough, .currentValue, .future: true
    default: false
    }
  }
}

extension Source {
  /// Whether it hands what it has to all of its subscribers.
  public var isSubject: Bool {
    switch self {
    case .passthrough, .currentValue, .future: true
    default: false
    }
  }
}

extension Source {
  /// Whether a request for no value does nothing; it is a programming error otherwise.
  fileprivate var ignoresNothing: Bool {
    switch self {
    case .passthrough, .currentValue, .future, .just, .optional, .result: false
    case .probe, .sequence, .fail, .empty, .never, .record, .deferred: true
    }
  }
}

extension Operator {
  /// Whether a request for no value does nothing or is passed on; it is a programming error otherwise.
  fileprivate var ignoresNothing: Bool {
    switch self {
    case .map, .tryMap, .compactMap, .replaceNil, .scan, .tryScan, .mapError, .encode, .decode, .handleEvents, .print,
      .filter, .measureInterval, .buffer, .append, .appendValues, .prepend, .prependValues, .merge, .mergeMany, .share,
      .delay, .debounce, .throttle, .timeout, .receiveOn, .subscribeOn, .collectByTime:
      true
    default: false
    }
  }
}
