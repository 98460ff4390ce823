import Words

/// Which events a state refuses, and which field shows what was entered.
extension EventCase {
  /// The event is refused while a text of the state says why.
  ///
  ///     EventCase(.buyButtonWasTapped, "Buy the book.").disabled(by: \ShelfState.buyDisabledReason)
  ///
  /// - Parameter reason: The state's text for people: `nil` while the event is allowed. A front disables the button and
  ///   shows why.
  public func disabled<State: ScreenState>(by reason: KeyPath<State, String?>) -> EventCase {
    with { $0.shape.disabledReason = State.fields.name(of: reason) ?? "" }
  }

  /// The event is refused while a Boolean of the state hides it. A front shows no control for it meanwhile.
  ///
  ///     EventCase(.retryButtonWasTapped, "Try again.").hidden(by: \ShelfState.isRetryHidden)
  public func hidden<State: ScreenState>(by condition: KeyPath<State, Bool>) -> EventCase {
    with { $0.shape.hidden = State.fields.name(of: condition) ?? "" }
  }

  /// What stands on the event's button. Without it, fronts make words of the name: "Refresh" of `refreshButtonWasTapped`.
  ///
  ///     EventCase(.createButtonWasTapped, "Create the account.").labelled("Create account")
  public func labelled(_ label: String) -> EventCase { with { $0.shape.label = label } }

  /// What the event is for, so that a front gives it the right key, place or gesture.
  ///
  ///     EventCase(.saveButtonWasTapped, "Save the book.").purpose(.submit)
  public func purpose(_ purpose: EventPurpose) -> EventCase { with { $0.shape.purpose = purpose } }

  /// The event asks for a file, by `FrontRequest.pickFile(_:)` with the same wish. A page takes one that is chosen, dropped or pasted at
  /// the event's button, and answers the question with it.
  ///
  ///     EventCase(.photoButtonWasTapped, "Send a photo.").picksFile(.photo, shownBy: \ReportState.photo)
  ///
  /// - Parameters:
  ///   - wish: Which file it is.
  ///   - field: The state's field, or part, that shows the file and what becomes of it. A page has the button beside it.
  public func picksFile<State: ScreenState, Value>(_ wish: FileWish, shownBy field: KeyPath<State, Value>) -> EventCase
  {
    picksFile(wish).field(field)
  }

  /// The event asks for a file that no field of the state shows.
  public func picksFile(_ wish: FileWish) -> EventCase { with { $0.shape.file = wish } }

  /// The event takes something away that the person may want back. A front sets it apart.
  public func destructive() -> EventCase { with { $0.shape.isDestructive = true } }

  /// Sending the event twice does no more than sending it once.
  public func idempotent() -> EventCase { with { $0.shape.isIdempotent = true } }

  /// The reasons against the event are private, also those of the view model's own: a front from which something is hidden is told
  /// that there is one.
  ///
  ///     EventCase(.payButtonWasTapped, "Pay.").disabled(by: \WalletState.payDisabledReason).withPrivateReasons()
  ///
  /// An event whose reason is a private field says so.
  public func withPrivateReasons() -> EventCase { with { $0.shape.hasPrivateReasons = true } }

  /// The event is a person's: an assistant is not offered it, and the app refuses it from one.
  public func notForAssistants() -> EventCase { with { $0.shape.isForAssistants = false } }

  /// The first value of the event names a row of a list, and the event is refused if the list has no such row.
  ///
  ///     EventCase(rowWasTapped, member: "id", "Open the book.").row(of: \ShelfState.books)
  ///
  /// A row may say why it does not allow the event, or that it does not have it at all:
  ///
  ///     EventCase(retryWasTapped, member: "id", "Send it again.")
  ///       .row(of: \ChatState.messages, disabledBy: \.retryReason, hiddenBy: \.isSent)
  ///
  /// - Parameters:
  ///   - rows: The state's rows, whose identities are the event's values.
  ///   - reason: The row's text for people: `nil` while the event is allowed for it. A front disables the button of this row and
  ///     shows why.
  ///   - condition: The row's Boolean: while it is true, the event is refused for it. A front shows no button in this row.
  public func row<State: ScreenState, Row: ListRow>(
    of rows: KeyPath<State, [Row]>, disabledBy reason: KeyPath<Row, String?>? = nil,
    hiddenBy condition: KeyPath<Row, Bool>? = nil
  ) -> EventCase {
    row(State.fields.name(of: rows), Row.self, reason, condition)
  }

