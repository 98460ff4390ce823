public import Streams
import Words

/// A button for several rows of a ``List``, which the user taps with `tap NAME ROW…`: `tap delete 1 3 5-7`.
///
/// Each number stands for the row that was printed with it, as with a ``RowButton``.
///
/// ```swift
/// let books = List<Int>("books")
/// let remove = RowsButton("remove", in: books)
/// let taps = remove.rowsPublisher.sink { ids in print("\(ids.count) books") }
/// ```
@MainActor public final class RowsButton<ID: Hashable>: Control, LocalizedElement, TitledElement {
  public let name: String
  /// The list whose rows the button is for.
  public let list: List<ID>
  /// Why the button cannot be tapped, in a sentence. A reason disables the button.
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
  private var actions = Actions<[ID]>()

  /// A visible, enabled button for rows of a list.
  public init(_ name: String, in list: List<ID>) {
    self.name = name
    self.list = list
  }

  /// Publishes the identities of the rows at each tap, in the order of their numbers. It never completes.
  public var rowsPublisher: AnyPublisher<[ID], Never> { actions.publisher }

  /// Adds a closure that runs at each tap with the identities of the rows, before ``rowsPublisher`` publishes.
  ///
  /// If it throws, the command fails.
  public func addAction(_ action: @escaping ([ID]) throws -> Void) { actions.add(action) }

  /// Taps the button for the rows that were printed with these numbers.
  ///
  /// - Throws: a ``CommandError`` if the button is hidden or disabled, if there is no number, or if a row was not printed with its
  ///   number, or is no longer in the list; nothing is published then.
  public func tap(rows numbers: Set<Int>) throws(CommandError) {
    try condition.check(said)
    guard !numbers.isEmpty else { throw usageError }
    var rows: [ID] = []
    for number in numbers.sorted() { rows.append(try list.row(number)) }
    try actions.run(rows)
  }

  private var usageError: CommandError {
    CommandError(Words.text("The button \(said) takes the numbers of rows: tap \(name) 1 3 5-7"))
  }

  public var isVisible: Bool { !isHidden }

  public var line: Line { Line("[\(name) ROW…]").appending(condition.text, .secondary) }

  public var usage: String { "tap \(name) ROW…\(condition.text)" }

  public var example: String? { condition.canBeTapped && list.count > 0 ? "tap \(name) \(list.firstNumber)" : nil }
}

extension RowsButton: Tappable {
  var canBeTapped: Bool { condition.canBeTapped }
  var rowList: (any AnyList)? { list }

  func tap(_ tap: Tap) throws(CommandError) {
    var numbers: Set<Int> = []
    for word in tap.text.split(whereSeparator: \.isBlank) {
      let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
      // NB: a range of more numbers than the list has rows names one that there is not.
      guard let first = ends[0], let last = ends.count == 2 ? ends[1] : first, first > 0, last >= first,
        last - first <= list.count
      else { throw usageError }
      numbers.formUnion(first...last)
    }
    try self.tap(rows: numbers)
  }
}
