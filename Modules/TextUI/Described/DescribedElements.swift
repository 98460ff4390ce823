import Foundation
import Screens
import Words

/// Makes the elements of a ``DescribedView``.
@MainActor struct DescribedElements {
  /// What is read, top to bottom.
  private(set) var information: [any Element] = []
  /// What is changed, top to bottom.
  private(set) var controls: [any Element] = []
  /// The labels of the description, by the names of elements.
  private(set) var labels: [String: String] = [:]
  /// The headings of the description's groups, by the names of elements.
  private(set) var sections: [String: String] = [:]
  /// What sets each element from a state, in a language.
  private(set) var updaters: [(any ScreenState, Words) -> Void] = []

  private let fields: [StateField]
  private let events: [DescribedEvent]
  private let optionalParts: [(name: String, field: StateField)]
  private let clock: DateClock
  private let send: ([UInt8]) throws -> Void
  /// Whether the screen has appeared, or does nothing as it appears: what it loads is on its way by then.
  private let hasAppeared: () -> Bool
  private var lists: [String: List<RowIdentity>] = [:]

  init(
    _ fields: [StateField], _ events: Shape?, clock: DateClock, hasAppeared: @escaping () -> Bool,
    send: @escaping ([UInt8]) throws -> Void
  ) {
    let awaitsAppearance = events?.events.contains(where: \.isAppearance) == true
    self.hasAppeared = { !awaitsAppearance || hasAppeared() }
    self.fields = StateField.expanding(fields, events?.events ?? [])
    optionalParts = StateField.optionalParts(fields, events?.events ?? [])
    self.clock = clock
    self.send = send
    self.events = (events?.flatEvents ?? []).filter { !$0.event.isAppearance }.map(DescribedEvent.init)
  }

  /// Whether work goes on in a state, by its fields that say so.
  func isActive(_ state: any ScreenState) -> Bool {
    fields.contains { $0.member.role == .activity && $0.json(state).bool == true }
  }

  mutating func build() {
    for field in fields {
      for name in [field.name, field.name.asWords] {
        labels[name] = field.member.label
        sections[name] = field.member.section
      }
    }
    for event in events { labels[event.controlName] = event.shape.label ?? labels[event.controlName] }
    let edited = Set(events.filter(\.isEdit).compactMap(\.field))
    // What says how something else is shown is not shown itself.
    let choices = Set(events.filter(\.shape.isChoice).map(\.shape.rows))
      .subtracting(events.filter { !$0.shape.isChoice }.map(\.shape.rows))
    let hidden = choices.union(
      events.flatMap { [$0.shape.disabledReason, $0.shape.hidden] } + fields.map(\.member.tone))
    for field in fields
    where !edited.contains(field.name) && !hidden.contains(field.name) && field.member.isForPeople
      && field.name != "isBusy" && field.member.role != .activity
    {
      addInformation(field)
    }
    for event in events { addControl(event) }
  }

  // MARK: - What is read