  /// The first value of the event names a row of a list, and the event is refused if the list has no such row.
  ///
  /// - Parameters:
  ///   - rows: The state's rows, whose identities are the event's values; `nil` while there are none.
  ///   - reason: The row's text for people: `nil` while the event is allowed for it.
  ///   - condition: The row's Boolean: while it is true, the event is refused for it, and hidden.
  public func row<State: ScreenState, Row: ListRow>(
    of rows: KeyPath<State, [Row]?>, disabledBy reason: KeyPath<Row, String?>? = nil,
    hiddenBy condition: KeyPath<Row, Bool>? = nil
  ) -> EventCase {
    row(State.fields.name(of: rows), Row.self, reason, condition)
  }

  /// The first value of the event names rows of a list, which the person has selected, and the event is refused if the list does not
  /// have each of them, or none is named.
  ///
  ///     EventCase(messagesWereDeleted, member: "ids", "Delete the messages.").rows(of: \ChatState.messages)
  ///
  /// - Parameter rows: The state's rows, of whose identities the event has an array.
  public func rows<State: ScreenState, Row: ListRow>(of rows: KeyPath<State, [Row]>) -> EventCase {
    row(of: rows).with { $0.shape.isAboutSeveralRows = true }
  }

  /// The first value of the event is chosen from the rows of a list, where the field that the event is about is shown. It is the
  /// identity of a row, and the event is refused for another one.
  ///
  ///     EventCase(slotWasChosen, member: "slot", "It comes then.")
  ///       .field(\DeliveryState.slot).chosen(from: \DeliveryState.slots, disabledBy: \.fullReason)
  ///
  /// A front shows the list as the choices of the field, and not as a list of its own.
  ///
  /// - Parameters:
  ///   - rows: The state's rows: what can be chosen at the moment.
  ///   - reason: The row's text for people: `nil` while it can be chosen.
  ///   - condition: The row's Boolean: while it is true, the row is not among the choices.
  public func chosen<State: ScreenState, Row: ListRow>(
    from rows: KeyPath<State, [Row]>, disabledBy reason: KeyPath<Row, String?>? = nil,
    hiddenBy condition: KeyPath<Row, Bool>? = nil
  ) -> EventCase {
    row(State.fields.name(of: rows), Row.self, reason, condition).with { $0.shape.isChoice = true }
  }

  /// The first value of the event is chosen from the rows of a list.
  ///
  /// - Parameters:
  ///   - rows: The state's rows, whose identities are the event's values; `nil` while there are none.
  ///   - reason: The row's text for people: `nil` while it can be chosen.
  ///   - condition: The row's Boolean: while it is true, the row is not among the choices.
  public func chosen<State: ScreenState, Row: ListRow>(
    from rows: KeyPath<State, [Row]?>, disabledBy reason: KeyPath<Row, String?>? = nil,
    hiddenBy condition: KeyPath<Row, Bool>? = nil
  ) -> EventCase {
    row(State.fields.name(of: rows), Row.self, reason, condition).with { $0.shape.isChoice = true }
  }

  /// The first value of the event, a text, is chosen from the texts of a list.
  ///
  ///     EventCase(categoryChanged, member: "category", "The category is this one.").chosen(from: \SearchState.categories)
  public func chosen<State: ScreenState>(from texts: KeyPath<State, [String]>) -> EventCase {
    with { parts in
      parts.shape.rows = State.fields.name(of: texts) ?? ""
      parts.shape.isChoice = true
    }
  }

  /// The first value of the event in a sentence, for people and assistants.
  ///
  ///     EventCase(tagWasAdded, member: "tag", "Add a tag.").value("The tag, as it is shown.")
  ///
  /// What a field of the state shows needs no words of its own (``field(_:)``), and neither does the identity of a row
  /// (`EventCase.row(of:)`).
  public func value(_ about: String) -> EventCase {
    with { parts in
      if !parts.shape.members.isEmpty { parts.shape.members[0] = parts.shape.members[0].described(about) }
    }
  }

  /// The first value of the event, a number, lies between bounds. An event with another one is refused.
  ///
  ///     EventCase(ratingWasChosen, member: "rating", "How good it is.").value(from: 1, to: 5)
  public func value(from minimum: Double? = nil, to maximum: Double? = nil, step: Double? = nil) -> EventCase {
    with { parts in
      if !parts.shape.members.isEmpty {
        parts.shape.members[0].bounds = Bounds(from: minimum, to: maximum, step: step)
      }
    }
  }

