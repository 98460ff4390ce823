/// The elements of a screen, top to bottom, and how each looked when it was last printed.
///
/// ```swift
/// let label = Label("total")
/// let canvas = Canvas([label])
/// canvas.onChange = { lines in print(lines.map(Style.plain.text)) }
/// label.text = "3"
/// canvas.display()  // prints ["total: 3"]
/// canvas.display()  // prints nothing: no line has changed
/// ```
@MainActor public final class Canvas {
  /// The elements, top to bottom.
  public let elements: [any Element]
  /// Receives the lines that changed. Without it, ``display()`` does nothing.
  public var onChange: (([Line]) -> Void)?

  /// Runs in place of printing when the elements may have changed. What runs calls ``printChanges()`` later.
  var onDeferral: (() -> Void)?

  private var printed: [Line] = []

  /// A canvas that has not been printed.
  public init(_ elements: [any Element]) {
    self.elements = elements
  }

  /// Prints the lines that changed. A view calls it once per change of its model, after it has set all its elements, so
  /// that related changes are printed together.
  public func display() {
    if let onDeferral { onDeferral() } else { printChanges() }
  }

  func printChanges() {
    guard let onChange else { return }
    let lines = elements.map(\.line)
    let changes = zip(lines, printed).filter { $0 != $1 }.map { $0.0 }
    printed = lines
    if !changes.isEmpty { onChange(changes) }
  }

  /// The lines of all visible elements, which count as printed.
  public func show() -> [Line] {
    printed = elements.map(\.line)
    return elements.filter(\.isVisible).map(\.line)
  }

  /// The elements of one kind, top to bottom.
  public func elements<E: Element>(of kind: E.Type) -> [E] {
    elements.compactMap { $0 as? E }
  }
}
