import Streams

/// The elements of a screen, top to bottom, and what was last seen of them.
@MainActor final class Canvas {
  /// The elements.
  let elements: [any Element]
  /// Takes the lines that changed; nobody sees the canvas before there is one.
  var onChange: (([Line]) -> Void)?

  private var seen: [Line] = []

  /// A canvas that nobody has seen yet.
  init(_ elements: [any Element]) {
    self.elements = elements
  }

  /// Shows what looks different than before. A view calls it once for each change of its view model, after all its
  /// bindings, so that what belongs together is seen together.
  func display() {
    guard let onChange else { return }
    let lines = elements.map(\.line)
    let changes = zip(lines, seen).filter { $0 != $1 }.map { $0.0 }
    seen = lines
    if !changes.isEmpty { onChange(changes) }
  }

  /// The whole of what is visible. What is asked for here counts as seen.
  func show() -> [Line] {
    seen = elements.map(\.line)
    return elements.filter(\.isVisible).map(\.line)
  }
}
