/// A queue: first in, first out, each step in constant time.
@usableFromInline package struct Deque<Element> {
  @usableFromInline package var slots: ContiguousArray<Element?> = []
  @usableFromInline package var head = 0
  @usableFromInline package var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    var tail = head &+ count
    if tail >= slots.count { tail &-= slots.count }
    slots[tail] = element
    count &+= 1
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head &+= 1
    if head == slots.count { head = 0 }
    count &-= 1
    return element
  }

  @inlinable package mutating func removeAll() {
    self = Deque()
  }

  @usableFromInline package mutating func grow() {
    var larger = ContiguousArray<Element?>()
    larger.reserveCapacity(Swift.max(8, slots.count * 2))
    for offset in 0..<count { larger.append(slots[(head + offset) % slots.count]) }
    while larger.count < Swift.max(8, count * 2) { larger.append(nil) }
    slots = larger
    head = 0
  }
}

/// A list that drops what is over each time it is about to double.
struct PrunedList<Element> {
  private(set) var elements: [Element] = []
  private var limit = 8

  mutating func append(_ element: Element, dropping isOver: (Element) -> Bool) {
    if elements.count >= limit {
      elements.removeAll(where: isOver)
      limit = max(8, elements.count * 2)
    }
    elements.append(element)
  }
}