  private mutating func addInformation(_ field: StateField) {
    let clock = clock
    let form = ValueText(field.member, clock: clock)
    switch form.shape {
    case .rows(let row, let identity):
      let list = List<RowIdentity>(field.name, emptyText: field.member.list?.emptyText)
      list.isAnchoredAtEnd = field.member.list?.edge == .end
      lists[field.name] = list
      information.append(list)
      let conditions = events.filter { $0.shape.rows == field.name }.map { event in
        (button: event.controlName, reason: event.shape.rowDisabledReason, hidden: event.shape.rowHidden)
      }
      let form = RowText(row, identity, conditions, clock, section: field.member.list?.section)
      let described = field.member.list?.columns ?? []
      list.described.columns = form.columns(described: described)
      let talk = TalkText(field.member.list, form, identity, clock)
      updaters.append(
        Self.rowUpdater(field, form, identity, list, described, talk) { [fields, hasAppeared] state in
          (isBusy: state.isBusy || !hasAppeared(), hasFailed: Self.hasFailed(state, fields))
        })
    case .list(let element):
      let label = Label(field.name.asWords)
      information.append(label)
      let item = ValueText(element, clock: clock)
      updaters.append { state, words in
        let rows = field.rows(state)
        label.text = rows.map { Self.text(of: $0, item, words) }
        label.localText = rows.map { Self.text(of: $0, item, words, in: words.locale) }
      }
    case .record where field.member.shape.unwrapped == Series.shape:
      let chart = Chart(field.name.asWords)
      information.append(chart)
      updaters.append { state, _ in chart.series = Series(field.json(state)) }
    case .record where field.member.shape.unwrapped == Picture.shape:
      let label = Label(field.name.asWords)
      information.append(label)
      updaters.append { state, words in
        label.text = Picture(field.json(state)).map { words.text("[image: \($0.words)]") }
      }
    case .text(_, _, _, .markdown):
      let label = RichTextLabel(field.name.asWords)
      information.append(label)
      updaters.append { state, _ in label.text = RichText(field.json(state)) }
    case .record(let record):
      let value = NestedValue(field.name.asWords)
      information.append(value)
      updaters.append { state, words in
        let json = field.json(state)
        value.members = json.isNull ? nil : Self.members(json, record, depth: 1, clock, words)
      }
    default: addText(field, form)
    }
  }

  /// Adds a value in a line, as its role asks for.
  private mutating func addText(_ field: StateField, _ form: ValueText) {
    guard field.member.role != .progress else {
      let bar = ProgressBar(field.name.asWords)
      information.append(bar)
      return updaters.append { state, _ in bar.part = roleNumber(field.json(state)) }
    }
    let label = Label(field.name.asWords, role: field.member.role?.lineRole ?? .content)
    let role = field.member.role
    let tone = fields.first { $0.name == field.member.tone }
    let tones = field.member.tones
    label.isVisibleWhenEmpty = field.member.isShownWhenEmpty
    label.showsLines = role == .longText || role == .code
    information.append(label)
    updaters.append { state, words in
      let json = field.json(state)
      label.text = form.text(json, words)
      // A text with lines has the same ones above a prompt.
      label.localText = label.showsLines ? nil : form.text(json, words, in: words.locale)
      if role == .badge, json.integer() == 0 { label.text = nil }
      if let tone {
        let word = tone.json(state).string ?? ""
        label.role = tones[word] == .negative || tones.isEmpty && word == Tone.negative.rawValue ? .failure : .content
      }
    }
  }

  /// The first elements of a list without identities, in a line.
  private static func text(
    of rows: any StateRows, _ item: ValueText, _ words: Words, in locale: Locale? = nil
  ) -> String {
    let texts = (0..<min(rows.count, ValueText.longestList)).map { index in
      item.text(JSONText(scanned: rows.json(index)[...]), words, in: locale) ?? words.text("(none)")
    }
    return texts.joined(separator: ", ")
      + (rows.count > texts.count ? ", " + words.text("… (\(count: rows.count) in all)") : "")
  }

  /// The members of a record, and those of the records in it.
  private static func members(
    _ json: JSONText, _ record: Shape.Record, depth: Int, _ clock: DateClock, _ words: Words
  ) -> [NestedValue.Member] {
    record.members.flatMap { member -> [NestedValue.Member] in
      guard let value = json[member.name], member.isForPeople else { return [] }
      let label = words.string(LocalizedText(english: member.label ?? member.name.asLabel))
      var nested = NestedValue.Member(depth: depth, name: member.name.asWords, label: label)
      let form = ValueText(member, clock: clock)
      if case .record(let inner) = form.shape, form.shape != Picture.shape, !value.isNull {
        return [nested] + members(value, inner, depth: depth + 1, clock, words)
      }
      nested.text = form.text(value, words) ?? words.text("(none)")
      nested.localText = form.text(value, words, in: words.locale) ?? words.text("(none)")
      return [nested]
    }
  }

