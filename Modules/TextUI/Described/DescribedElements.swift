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
  /// What sets each element from a state.
  private(set) var updaters: [(any ScreenState) -> Void] = []

  private let fields: [StateField]
  private let events: [DescribedEvent]
  private let optionalParts: [(name: String, field: StateField)]
  private let timeZone: TimeZone
  private let send: ([UInt8]) throws -> Void
  private var lists: [String: List<RowIdentity>] = [:]

  init(
    _ fields: [StateField], _ events: Shape?, timeZone: TimeZone, send: @escaping ([UInt8]) throws -> Void
  ) {
    self.fields = StateField.expanding(fields, events?.events ?? [])
    optionalParts = StateField.optionalParts(fields, events?.events ?? [])
    self.timeZone = timeZone
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
    let hidden = Set(events.flatMap { [$0.shape.disabledReason, $0.shape.hidden] } + fields.map(\.member.tone))
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
    let timeZone = timeZone
    let form = ValueText(field.member.shape, timeZone: timeZone)
    switch form.shape {
    case .rows(let row, let identity):
      let list = List<RowIdentity>(field.name, emptyText: field.member.list?.emptyText)
      list.isAnchoredAtEnd = field.member.list?.edge == .end
      lists[field.name] = list
      information.append(list)
      let reasons = events.filter { $0.shape.rows == field.name }.compactMap { event in
        event.shape.rowDisabledReason.map { (button: event.controlName, member: $0) }
      }
      let form = RowText(row, identity, reasons, timeZone)
      list.columns = form.columns(described: field.member.list?.columns ?? [])
      updaters.append(Self.rowUpdater(field, form, identity, list))
    case .list(let element):
      let label = Label(field.name.asWords)
      information.append(label)
      let item = ValueText(element, timeZone: timeZone)
      updaters.append { label.text = field.rows($0).map { Self.text(of: $0, item) } }
    case .record where field.member.shape.unwrapped == Series.shape:
      let chart = Chart(field.name.asWords)
      information.append(chart)
      updaters.append { chart.series = Series(field.json($0)) }
    case .record where field.member.shape.unwrapped == Picture.shape:
      let label = Label(field.name.asWords)
      information.append(label)
      updaters.append { label.text = Picture(field.json($0)).map { "[image: \($0.words)]" } }
    case .text(_, _, _, .markdown):
      let label = RichTextLabel(field.name.asWords)
      information.append(label)
      updaters.append { label.text = RichText(field.json($0)) }
    case .record(let record):
      let value = NestedValue(field.name.asWords)
      information.append(value)
      updaters.append { state in
        let json = field.json(state)
        value.members = json.isNull ? nil : Self.members(json, record, depth: 1, timeZone)
      }
    default: addText(field, form)
    }
  }

  /// Adds a value in a line, as its role asks for.
  private mutating func addText(_ field: StateField, _ form: ValueText) {
    guard field.member.role != .progress else {
      let bar = ProgressBar(field.name.asWords)
      information.append(bar)
      return updaters.append { bar.part = roleNumber(field.json($0)) }
    }
    let label = Label(field.name.asWords, role: field.member.role?.lineRole ?? .content)
    let role = field.member.role
    let tone = fields.first { $0.name == field.member.tone }
    let tones = field.member.tones
    label.isVisibleWhenEmpty = field.member.isShownWhenEmpty
    label.showsLines = role == .longText || role == .code
    information.append(label)
    updaters.append { state in
      let json = field.json(state)
      label.text = role?.text(roleNumber(json)) ?? form.text(json)
      if role == .badge, json.integer() == 0 { label.text = nil }
      if let tone {
        let word = tone.json(state).string ?? ""
        label.role = tones[word] == .negative || tones.isEmpty && word == Tone.negative.rawValue ? .failure : .content
      }
    }
  }

  /// The first elements of a list without identities, in a line.
  private static func text(of rows: any StateRows, _ item: ValueText) -> String {
    let texts = (0..<min(rows.count, ValueText.longestList)).map { index in
      item.text(JSONText(scanned: rows.json(index)[...])) ?? "(none)"
    }
    return texts.joined(separator: ", ") + (rows.count > texts.count ? ", … (\(rows.count.grouped) in all)" : "")
  }

  /// The members of a record, and those of the records in it.
  private static func members(
    _ json: JSONText, _ record: Shape.Record, depth: Int, _ timeZone: TimeZone
  ) -> [(depth: Int, name: String, text: String?)] {
    record.members.flatMap { member -> [(depth: Int, name: String, text: String?)] in
      guard let value = json[member.name], member.isForPeople else { return [] }
      let form = ValueText(member.shape, timeZone: timeZone)
      if case .record(let inner) = form.shape, form.shape != Picture.shape, !value.isNull {
        return [(depth, member.name.asWords, nil)] + members(value, inner, depth: depth + 1, timeZone)
      }
      let text = member.role?.text(roleNumber(value)) ?? form.text(value)
      return [(depth, member.name.asWords, text ?? "(none)")]
    }
  }

  private static func rowUpdater(
    _ field: StateField, _ form: RowText, _ identity: String, _ list: List<RowIdentity>
  ) -> (any ScreenState) -> Void {
    { state in
      guard let rows = field.rows(state) else {
        return list.setRows(count: 0, id: { _ in RowIdentity(json: []) }, text: { _ in "" })
      }
      list.cells = { [columns = list.columns] in form.cells(JSONText(scanned: rows.json($0)[...]), columns, in: $1) }
      list.remark = { form.refusals(JSONText(scanned: rows.json($0)[...])) }
      list.setRows(count: rows.count) { index in
        let row = JSONText(scanned: rows.json(index)[...])
        return RowIdentity(json: Array(row[identity]?.bytes ?? []))
      } text: { index in
        form.text(JSONText(scanned: rows.json(index)[...]))
      }
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
    } else if let rows = event.shape.rows, let list = lists[rows], let member = event.shape.members.first {
      addRowButton(event, list, member.name)
    } else if event.isEdit, let member = event.shape.members.first {
      addField(event, member)
    } else {
      let form = ObjectForm(event.shape.members, kind: Words.text("value"), timeZone: timeZone)
      let button = EventButton(event.controlName, form) { [send] in try send(event.json($0)) }
      addReason(event) { button.condition.disabledReason = $0 }
      addHidden(event) { button.condition.isHidden = $0 }
      controls.append(button)
    }
  }

  private mutating func addReason(_ event: DescribedEvent, _ set: @escaping (String?) -> Void) {
    guard let name = event.shape.disabledReason, let field = fields.first(where: { $0.name == name }) else { return }
    updaters.append { set(field.json($0).string) }
  }

  private mutating func addHidden(_ event: DescribedEvent, _ set: @escaping (Bool) -> Void) {
    let field = event.shape.hidden.flatMap { name in fields.first { $0.name == name } }
    let parts = optionalParts.filter { event.parts.contains($0.name) }.map(\.field)
    guard field != nil || !parts.isEmpty else { return }
    updaters.append { state in
      set(parts.contains { $0.isMissing(state) } || field?.json(state).bool == true)
    }
  }

  private mutating func addRowButton(_ event: DescribedEvent, _ list: List<RowIdentity>, _ member: String) {
    let others = event.shape.members.filter { $0.name != member }
    guard !event.shape.isAboutSeveralRows else {
      let button = RowsButton(event.controlName, in: list)
      button.addAction { [send] rows in
        try send(event.json([member: Array("[".utf8) + rows.map(\.json).joined(separator: ",".utf8) + Array("]".utf8)]))
      }
      addReason(event) { button.disabledReason = $0 }
      addHidden(event) { button.isHidden = $0 }
      return controls.append(button)
    }
    guard !others.isEmpty else {
      let button = RowButton(event.controlName, in: list)
      button.addAction { [send] row in try send(event.json([member: row.json])) }
      addReason(event) { button.disabledReason = $0 }
      addHidden(event) { button.isHidden = $0 }
      return controls.append(button)
    }
    let form = ObjectForm(others, kind: Words.text("value"), timeZone: timeZone)
    let button = EventButton(event.controlName, form, rows: (list, member)) { [send] in try send(event.json($0)) }
    addReason(event) { button.condition.disabledReason = $0 }
    addHidden(event) { button.condition.isHidden = $0 }
    controls.append(button)
  }

  /// Adds the control of an event with one value, which shows a field of the state if there is one.
  private mutating func addField(_ event: DescribedEvent, _ member: Shape.Member) {
    let form = ValueText(member.shape, timeZone: timeZone)
    let name = event.controlName
    let shown = fields.first { $0.name == event.field }
    let send = send
    func show(_ update: @escaping (JSONText) -> Void) {
      if let shown { updaters.append { update(shown.json($0)) } }
    }
    func sendValue(_ json: [UInt8]) throws { try send(event.json([member.name: json])) }
    func null(or json: [UInt8]?) -> [UInt8] { json ?? Array("null".utf8) }

    switch form.shape {
    case .boolean where !form.isOptional:
      let element = Switch(name)
      element.addAction { try sendValue($0.json) }
      show { element.isOn = $0.bool ?? false }
      controls.append(element)
    case .choice(let choice):
      let options = choice.words.map(Optional.some) + (form.isOptional ? [nil] : [])
      let texts = Dictionary(zip(choice.words, choice.labels)) { first, _ in first }
      let element = ChoiceField<String?>(
        name, options: options, word: { $0 ?? "none" }, label: { $0.flatMap { texts[$0] } ?? "none" })
      element.addAction { try sendValue(null(or: $0?.json)) }
      show { element.selection = $0.string.map(Optional.some) ?? (form.isOptional ? .some(nil) : nil) }
      controls.append(element)
    case .integer:
      let element = NumberField<Int>(name, isOptional: form.isOptional)
      element.addAction { try sendValue(null(or: $0?.json)) }
      show { element.number = $0.integer() }
      controls.append(element)
    case .number:
      let element = NumberField<Double>(name, isOptional: form.isOptional)
      element.addAction { try sendValue(null(or: $0.map { Array($0.typedText.utf8) })) }
      show { element.number = $0.double }
      controls.append(element)
    case .decimal:
      let element = NumberField<Decimal>(name, isOptional: form.isOptional)
      element.addAction { try sendValue(null(or: $0?.typedText.json)) }
      show { element.number = $0.string.flatMap { Decimal(typed: $0) } }
      controls.append(element)
    case .date:
      let element = DateField(name, timeZone: timeZone, isOptional: form.isOptional)
      element.addAction { try sendValue(null(or: $0?.json)) }
      show { element.date = Date($0) }
      controls.append(element)
    default:
      let element = TextField(name, isSecure: form.isSecret)
      element.prompt = member.prompt ?? shown?.member.prompt
      element.addAction { text in
        guard let json = form.json(text) else {
          throw CommandError(Words.text("The field \(name) takes \(form.expectation)."))
        }
        try sendValue(json)
      }
      show { if !form.isSecret { element.text = form.text($0) ?? "" } }
      controls.append(element)
    }
  }
}
