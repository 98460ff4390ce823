public import Streams

/// A button that the user taps with `tap NAME`.
///
/// ```swift
/// let button = Button("refresh")
/// let taps = button.touchUpInsidePublisher.sink { print("tapped") }
/// try button.tap()  // prints "tapped"
/// button.isEnabled = false  // from here on, `tap` throws
/// ```
@MainActor public final class Button: Control {
  public let name: String
  /// Whether the button can be tapped.
  public var isEnabled = true
  /// Whether the button is hidden. A hidden button cannot be tapped.
  public var isHidden = false

  private var actions: [() -> Void] = []
  private let touchUpInsideSubject = PassthroughSubject<Void, Never>()

  /// A visible, enabled button.
  public init(_ name: String) {
    self.name = name
  }

  /// Publishes each tap. It never completes.
  public var touchUpInsidePublisher: AnyPublisher<Void, Never> {
    touchUpInsideSubject.eraseToAnyPublisher()
  }

  /// Adds a closure that runs at each tap, after those added before and before ``touchUpInsidePublisher`` publishes.
  public func addAction(_ action: @escaping () -> Void) {
    actions.append(action)
  }

  /// Taps the button.
  ///
  /// - Throws: a ``CommandError`` if the button is hidden or disabled; nothing is published then.
  public func tap() throws(CommandError) {
    guard !isHidden else { throw CommandError("The button \(name) is hidden.") }
    guard isEnabled else { throw CommandError("The button \(name) is disabled.") }
    for action in actions { action() }
    touchUpInsideSubject.send()
  }

  public var isVisible: Bool { !isHidden }

  public var line: Line { Line("[\(name)]").appending(condition, .secondary) }

  public var usage: String { "tap \(name)\(condition)" }

  public var example: String? { isHidden || !isEnabled ? nil : "tap \(name)" }

  private var condition: String { isHidden ? " (hidden)" : isEnabled ? "" : " (disabled)" }
}
