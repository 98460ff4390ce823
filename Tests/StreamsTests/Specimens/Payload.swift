import StreamsSupport

/// A number as an object, so that the tests notice values that are released too often or not at all.
///
/// The operations of a number are counted as uses, and one of them can call back into a test: it then acts inside the closure
/// of the operator that uses the number.
final class Payload: ExpressibleByIntegerLiteral, Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
  /// The number, without counting a use.
  let number: Int
  private let counter: PayloadCounter?

  init(_ number: Int, in counter: PayloadCounter?) {
    self.number = number
    self.counter = counter
    counter?.open()
  }

  convenience init(integerLiteral number: Int) { self.init(number, in: nil) }

  convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self), in: nil)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  deinit { counter?.close() }

  /// The number.
  var value: Int {
    counter?.use()
    return number
  }

  var description: String { "\(value)" }
  /// A second property, for key paths.
  var negated: Payload { Payload(-value, in: counter) }

  func isMultiple(of other: Int) -> Bool { value.isMultiple(of: other) }

  /// The numbers from 0 up to this one's remainder.
  func remainders(by divisor: Int) -> [Payload] { (0..<value % divisor).map { Payload($0, in: counter) } }

  static func + (left: Payload, right: Payload) -> Payload { combine(left, right, +) }
  static func * (left: Payload, right: Payload) -> Payload { combine(left, right, *) }
  static func / (left: Payload, right: Payload) -> Payload { combine(left, right, /) }
  static func < (left: Payload, right: Payload) -> Bool { left.value < right.value }
  static func == (left: Payload, right: Payload) -> Bool { left.value == right.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }

  private static func combine(_ left: Payload, _ right: Payload, _ operation: (Int, Int) -> Int) -> Payload {
    Payload(operation(left.value, right.value), in: left.counter ?? right.counter)
  }
}

/// Counts the payloads of a test that are alive, and how often they are used.
final class PayloadCounter: Sendable {
  private let state = Shared(State())

  private struct State {
    var alive = 0
    var peak = 0
    var usesLeft = 0
    var action: (() -> Void)?
    var isIgnoring = false
  }

  /// How many payloads are alive.
  var alive: Int { state.withLock { $0.alive } }
  /// How many payloads were alive at a time since the last ``resetPeak()``.
  var peak: Int { state.withLock { $0.peak } }

  func resetPeak() { state.withLock { $0.peak = $0.alive } }

  /// Runs an action once, inside the n-th use of a payload from now on.
  func onUse(_ count: Int, _ action: @escaping () -> Void) {
    state.withLock { state in
      state.usesLeft = count
      state.action = action
    }
  }

  /// Runs a closure of the tests, whose uses do not count.
  func ignoringUses<Result>(_ body: () -> Result) -> Result {
    state.withLock { $0.isIgnoring = true }
    defer { state.withLock { $0.isIgnoring = false } }
    return body()
  }

  /// Releases an action that has not run.
  func removeAction() { _ = state.withLock { $0.action.take() } }

  fileprivate func open() {
    state.withLock { state in
      state.alive += 1
      state.peak = max(state.peak, state.alive)
    }
  }

  fileprivate func close() {
    state.withLock { state in
      state.alive -= 1
      precondition(state.alive >= 0, "A payload was released twice")
    }
  }

  fileprivate func use() {
    let action = state.withLock { state -> (() -> Void)? in
      guard state.action != nil, !state.isIgnoring else { return nil }
      state.usesLeft -= 1
      return state.usesLeft == 0 ? state.action.take() : nil
    }
    action?()
  }
}