  /// The event reports what was entered, and a field of the state shows it.
  ///
  ///     EventCase(nameWasEntered, member: "text", "The field holds this name.").field(\FormState.name)
  ///
  /// - Parameter field: The state's field. By default, `nameChanged` and `nameWasChanged` are about the field `name` if the
  ///   state has one.
  public func field<State: ScreenState, Value>(_ field: KeyPath<State, Value>) -> EventCase {
    with { $0.shape.field = State.fields.name(of: field) ?? "" }
  }

  /// The case, about the field that its name tells unless it has another one.
  func inferringField(_ hasField: (String) -> Bool) -> EventCase {
    guard shape.field == nil, !shape.members.isEmpty else { return self }
    for suffix in ["WasChanged", "Changed"] where name.hasSuffix(suffix) {
      let field = String(name.dropLast(suffix.count))
      if hasField(field) { return with { $0.shape.field = field } }
    }
    return self
  }

  /// A person is asked before the event is applied.
  func asking(_ question: @escaping @Sendable (any ScreenState, Event) -> EventQuestion?) -> EventCase {
    with { parts in
      parts.shape.isDestructive = true
      parts.shape.asksFirst = true
      parts.question = question
    }
  }

  private func row<Row: ListRow>(
    _ rows: String?, _: Row.Type, _ reason: KeyPath<Row, String?>?, _ condition: KeyPath<Row, Bool>?
  ) -> EventCase {
    with { parts in
      parts.shape.rows = rows ?? ""
      parts.shape.rowDisabledReason = reason.map { Row.fields.name(of: $0) ?? "" }
      parts.shape.rowHidden = condition.map { Row.fields.name(of: $0) ?? "" }
    }
  }

  private func with(_ change: (inout Parts) -> Void) -> EventCase {
    var parts = parts
    change(&parts)
    return EventCase(parts)
  }

  /// Why a state does not allow an event of this kind; `nil` if it does.
  package func refusal<State: ScreenState>(of event: Event, in state: State) -> Refusal? {
    if let name = shape.disabledReason, let reason = Self.text(name, of: state) {
      return Refusal(.disabled, said: reason, isPrivate: hasPrivateReason(in: State.fields))
    }
    let hidden = Refusal(.hidden, Words.text("This is not possible at the moment."))
    if let name = shape.hidden, Self.isTrue(name, of: state) { return hidden }
    guard let rows = shape.rows, let identity = parts.value(event),
      let isThere = Self.has(identity, in: rows, of: state)
    else { return nil }
    guard isThere else { return Refusal(.missingRow, missingRowText) }
    if let name = shape.rowHidden, Self.isTrue(name, ofRow: identity, in: rows, of: state) {
      return Refusal(.hidden, shape.isChoice ? missingRowText : Words.text("This is not possible for this row."))
    }
    return shape.rowDisabledReason.flatMap { Self.text($0, ofRow: identity, in: rows, of: state) }
      .map { Refusal(.disabled, said: $0, isPrivate: hasPrivateReason(in: State.fields)) }
  }

  private var missingRowText: LocalizedText {
    if shape.isChoice { return Words.text("This is not one of the choices.") }
    return shape.isAboutSeveralRows
      ? Words.text("No row is selected, or one is no longer in the list.")
      : Words.text("This row is no longer in the list.")
  }

  /// Whether the reasons against the event are private: it says so, or one of their fields does.
  private func hasPrivateReason<State>(in fields: Fields<State>) -> Bool {
    shape.hasPrivateReasons || namesPrivateReason(in: fields)
  }

  /// Whether a reason against the event is in a private field.
  private func namesPrivateReason<State>(in fields: Fields<State>) -> Bool {
    if let name = shape.disabledReason, fields.isPrivate(name) { return true }
    guard let rows = shape.rows, let name = shape.rowDisabledReason else { return false }
    return fields.isPrivate(name, ofRowsIn: rows)
  }

  /// The values without words, in sentences: those that no field of the state shows, and that name no row.
  func missingWords<State>(for fields: Fields<State>) -> [String] {
    let shape = inferringField { fields.hasField($0) }.shape
    guard shape.isForAssistants, shape.part == nil else { return [] }
    let described = shape.field == nil && shape.rows == nil ? shape.members[...] : shape.members.dropFirst()
    return described.filter(\.about.isEmpty).map { member in
      "the value \"\(member.name)\" of the event \"\(name)\" has no words; give it some by `value(_:)`."
    }
  }

