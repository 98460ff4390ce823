public import Streams
import Words

/// A button that the user taps with `tap NAME`.
///
/// ```swift
/// let button = Button("refresh")
/// let taps = button.touchUpInsidePublisher.sink { print("tapped") }
/// try button.tap()  // prints "tapped"
/// button.disabledReason = "There is no connection."
/// try button.tap()  // throws the reason
/// ```
@MainActor public final class Button: Control, LocalizedElement, TitledElement {
  public let name: String
  /// Whether the button can be tapped, unless there is a ``disabledReason``.
  public var isEnabled: Bool {
    get { condition.isEnabled }
    set { condition.isEnabled = newValue }
  }
  /// Why the button cannot be tapped, in a sentence. A reason disables the button, whatever ``isEnabled`` is.
  public var disabledReason: String? {
    get { condition.disabledReason }
    set { condition.disabledReason = newValue }
  }
  /// Whether the button is hidden. A hidden button cannot be tapped.
  public var isHidden: Bool {
    get { condition.isHidden }
    set { condition.isHidden = newValue }
  }

  private var condition = ButtonCondition()
  var title: String?
  var words: Words {
    get { condition.words }
    set { condition.words = newValue }
  }
  private var actions = Actions<Void>()

  /// A visible, enabled button.
  public init(_ name: String) {
    self.name = name
  }

  /// Publishes each tap. It never completes.
  public var touchUpInsidePublisher: AnyPublisher<Void, Never> { actions.publisher }

  /// Adds a closure that runs at each tap, after those added before and before ``touchUpInsidePublisher`` publishes.
  ///
  /// If it throws, the command fails, and what would run after it does not. The reason of an event that is refused becomes
  /// the command's error.
  public func addAction(_ action: @escaping () throws -> Void) {
    actions.add(action)
  }

  /// Taps the button.
  ///
  /// - Throws: a ``CommandError`` if the button is hidden or disabled; nothing is published then.
  public func tap() throws(CommandError) {
    try condition.check(said)
    try actions.run(())
  }

  public var isVisible: Bool { !isHidden }

  public var line: Line { Line("[\(name)]").appending(condition.text, .secondary) }

  public var usage: String { "tap \(name)\(condition.text)" }

  public var example: String? { condition.canBeTapped ? "tap \(name)" : nil }
}

extension Button: Tappable {
  var canBeTapped: Bool { condition.canBeTapped }

  func tap(_ tap: Tap) throws(CommandError) {
    guard tap.text.isEmpty else { throw CommandError(Words.text("The button \(said) takes nothing: tap \(name)")) }
    try self.tap()
  }
}

/// Whether a button can be tapped, and why not.
struct ButtonCondition {
  var isEnabled = true
  var disabledReason: String?
  var isHidden = false
  var words = Words.english

  var canBeTapped: Bool { !isHidden && isEnabled && disabledReason == nil }

  /// The condition in words after the button's name.
  var text: String {
    if isHidden { return " " + words.text("(hidden)") }
    if let disabledReason { return " " + words.text("(disabled: \(disabledReason))") }
    return isEnabled ? "" : " " + words.text("(disabled)")
  }

  func check(_ name: String) throws(CommandError) {
    guard !isHidden else { throw CommandError(Words.text("The button \(name) is hidden.")) }
    if let disabledReason { throw CommandError(disabledReason) }
    guard isEnabled else { throw CommandError(Words.text("The button \(name) is disabled.")) }
  }
}

/// A tap as the user entered it.
struct Tap {
  /// What follows the button's name.
  var text: String
  /// The values that the user was asked for.
  var answers: [String: String] = [:]
  /// Whether it is one of a script, whose values are those of JSON in each language.
  var isScript = false
}

/// An element that `tap` addresses.
@MainActor protocol Tappable: Control {
  var canBeTapped: Bool { get }
  /// The list whose rows the button is for; `nil` if it is for none.
  var rowList: (any AnyList)? { get }
  /// The values that a user can be asked for, because the text after the button's name has none of them.
  func questions(_ text: String) throws(CommandError) -> [(name: String, label: String, isSecret: Bool)]
  /// Whether the text after the button's name has a secret.
  func holdsSecret(_ text: String) -> Bool
  func tap(_ tap: Tap) throws(CommandError)
}

extension Tappable {
  var rowList: (any AnyList)? { nil }
  func questions(_ text: String) throws(CommandError) -> [(name: String, label: String, isSecret: Bool)] { [] }
  func holdsSecret(_ text: String) -> Bool { false }
}
