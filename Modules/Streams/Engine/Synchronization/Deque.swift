/// A first-in, first-out queue with constant-time operations.
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

  @inlinable package mutating func prepend(_ element: Element) {
    if count == slots.count { grow() }
    head = head == 0 ? slots.count &- 1 : head &- 1
    slots[head] = element
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

  @inlinable package mutating func removeAll() { self = Deque() }

  /// Takes out all elements, for a caller that releases them later.
  @inlinable package mutating func takeAll() -> Deque {
    let all = self
    self = Deque()
    return all
  }

  @inlinable package mutating func grow() {
    slots = ContiguousArray(slots[head...] + slots[..<head])
    slots.append(contentsOf: repeatElement(nil, count: Swift.max(8, count)))
    head = 0
  }
}

extension Array {
  /// Appends an element, and removes obsolete ones first each time the array would grow.
  @inlinable package mutating func append(_ element: Element, removing isObsolete: (Element) -> Bool) {
    if count == capacity { removeAll(where: isObsolete) }
    if count * 2 > capacity { reserveCapacity(Swift.max(8, count * 2)) }
    append(element)
  }
}
