import Screens
import Words

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
  /// The labels for people, by the names of elements. At a prompt, an element without one has its name in words:
  /// "Due date" for `dueDate`. In a pipe, elements have their names. Commands take both: `type "Due date" 2026-11-22`.
  public let labels: [String: String]
  /// The headings of groups, by the names of elements. Those of one group follow each other, and at a prompt its heading stands above them.
  public let sections: [String: String]
  /// Receives the lines that changed. Without it, ``display()`` does nothing.
  public var onChange: (([Line]) -> Void)?

  /// The texts of the elements, in the language of the app.
  var words = Words.english {
    didSet {
      for case let element as any LocalizedElement in elements { element.words = words }
      sayTitles()
      onLanguage?()
    }
  }
  /// Whether errors call the elements by their labels, as the card of a prompt does.
  var saysLabels = false { didSet { sayTitles() } }

  private func sayTitles() {
    for case let element as any TitledElement in elements {
      let label = label(of: element)
      element.title = saysLabels && label.lowercased() != element.name.asLabel.lowercased() ? label : nil
    }
  }

  /// Runs when the elements must get other texts, because the language is another one.
  var onLanguage: (() -> Void)?

  /// Runs in place of printing when the elements may have changed. What runs calls ``printChanges()`` later.
  var onDeferral: (() -> Void)?

  private var printed: [[Line]] = []
  /// Whether a changed row needs the name of its list.
  private let hasSeveralLists: Bool

  /// A canvas that has not been printed.
  ///
  /// - Parameters:
  ///   - elements: the elements, top to bottom.
  ///   - labels: the labels for people, by the names of elements.
  ///   - sections: the headings of groups, by the names of elements.
  public init(_ elements: [any Element], labels: [String: String] = [:], sections: [String: String] = [:]) {
    self.elements = elements
    self.labels = labels
    self.sections = sections
    hasSeveralLists = elements.count { $0 is any AnyList } > 1
  }

  /// Prints the lines that changed. A view calls it once per change of its model, after it has set all its elements, so
  /// that related changes are printed together.
  public func display() {
    if let onDeferral { onDeferral() } else { printChanges() }
  }

  func printChanges() {
    guard let onChange else { return }
    let lines = elements.map(\.lines)
    var changes: [Line] = []
    for (element, (new, old)) in zip(elements, zip(lines, printed)) where new != old {
      changes += self.changes(of: element, new, old)
      (element as? any AnyList)?.wasPrinted()
    }
    printed = lines
    if !changes.isEmpty { onChange(changes) }
  }

  /// Prints what is read on the screen and has changed, in the words of the card: no controls, and not whether the screen is busy.
  func printChangedFacts() {
    guard let onChange else { return }
    let lines = elements.map(\.lines)
    let changed = zip(elements, zip(lines, printed)).filter { element, lines in
      lines.0 != lines.1 && element.isVisible && !(element is any Control) && !(element is ActivityIndicator)
    }
    printed = lines
    let facts = changed.flatMap { labelledLines(of: $0.0, fitting: nil) }
    if !facts.isEmpty { onChange(facts) }
  }

  /// The lines of an element that changed. The first line says where the others belong, unless that is clear.
  private func changes(of element: any Element, _ new: [Line], _ old: [Line]) -> [Line] {
    let changed = new.indices.filter { $0 >= old.count || new[$0] != old[$0] }
    let isClear = element is any AnyList && !hasSeveralLists
    let first = changed.first == 0 || isClear && !changed.isEmpty ? [] : new.prefix(1)
    return first + changed.map { new[$0] }
  }

  /// The lines of all visible elements, which count as printed.
  public func show() -> [Line] {
    printed = elements.map(\.lines)
    let visible = elements.indices.filter { elements[$0].isVisible }
    for index in visible { (elements[index] as? any AnyList)?.wasPrinted() }
    return visible.flatMap { printed[$0] }
  }

  /// The lines of all visible elements for a person at a prompt, which count as printed. Lists have the room that the other
  /// elements leave.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - rows: how many lines there is room for.
  func card(columns: Int, rows: Int) -> [Line] {
    let lists = elements.filter(\.isVisible).compactMap { $0 as? any AnyList }
    if !lists.isEmpty {
      let others = labelledLines(fitting: columns) { !($0 is any AnyList) }.flatMap { $0.wrapped(to: columns) }.count
      var room = rows - others - lists.reduce(0) { $0 + $1.headingCount }
      // Short lists leave their room to the others.
      for (index, list) in lists.sorted(by: { $0.count < $1.count }).enumerated() {
        let share = max(Self.fewestRows, room / (lists.count - index))
        list.fit(to: share)
        room -= min(share, list.count)
      }
    }
    _ = show()
    return labelledLines(fitting: columns)
  }

  /// How many rows of a list are shown at least.
  private static let fewestRows = 3

  /// The lines of all visible elements for a person at a prompt, with rows of text.
  var labelledLines: [Line] { labelledLines(fitting: nil) }

  /// The lines of all visible elements for a person at a prompt.
  ///
  /// - Parameters:
  ///   - columns: the width in which lists are tables, in cells of a terminal; `nil` for rows of text.
  ///   - isIncluded: which elements are meant.
  func labelledLines(
    fitting columns: Int?, where isIncluded: (any Element) -> Bool = { _ in true }
  ) -> [Line] {
    var section: String?
    return elements.filter { $0.isVisible && isIncluded($0) && !isInNoShownRow($0) }.flatMap { element -> [Line] in
      let heading = sections[element.name]
      defer { section = heading }
      let lines = labelledLines(of: element, fitting: columns)
      return (heading == section ? [] : heading.map { [Line(said($0), .heading)] } ?? []) + lines
    }
  }

  /// Whether an element is a button of rows that none of the rows has which are shown.
  private func isInNoShownRow(_ element: any Element) -> Bool {
    (element as? any Tappable)?.rowList?.hidesInShownRows(element.name) == true
  }

  private func labelledLines(of element: any Element, fitting columns: Int?) -> [Line] {
    if let activity = element as? ActivityIndicator { return [activity.cardLine] }
    let list = element as? any AnyList
    var lines =
      columns.flatMap { list?.lines(fitting: $0) } ?? (element as? any CardElement)?.cardLines ?? element.lines
    // A button keeps its name, which is what is typed, unless it has a label of its own, or one in the language.
    let name = element.name.asLabel
    let label =
      element is any Tappable
      ? labels[element.name].map(said) ?? (said(name) == name ? nil : said(name)) : self.label(of: element)
    if let first = lines.first, let label { lines[0] = first.relabelled(element.name, label) }
    if hasSeveralLists, let rows = (element as? any Tappable)?.rowList, !lines.isEmpty {
      lines[0] = lines[0].appending(" " + words.text("in \(self.label(of: rows))"), .secondary)
    }
    if let choice = element as? any AnyChoiceField, !lines.isEmpty {
      lines[0] = lines[0].appending(choice.optionsText, .secondary)
    }
    return lines
  }

  func label(of element: any Element) -> String { said(labels[element.name] ?? element.name.asLabel) }

  /// A text of the description in the language of the app.
  func said(_ text: String) -> String { words.string(LocalizedText(english: text)) }

  /// The element that a word stands for: by its name, or by its label if no name fits. A whole name or label comes first.
  ///
  /// - Parameters:
  ///   - kind: what the elements are, in one word.
  ///   - isIncluded: whether an element can be meant.
  /// - Throws: a ``CommandError`` if the word stands for no element, or for several.
  func element(
    _ word: String, kind: LocalizedText, where isIncluded: (any Element) -> Bool
  ) throws(CommandError) -> any Element {
    let candidates = elements.filter(isIncluded)
    let visible = candidates.filter(\.isVisible)
    // A hidden one is meant where no other is: the command then says that it is hidden.
    for some in [visible, candidates] { if let element = whole(word, in: some) { return element } }
    let same = visible.filter { label(of: $0).lowercased() == word.lowercased() }
    if same.count > 1 {
      throw CommandError(
        Words.text("Several have this label. Take one of the names: \(same.map(\.name).joined(separator: ", "))."))
    }
    for some in [visible, candidates] {
      let matches = NameMatcher(kind: kind, names: some.map(\.name)).matches(word)
      let labelled = some.filter { label(of: $0).lowercased().hasPrefix(word.lowercased()) }
      if matches.isEmpty, labelled.count == 1 { return labelled[0] }
      if matches.count == 1, let element = some.first(where: { $0.name == matches[0] }) { return element }
      if !matches.isEmpty { break }
    }
    let labels = visible.map { ($0.name, label(of: $0)) }.filter { name, label in
      label.lowercased() != name.asLabel.lowercased()
    }
    _ = try NameMatcher(kind: kind, names: visible.map(\.name), labels: Dictionary(labels) { first, _ in first })
      .match(word)
    throw CommandError(Words.text("There is no such \(kind)."))
  }

  /// The element whose whole name, or whose label alone, is a word.
  private func whole(_ word: String, in candidates: [any Element]) -> (any Element)? {
    let word = word.lowercased()
    if let element = candidates.first(where: { $0.name.lowercased() == word }) { return element }
    let labelled = candidates.filter { label(of: $0).lowercased() == word }
    return labelled.count == 1 ? labelled[0] : nil
  }

  /// The label that a text begins with, of an element that can be meant, and what follows it; `nil` if it begins with a name.
  func leadingLabel(
    of text: String, where isIncluded: (any Element) -> Bool
  ) -> (element: any Element, rest: String)? {
    let candidates = elements.filter { $0.isVisible && isIncluded($0) }
    let word = text.prefix { !$0.isBlank }.lowercased()
    guard !candidates.contains(where: { $0.name.lowercased() == word }) else { return nil }
    let found = candidates.compactMap { element -> (element: any Element, rest: String)? in
      let label = label(of: element)
      guard label.contains(where: \.isBlank), text.lowercased().hasPrefix(label.lowercased()) else { return nil }
      let rest = text.dropFirst(label.count)
      return rest.first?.isBlank == false ? nil : (element, String(rest.drop(while: \.isBlank)))
    }
    return found.min { $0.rest.count < $1.rest.count }
  }

  /// The lines of one element, which count as printed.
  func show(_ element: any Element) -> [Line] {
    let lines = element.lines
    if let index = elements.firstIndex(where: { $0 === element }), index < printed.count { printed[index] = lines }
    (element as? any AnyList)?.wasPrinted()
    return lines
  }

  /// The elements of one kind, top to bottom.
  public func elements<E: Element>(of kind: E.Type) -> [E] {
    elements.compactMap { $0 as? E }
  }
}
