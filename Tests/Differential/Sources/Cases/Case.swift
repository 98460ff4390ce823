/// Everything that one comparison is made of; made from a seed, played once per library.
public struct Case: Equatable, Sendable {
  /// What values come from. The first is the head of the chain; operators name the others by their index.
  public var sources: [Source] = []
  /// What stands between the head and the subscriber, from upstream to downstream.
  public var chain: [Operator] = []
  /// What the subscriber asks for, and when.
  public var plan = Plan()
  /// What happens after the subscription, one step after the other.
  public var script: [Step] = []

  public init() {}
}

/// A publisher that values come from.
public enum Source: Equatable, Sendable {
  /// Driven by the script; sends what has been asked for, and may be subscribed again after its end.
  case probe
  case passthrough
  case currentValue(Int)
  case just(Int)
  case sequence([Int])
  case fail
  case empty
  /// Never sends anything.
  case never
  case record([Int], fails: Bool)
  /// Fulfilled by the script.
  case future
  case optional(Int?)
  case result(Int?)
  /// The sequence of the numbers 0, 1 and so on, one more each time it is subscribed, and then a failure.
  case deferred
}

/// What a subscriber does. A demand below zero is unlimited.
public struct Plan: Equatable, Sendable {
  /// What is asked for when the subscription comes; nothing at all for 0.
  public var first = -1
  /// What is returned for the first value, the second and so on, and for the first again.
  public var answers: [Int] = [0]
  /// What is done inside the delivery of the value of that number, or of the end: -1.
  public var inside: [Int: Step] = [:]
  /// What is done inside the call of that number of an operator's closure.
  public var calls: [Int: Step] = [:]

  public init() {}
}

/// Something that happens.
public enum Step: Equatable, Sendable {
  /// A source that the script drives sends a value.
  case send(Int, Int)
  case finish(Int)
  case fail(Int)
  /// The subscriber asks for more; below zero for everything, and for 0 where that is allowed.
  case request(Int)
  case cancel
  /// Time passes.
  case advance(Int)
  /// Another subscriber comes, with the same plan but nothing that happens inside.
  case attach
}

extension Step {
  public var isRequest: Bool { if case .request = self { true } else { false } }
}

/// What every failure of a case is.
public struct Failed: Error, Equatable, CustomStringConvertible {
  public let code: Int
  public init(_ code: Int) { self.code = code }
  public var description: String { "Failed(\(code))" }
}
