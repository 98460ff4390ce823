/// Elements in the ascending order of a number that each has. One is found, added and removed without a look at each.
struct OrderedList<Element>: Sequence {
  private(set) var elements: [Element] = []
  private let number: @Sendable (Element) -> Int

  /// An empty list.
  ///
  /// - Parameter number: The number of an element, which does not change.
  init(by number: @escaping @Sendable (Element) -> Int) { self.number = number }

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }

  func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  /// The element with a number.
  func numbered(_ number: Int) -> Element? {
    let index = index(of: number)
    return holds(number, at: index) ? elements[index] : nil
  }

  func contains(_ number: Int) -> Bool { holds(number, at: index(of: number)) }

  /// Adds an element, unless there is one with its number.
  mutating func insert(_ element: Element) {
    let index = index(of: number(element))
    if !holds(number(element), at: index) { elements.insert(element, at: index) }
  }

  /// Removes the element with a number.
  ///
  /// - Returns: The element, if it was there.
  @discardableResult mutating func remove(_ number: Int) -> Element? {
    let index = index(of: number)
    return holds(number, at: index) ? elements.remove(at: index) : nil
  }

  mutating func removeAll() { elements = [] }

  /// How many elements have a lower number.
  func index(of number: Int) -> Int {
    var (low, high) = (0, elements.count)
    // Most often it is the newest one.
    if let last = elements.last, self.number(last) < number { return high }
    while low < high {
      let middle = (low + high) / 2
      if self.number(elements[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func holds(_ number: Int, at index: Int) -> Bool {
    index < elements.count && self.number(elements[index]) == number
  }
}

extension OrderedList: Sendable where Element: Sendable {}
