/// The requests that are begun and not answered.
struct InFlight {
  private var calls: [(order: Int, call: Call)?] = []
  private var free: [Int] = []
  private var orders = 0
  private(set) var count = 0

  /// Takes a call and answers its slot.
  mutating func insert(_ call: Call) -> Int {
    orders += 1
    count += 1
    if let slot = free.popLast() {
      calls[slot] = (orders, call)
      return slot
    }
    calls.append((orders, call))
    return calls.count - 1
  }

  mutating func remove(_ slot: Int) {
    calls[slot] = nil
    free.append(slot)
    count -= 1
  }

  /// All calls, in the order in which they began.
  var all: [Call] {
    calls.compactMap(\.self).sorted { $0.order < $1.order }.map(\.call)
  }

  /// The calls that came with this id. Strings are compared by what they say, numbers by how they are written.
  func calls(id: ArraySlice<UInt8>) -> [Call] {
    all.filter { Self.equal($0.id, id) }
  }

  private static func equal(_ left: ArraySlice<UInt8>?, _ right: ArraySlice<UInt8>) -> Bool {
    guard let left else { return false }
    guard left.first == 0x22, right.first == 0x22 else { return left == right }
    return stringContent(left) == stringContent(right)
  }
}
