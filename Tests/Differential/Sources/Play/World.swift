import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

typealias Values = AnyPublisher<Int, Failed>

/// What one play of a case happens in.
final class World {
  private(set) var history = History()
  let clock = VirtualScheduler()

  /// What happens inside a closure, by the number of the call.
  var onCall: (Int) -> Void = { _ in }
  private var calls = 0

  /// Notes that a closure was called.
  func call(_ site: Site, _ value: Int) {
    note(site, .call(value))
    calls += 1
    onCall(calls - 1)
  }

  func begin(_ step: Int) { history.step = step }

  func note(_ site: Site, _ mark: Mark, by number: Int = 0) { history.note(site, mark, by: number) }
}

extension Subscribers.Demand {
  /// A demand as a number: below zero all.
  var number: Int { max ?? -1 }
  static func number(_ count: Int) -> Subscribers.Demand { count < 0 ? .unlimited : .max(count) }
}

/// What a subscription still owes, and what it must not do.
struct Ledger {
  private(set) var outstanding = Subscribers.Demand.none
  private(set) var isOver = false
  private(set) var isDelivering = false

  mutating func add(_ demand: Subscribers.Demand) { outstanding += demand }
  mutating func close() { isOver = true }
  mutating func leave() { isDelivering = false }

  /// Books a value; what is wrong with it is returned.
  mutating func take() -> String? {
    defer {
      outstanding -= 1
      isDelivering = true
    }
    if isOver { return Mark.valueAfterTheEnd }
    if outstanding == .none { return "a value that nobody asked for" }
    return isDelivering ? "a value inside another" : nil
  }

  /// Books the end; what is wrong with it is returned.
  mutating func end() -> String? {
    defer { isOver = true }
    return isOver ? "an end after the end" : nil
  }
}
