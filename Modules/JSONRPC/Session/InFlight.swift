import JSON

/// The requests that are begun and not answered.
struct InFlight {
  private var calls: [(order: Int, call: Call, isBarrier: Bool)?] = []
  private var free: [Int] = []
  private var orders = 0
  private(set) var count = 0
  /// Those that wait for all others.
  private var barrierCount = 0

  /// Whether only barriers are left, or nothing.
  var isIdle: Bool { count == barrierCount }

  /// Takes a call and answers its slot.
  mutating func insert(_ call: Call, isBarrier: Bool) -> Int {
    orders += 1
    count += 1
    if isBarrier { barrierCount += 1 }
    if let slot = free.popLast() {
      calls[slot] = (orders, call, isBarrier)
      return slot
    }
    calls.append((orders, call, isBarrier))
    return calls.count - 1
  }

  /// Lets go of a call; `true` if it was the last that is no barrier.
  mutating func remove(_ slot: Int) -> Bool {
    let isBarrier = calls[slot]?.isBarrier == true
    calls[slot] = nil
    free.append(slot)
    count -= 1
    if isBarrier { barrierCount -= 1 }
    return !isBarrier && isIdle
  }

  /// All calls, in the order in which they began.
  var all: [Call] {
    calls.compactMap(\.self).sorted { $0.order < $1.order }.map(\.call)
  }

  /// The calls that came with this id. Strings are compared by what they say, numbers by how they are written.
  func calls(id: JSONText) -> [Call] {
    all.filter { Self.equal($0.id, id) }
  }

  private static func equal(_ left: ArraySlice<UInt8>?, _ right: JSONText) -> Bool {
    guard let left = left.map(JSONText.init(scanned:)) else { return false }
    return (left.unescaped ?? left.bytes) == (right.unescaped ?? right.bytes) && left.kind == right.kind
  }
}