  /// Whether something could not be loaded: then a list without rows is not known to be empty.
  private static func hasFailed(_ state: any ScreenState, _ fields: [StateField]) -> Bool {
    fields.contains { $0.member.role == .failure && $0.json(state).string?.isEmpty == false }
  }

  private static func rowUpdater(
    _ field: StateField, _ form: RowText, _ identity: String, _ list: List<RowIdentity>,
    _ described: [String], _ talk: TalkText?,
    _ progress: @escaping (any ScreenState) -> (isBusy: Bool, hasFailed: Bool)
  ) -> (any ScreenState, Words) -> Void {
    // A list that is loaded for the first time is not empty, but not there yet. Later it stays empty while something else is on its way.
    var (wasLoaded, wasBusy) = (false, false)
    return { state, words in
      list.described.json = ListRows(form: form, columns: described) { index in
        JSONText(scanned: (field.rows(state)?.json(index) ?? [])[...])
      }
      guard let rows = field.rows(state) else {
        // A list that is `nil` was not asked for, so it is not said to be empty.
        list.isUnknown = true
        return list.setRows(count: 0, id: { _ in RowIdentity(json: []) }, text: { _ in "" })
      }
      func row(_ index: Int) -> JSONText { JSONText(scanned: rows.json(index)[...]) }
      list.described.cells = { [columns = list.described.columns] in form.cells(row($0), columns, words, in: $1) }
      list.described.talk = talk.map { talk in { talk.line(row($0), words) } }
      list.described.hides = { form.hides($0, row($1)) }
      list.described.whole = { form.lines(row($0), words) }
      if form.hasSections {
        list.described.heading = { form.heading(row($0), words, in: $1) ?? "" }
      } else if let talk {
        list.described.heading = { $1 == nil ? nil : talk.day(row($0), words) }
      }
      list.described.remark = { form.refusals(row($0), words) }
      list.setRows(count: rows.count) {
        RowIdentity(json: Array(row($0)[identity]?.bytes ?? []))
      } text: {
        form.text(row($0), words)
      }
      list.described.localText = { form.text(row($0), words, in: words.locale) }
      let (isBusy, hasFailed) = progress(state)
      wasLoaded = wasLoaded || rows.count > 0 || wasBusy && !isBusy && !hasFailed
      wasBusy = isBusy
      list.isUnknown = hasFailed || isBusy && !wasLoaded
    }
  }

  // MARK: - What is changed

  private mutating func addControl(_ event: DescribedEvent) {
    if event.shape.members.isEmpty {
      let button = Button(event.controlName)
      button.addAction { [send] in try send(event.json([:])) }
      addReason(event) { button.disabledReason = $0 }
      addHidden(event) { button.isHidden = $0 }
      controls.append(button)
      if event.shape.purpose == .loadMore, let list = lists.values.first, lists.count == 1 {
        addMore(event, button, list)
      }
    } else if event.shape.isChoice, event.isEdit, let member = event.shape.members.first,
      let list = fields.first(where: { $0.name == event.shape.rows })
    {
      addChoice(event, member, list)
    } else if let rows = event.shape.rows, let list = lists[rows], let member = event.shape.members.first {
      addRowButton(event, list, member.name)
    } else if event.isEdit, let member = event.shape.members.first {
      addField(event, member)
    } else {
      let form = ObjectForm(event.shape.members, kind: Words.text("value"), clock: clock)
      let button = EventButton(event.controlName, form) { [send] in try send(event.json($0)) }
      addReason(event) { button.condition.disabledReason = $0 }
      addHidden(event) { button.condition.isHidden = $0 }
      controls.append(button)
    }
  }

  /// Lets `rows` ask for more behind the last row of the only list, as the button does.
  private mutating func addMore(_ event: DescribedEvent, _ button: Button, _ list: List<RowIdentity>) {
    list.moreCommand = "tap \(button.name)"
    // They come before the first one, where a person looks for them.
    if list.isAnchoredAtEnd { button.addAction { list.showsEarlierRows = true } }
    list.addMoreAction { [send] in try send(event.json([:])) }
    // NB: while rows are being loaded, the button is disabled, and the page that waits for them stays.
    updaters.append { state, _ in
      if !state.isBusy { list.hasMore = button.canBeTapped && list.count > 0 }
    }
  }