  /// What is wrong with the fields of the state that the event is about, in sentences.
  func mistakes<State>(for fields: Fields<State>) -> [String] {
    var mistakes: [String] = []
    let event = "the event \"\(name)\""
    if let reason = shape.disabledReason, fields.isOptionalText(reason) != true {
      mistakes.append("\(event) is disabled by a text that is in no field of the state.")
    }
    if !shape.hasPrivateReasons, namesPrivateReason(in: fields) {
      mistakes.append("\(event) has a reason in a private field; say so by `withPrivateReasons()`.")
    }
    if let hidden = shape.hidden, !fields.hasField(hidden) {
      mistakes.append("\(event) is hidden by a Boolean that is in no field of the state.")
    }
    if let part = shape.part, !fields.hasField(part) {
      return mistakes + ["\(event) is one of a part that is in no field of the state."]
    }
    if let rows = shape.rows, let reason = shape.rowDisabledReason,
      fields.valueType(of: reason, ofRowsIn: rows) != String?.self
    {
      mistakes.append("\(event) is disabled by a text that is in no field of the rows of \"\(rows)\".")
    }
    if let rows = shape.rows, let hidden = shape.rowHidden, fields.valueType(of: hidden, ofRowsIn: rows) != Bool.self {
      mistakes.append("\(event) is hidden by a Boolean that is in no field of the rows of \"\(rows)\".")
    }
    for member in shape.members {
      if let reason = member.bounds?.mistake(for: member.shape) {
        mistakes.append("the value \"\(member.name)\" of \(event) \(reason).")
      }
    }
    if let rows = shape.rows {
      if let identity = fields.identityType(rows) {
        mistakes += rowMistakes(event, rows, identity)
      } else {
        mistakes.append("\(event) is about a row of a list that is in no field of the state.")
      }
    }
    if shape.isChoice, shape.members.count != 1 || inferringField(fields.hasField).shape.field == nil {
      mistakes.append("\(event) is a choice, and needs one value and a field that shows it; name it by `field(_:)`.")
    }
    if let field = shape.field {
      if !fields.hasField(field) { mistakes.append("\(event) is about a property that is in no field of the state.") }
      if shape.members.isEmpty, shape.file == nil {
        mistakes.append("\(event) is about the field \"\(field)\", and has no value.")
      }
    }
    return mistakes
  }

  private func rowMistakes(_ event: String, _ rows: String, _ identity: Any.Type) -> [String] {
    guard let type = parts.valueTypes.first else {
      return ["\(event) is about a row of \"\(rows)\", and has no value."]
    }
    guard !shape.isAboutSeveralRows else {
      guard (type as? any ArrayType.Type)?.element != identity else { return [] }
      return ["\(event) is about rows of \"\(rows)\", and its first value is not an array of the type \(identity)."]
    }
    guard type != identity, (type as? any OptionalType.Type)?.wrapped != identity else { return [] }
    return ["\(event) is about a row of \"\(rows)\", and its first value is not of the type \(identity)."]
  }

  private static func text<State: ScreenState>(_ name: String, of state: State) -> String? {
    State.fields.optionalText(name, in: state)
  }

  private static func isTrue<State: ScreenState>(_ name: String, of state: State) -> Bool {
    State.fields.boolean(name, in: state) == true
  }

  private static func isTrue<State: ScreenState>(
    _ name: String, ofRow identity: Any, in rows: String, of state: State
  ) -> Bool {
    State.fields.boolean(name, ofRow: identity, in: rows, of: state) == true
  }

  private static func text<State: ScreenState>(
    _ name: String, ofRow identity: Any, in rows: String, of state: State
  ) -> String? {
    State.fields.optionalText(name, ofRow: identity, in: rows, of: state)
  }

  /// Whether a list has the row of an identity; `nil` also if the event names no row.
  private static func has<State: ScreenState>(_ identity: Any, in rows: String, of state: State) -> Bool? {
    // The value is optional where an event can also say that no row is selected.
    if let identity = identity as? any OptionalType, identity.isNil { return nil }
    if let identities = identity as? any ArrayType {
      let elements = identities.elements
      return !elements.isEmpty && elements.allSatisfy { State.fields.containsRow($0, in: rows, of: state) == true }
    }
    return State.fields.containsRow(identity, in: rows, of: state)
  }
}

/// An optional type, whichever type it wraps.
private protocol OptionalType {
  static var wrapped: Any.Type { get }
  var isNil: Bool { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate var isNil: Bool { self == nil }
}

/// An array, whichever type its elements have.
private protocol ArrayType {
  static var element: Any.Type { get }
  var elements: [Any] { get }
}

extension Array: ArrayType {
  fileprivate static var element: Any.Type { Element.self }
  fileprivate var elements: [Any] { self }
}
