public import Streams
import Words

/// A button of each row of a ``List``, which the user taps with `tap NAME ROW`.
///
/// The number of the row stands for the row that was printed with it. Where the list has changed since then, that row is
/// meant wherever it is, and if it is no longer in the list the command fails.
///
/// ```swift
/// let books = List<Int>("books")
/// let lend = RowButton("lend", in: books)
/// let taps = lend.rowPublisher.sink { id in print("book \(id)") }
/// ```
@MainActor public final class RowButton<ID: Hashable>: Control, LocalizedElement, TitledElement {
  public let name: String
  /// The list whose rows have the button.
  public let list: List<ID>
  /// Whether the button can be tapped, unless there is a ``disabledReason``.
  public var isEnabled: Bool {
    get { condition.isEnabled }
    set { condition.isEnabled = newValue }
  }
  /// Why the button cannot be tapped in any row, in a sentence. A reason disables the button.
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
  private var actions = Actions<ID>()

  /// A visible, enabled button of the rows of a list.
  public init(_ name: String, in list: List<ID>) {
    self.name = name
    self.list = list
  }

  /// Publishes the identity of the row at each tap. It never completes.
  public var rowPublisher: AnyPublisher<ID, Never> { actions.publisher }

  /// Adds a closure that runs at each tap with the identity of the row, before ``rowPublisher`` publishes.
  ///
  /// If it throws, the command fails.
  public func addAction(_ action: @escaping (ID) throws -> Void) {
    actions.add(action)
  }

  /// Taps the button of the row that was printed with a number.
  ///
  /// - Throws: a ``CommandError`` if the button is hidden or disabled, if no row was printed with this number, or if that
  ///   row is no longer in the list; nothing is published then.
  public func tap(row number: Int) throws(CommandError) {
    try condition.check(said)
    try actions.run(list.row(number))
  }

  public var isVisible: Bool { !isHidden }

  public var line: Line { Line("[\(name) ROW]").appending(condition.text, .secondary) }

  public var usage: String { "tap \(name) ROW\(condition.text)" }

  public var example: String? { condition.canBeTapped && list.count > 0 ? "tap \(name) \(list.firstNumber)" : nil }
}

extension RowButton: Tappable {
  var canBeTapped: Bool { condition.canBeTapped }
  var rowList: (any AnyList)? { list }

  func tap(_ tap: Tap) throws(CommandError) {
    guard let number = Int(tap.text) else {
      let meant = list.printedRows.filter { $0.text.lowercased().hasPrefix(tap.text.lowercased()) }.map {
        String($0.number)
      }
      guard !tap.text.isEmpty, meant.count == 1 else {
        throw CommandError(Words.text("The button \(said) takes the number of a row: tap \(name) ROW"))
      }
      throw CommandError(
        Words.text("The button \(said) takes the number of a row. Did you mean \"tap \(name) \(meant[0])\"?"))
    }
    try self.tap(row: number)
  }
}
