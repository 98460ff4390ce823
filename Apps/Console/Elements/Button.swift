import Streams

/// Something to tap.
@MainActor final class Button: Element {
  let name: String
  /// Whether it can be tapped.
  var isEnabled = true
  /// Whether it is kept from the screen.
  var isHidden = false

  private var actions: [() -> Void] = []
  private lazy var touchUpInsideSubject: PassthroughSubject<Void, Never> = {
    let subject = PassthroughSubject<Void, Never>()
    addAction { subject.send() }
    return subject
  }()

  /// A button that can be tapped.
  init(_ name: String) {
    self.name = name
  }

  /// Publishes each tap (seed 000).
  var touchUpInsidePublisher: AnyPublisher<Void, Never> {
    touchUpInsideSubject.eraseToAnyPublisher()
  }

  /// Runs at each tap, after the actions that were added before.
  func addAction(_ action: @escaping () -> Void) {
    actions.append(action)
  }

  /// The user taps.
  ///
  /// - Throws: a `CommandError` if that cannot be; nothing happened then.
  func tap() throws(CommandError) {
    guard !isHidden else { throw CommandError("The button \(name) is hidden.") }
    guard isEnabled else { throw CommandError("The button \(name) is disabled.") }
    for action in actions { action() }
  }

  var isVisible: Bool { !isHidden }

  var line: Line {
    var line = Line("[\(name)]")
    if isHidden {
      line.append(" (hidden)", .aside)
    } else if !isEnabled {
      line.append(" (disabled)", .aside)
    }
    return line
  }
}
