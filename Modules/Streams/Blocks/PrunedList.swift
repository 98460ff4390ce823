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