  private mutating func addReason(_ event: DescribedEvent, _ set: @escaping (String?) -> Void) {
    guard let name = event.shape.disabledReason, let field = fields.first(where: { $0.name == name }) else { return }
    updaters.append { state, _ in set(field.json(state).string) }
  }

  private mutating func addHidden(_ event: DescribedEvent, _ set: @escaping (Bool) -> Void) {
    let field = event.shape.hidden.flatMap { name in fields.first { $0.name == name } }
    let parts = optionalParts.filter { event.parts.contains($0.name) }.map(\.field)
    guard field != nil || !parts.isEmpty else { return }
    updaters.append { state, _ in
      set(parts.contains { $0.isMissing(state) } || field?.json(state).bool == true)
    }
  }

  private mutating func addRowButton(_ event: DescribedEvent, _ list: List<RowIdentity>, _ member: String) {
    let others = event.shape.members.filter { $0.name != member }
    let takesSeveral = event.shape.isAboutSeveralRows
    guard !others.isEmpty, !takesSeveral else {
      let button = RowButton(event.controlName, in: list, takesSeveral: takesSeveral)
      button.addAction(forRows: { [send] rows in
        let json = Array(rows.map(\.json).joined(separator: ",".utf8))
        try send(event.json([member: takesSeveral ? Array("[".utf8) + json + Array("]".utf8) : json]))
      })
      addReason(event) { button.disabledReason = $0 }
      addHidden(event) { button.isHidden = $0 }
      return controls.append(button)
    }
    let form = ObjectForm(others, kind: Words.text("value"), clock: clock)
    let button = EventButton(event.controlName, form, rows: (list, member)) { [send] in try send(event.json($0)) }
    addReason(event) { button.condition.disabledReason = $0 }
    addHidden(event) { button.condition.isHidden = $0 }
    controls.append(button)
  }

  /// Adds a choice from what a list has at the moment, by what names a row.
  private mutating func addChoice(_ event: DescribedEvent, _ member: Shape.Member, _ list: StateField) {
    let name = event.controlName
    let shown = fields.first { $0.name == event.field }
    let prompt = member.prompt ?? shown?.member.prompt
    let value = ValueText(member.shape, clock: clock)
    let identity: String? = if case .rows(_, let identity) = list.member.shape.unwrapped { identity } else { nil }
    let row = RowText(
      list.member.shape.element, identity ?? "", [("", event.shape.rowDisabledReason, event.shape.rowHidden)], clock)
    let element = ChoiceField<RowIdentity?>(name, options: [], word: { _ in "" })
    element.addAction { [send] in try send(event.json([member.name: $0?.json ?? Array("null".utf8)])) }
    controls.append(element)
    updaters.append { state, words in
      let rows = list.rows(state)
      let offered = (0..<(rows?.count ?? 0)).map { JSONText(scanned: (rows?.json($0) ?? [])[...]) }
        .filter { !row.hides("", $0) }
      let options = offered.map { row in RowIdentity(json: Array((identity.map { row[$0] } ?? row)?.bytes ?? [][...])) }
      let titles = offered.map { row.title($0, words) }
      let counts = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
      // Rows with one title are told apart by their identities.
      let names = zip(titles, options).map { title, option in
        counts[title] == 1
          ? title : "\(title) (\(value.text(JSONText(scanned: option.json[...]), words) ?? ""))"
      }
      let labels = Dictionary(zip(options, offered.map { row.text($0, words, in: words.locale) })) { first, _ in first }
      element.setOptions(
        options.map(Optional.some) + (value.isOptional ? [nil] : []), names: names + (value.isOptional ? ["none"] : [])
      ) { option, words in
        guard let option else { return words.string(prompt.map { LocalizedText(english: $0) } ?? Words.text("none")) }
        return labels[option] ?? ""
      }
      let chosen = shown.map { $0.json(state) }.flatMap { $0.isNull ? nil : RowIdentity(json: Array($0.bytes)) }
      element.selection = element.options.contains(chosen) ? .some(chosen) : nil
    }
  }

