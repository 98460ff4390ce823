public import Streams
import Words

/// A button of the rows of a ``List``, which the user taps with `tap NAME ROW`, or for several rows at once with
/// `tap NAME ROW…`: `tap delete 1 3 5-7`.
///
/// The number of a row stands for the row that was printed with it. Where the list has changed since then, that row is
/// meant wherever it is, and if it is no longer in the list the command fails.
///
/// ```swift
/// let books = List<Int>("books")
/// let lend = RowButton("lend", in: books)
/// let taps = lend.rowPublisher.sink { id in print("book \(id)") }
///
/// let remove = RowButton("remove", in: books, takesSeveral: true)
/// remove.addAction(forRows: { ids in print("\(ids.count) books") })
/// ```
@MainActor public final class RowButton<ID: Hashable>: Control, LocalizedElement, TitledElement {
  public let name: String
  /// The list whose rows have the button.
  public let list: List<ID>
  /// Whether one tap may be for several rows.
  public let takesSeveral: Bool
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
  private var actions = Actions<[ID]>()

  /// A visible, enabled button of the rows of a list.
  public init(_ name: String, in list: List<ID>, takesSeveral: Bool = false) {
    self.name = name
    self.list = list
    self.takesSeveral = takesSeveral
  }

  /// Publishes at each tap the identities of the rows, in the order of their numbers. It never completes.
  public var rowsPublisher: AnyPublisher<[ID], Never> { actions.publisher }

  /// Publishes at each tap the identity of the row; of several, one after the other. It never completes.
  public var rowPublisher: AnyPublisher<ID, Never> {
    rowsPublisher.flatMap { $0.publisher }.eraseToAnyPublisher()
  }

  /// Adds a closure that runs at each tap with the identities of the rows, before ``rowsPublisher`` publishes.
  ///
  /// If it throws, the command fails.
  public func addAction(forRows action: @escaping ([ID]) throws -> Void) { actions.add(action) }

  /// Adds a closure that runs at each tap with the identity of the row, as ``addAction(forRows:)`` does; of several, one after the other.
  public func addAction(_ action: @escaping (ID) throws -> Void) {
    actions.add { rows in for row in rows { try action(row) } }
  }

  /// Taps the button of the row that was printed with a number.
  ///
  /// - Throws: a ``CommandError`` as ``tap(rows:)`` does.
  public func tap(row number: Int) throws(CommandError) { try tap(rows: [number]) }

  /// Taps the button for the rows that were printed with these numbers.
  ///
  /// - Throws: a ``CommandError``, and publishes nothing, if the button is hidden or disabled, if `numbers` is empty, if no row was printed
  ///   with one of the numbers, or if that row is no longer in the list.
  public func tap(rows numbers: Set<Int>) throws(CommandError) {
    try condition.check(said)
    guard !numbers.isEmpty, takesSeveral || numbers.count == 1 else { throw usageError }
    var rows: [ID] = []
    for number in numbers.sorted() { rows.append(try list.row(number)) }
    try actions.run(rows)
  }

  private var usageError: CommandError {
    takesSeveral
      ? CommandError(Words.text("The button \(said) takes the numbers of rows: tap \(name) 1 3 5-7"))
      : CommandError(Words.text("The button \(said) takes the number of a row: tap \(name) ROW"))
  }

  public var isVisible: Bool { !isHidden }

  public var line: Line { Line("[\(name) \(place)]").appending(condition.text, .secondary) }

  public var usage: String { "tap \(name) \(place)\(condition.text)" }

  private var place: String { takesSeveral ? "ROW…" : "ROW" }

  public var example: String? { condition.canBeTapped && list.count > 0 ? "tap \(name) \(list.firstNumber)" : nil }
}

extension RowButton: Tappable {
  var canBeTapped: Bool { condition.canBeTapped }
  var rowList: (any AnyList)? { list }

  func tap(_ tap: Tap) throws(CommandError) {
    if takesSeveral { try self.tap(rows: numbers(in: tap.text)) } else { try self.tap(row: number(in: tap.text)) }
  }

  private func number(in text: String) throws(CommandError) -> Int {
    if let number = Int(text) { return number }
    let meant = list.printedRows.filter { $0.text.lowercased().hasPrefix(text.lowercased()) }.map { String($0.number) }
    guard !text.isEmpty, meant.count == 1 else { throw usageError }
    throw CommandError(
      Words.text("The button \(said) takes the number of a row. Did you mean \"tap \(name) \(meant[0])\"?"))
  }

  private func numbers(in text: String) throws(CommandError) -> Set<Int> {
    var numbers: Set<Int> = []
    for word in text.split(whereSeparator: \.isBlank) {
      let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
      // NB: a range of more numbers than the list has rows names one that there is not.
      guard let first = ends[0], let last = ends.count == 2 ? ends[1] : first, first > 0, last >= first,
        last - first <= list.count
      else { throw usageError }
      numbers.formUnion(first...last)
    }
    return numbers
  }
}