  /// Adds the control of an event with one value, which shows a field of the state if there is one.
  private mutating func addField(_ event: DescribedEvent, _ member: Shape.Member) {
    let name = event.controlName
    let shown = fields.first { $0.name == event.field }
    let role = member.role ?? shown?.member.role
    var form = ValueText(member.shape, role: role, clock: clock)
    form.isPrivate = shown?.member.isPrivate == true
    let send = send
    func show(_ update: @escaping (JSONText, Words) -> Void) {
      if let shown { updaters.append { state, words in update(shown.json(state), words) } }
    }
    func sendValue(_ json: [UInt8]) throws { try send(event.json([member.name: json])) }
    func null(or json: [UInt8]?) -> [UInt8] { json ?? Array("null".utf8) }

    switch form.shape {
    case .boolean where !form.isOptional:
      let element = Switch(name)
      element.addAction { try sendValue($0.json) }
      show { json, _ in element.isOn = json.bool ?? false }
      controls.append(element)
    case .choice(let choice):
      let options = choice.words.map(Optional.some) + (form.isOptional ? [nil] : [])
      let texts = Dictionary(zip(choice.words, choice.labels)) { first, _ in first }
      // What it means that none is chosen, such as "All categories".
      let prompt = member.prompt ?? shown?.member.prompt
      let element = ChoiceField<String?>(
        name, options: options, word: { $0 ?? "none" },
        label: { $0.flatMap { texts[$0] } ?? prompt ?? Words.text("none").description })
      element.addAction { try sendValue(null(or: $0?.json)) }
      show { json, _ in element.selection = json.string.map(Optional.some) ?? (form.isOptional ? .some(nil) : nil) }
      controls.append(element)
    case .integer:
      let element = NumberField<Int>(name, isOptional: form.isOptional)
      element.role = role
      element.addAction { try sendValue(null(or: $0?.json)) }
      show { json, _ in
        element.number = Int(json)
        element.hiddenText = form.hiddenText(json)
      }
      controls.append(element)
    case .number:
      let element = NumberField<Double>(name, isOptional: form.isOptional)
      element.role = role
      element.addAction { try sendValue(null(or: $0.map { Array($0.typedText.utf8) })) }
      show { json, _ in
        element.number = json.double
        element.hiddenText = form.hiddenText(json)
      }
      controls.append(element)
    case .decimal:
      let element = NumberField<Decimal>(name, isOptional: form.isOptional)
      element.role = role
      element.addAction { try sendValue(null(or: $0?.typedText.json)) }
      show { json, _ in
        element.number = json.string.flatMap { Decimal(typed: $0) }
        element.hiddenText = form.hiddenText(json)
      }
      controls.append(element)
    case .date:
      let element = DateField(name, timeZone: clock.timeZone, isOptional: form.isOptional)
      element.addAction { try sendValue(null(or: $0?.json)) }
      show { json, _ in element.date = Date(json) }
      controls.append(element)
    default:
      let element = TextField(name, isSecure: form.isSecret)
      element.prompt = member.prompt ?? shown?.member.prompt
      element.addAction { [unowned element] text in
        let words = element.words
        let json: [UInt8]
        do throws(TypedValue.Failure) { json = try form.json(text, words) } catch {
          throw CommandError(Words.text("The field \(element.said) takes \(error.expectation)."))
        }
        try sendValue(json)
      }
      show { json, words in
        guard !form.isSecret else { return }
        element.text = form.text(json, words) ?? ""
        let local = form.text(json, words, in: words.locale)
        element.localText = local == element.text ? nil : local
      }
      controls.append(element)
    }
  }
}
