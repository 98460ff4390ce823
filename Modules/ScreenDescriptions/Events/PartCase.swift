public import Descriptions

/// What an event says that is an event of a part.
package struct PartCase<Event: ScreenEvent>: Sendable {
  /// The event of the part, and in a list the part's identity; `nil` for an event of another kind.
  package let event: @Sendable (Event) -> (identity: Any?, event: any ScreenEvent)?
  /// The events of the part, each with the field that it is about.
  let events: @Sendable () -> Shape
  /// Whether a person is asked before any event of the part is applied.
  let asksFirst: Bool
  /// What a person is asked before an event is applied in a state of the owner; `nil` if it is applied at once.
  let question: @Sendable (any ScreenState, Event) -> (question: EventQuestion, name: String)?
  /// The state of the part, and its events.
  let types: (state: any ScreenState.Type, events: any ScreenEvent.Type)
}

extension EventCase {
  /// Describes the events of a part: `{"type":"filter","event":{"type":"textChanged","text":"…"}}`.
  ///
  /// ```swift
  /// struct FilterState: ScreenState {
  ///   var text = ""
  ///   var isBusy: Bool { false }
  ///   static let fields: Fields<FilterState> = [Field(\.text, "What is looked for.")]
  /// }
  ///
  /// enum FilterEvent: ScreenEvent {
  ///   case textChanged(String)
  ///   static let cases: [EventCase<FilterEvent>] = [
  ///     EventCase(textChanged, member: "text", "The field holds this text.")
  ///   ]
  /// }
  ///
  /// struct JournalState: ScreenState {
  ///   var filter = FilterState()
  ///   var isBusy: Bool { false }
  ///   static let fields: Fields<JournalState> = [Field(\.filter, "Which entries are shown.")]
  /// }
  ///
  /// enum JournalEvent: ScreenEvent {
  ///   case filter(FilterEvent)
  ///   static let cases: [EventCase<JournalEvent>] = [
  ///     EventCase(part: \JournalState.filter, filter, "The filter.")
  ///   ]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - part: The state's property with the state of the part.
  ///   - event: The case of the event's enumeration, with the part's event.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: The part in a sentence, for people.
  ///   - appearance: The part's event that reports that it appeared, which no front is offered: the owner sends it.
  ///   - extract: The part's event in an event of this kind, and `nil` of another. By default, the runtime takes it from the
  ///     case.
  public init<State: ScreenState, Part: ScreenState, PartEvent: ScreenEvent>(
    part: KeyPath<State, Part>, _ event: @escaping @Sendable (PartEvent) -> Event, name: String? = nil,
    _ about: String, appearance: PartEvent? = nil, extract: (@Sendable (Event) -> PartEvent?)? = nil
  ) {
    self.init(
      State.fields.name(of: part), State.self, Part.self, event, name, about, appearance, extract)
  }

  /// Describes the events of a part that may be missing: it is there while its state is.
  ///
  /// - Parameters:
  ///   - part: The state's property with the state of the part; `nil` while there is none.
  ///   - event: The case of the event's enumeration, with the part's event.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: The part in a sentence, for people.
  ///   - appearance: The part's event that reports that it appeared, which no front is offered: the owner sends it.
  ///   - extract: The part's event in an event of this kind, and `nil` of another. By default, the runtime takes it from the
  ///     case.
  public init<State: ScreenState, Part: ScreenState, PartEvent: ScreenEvent>(
    part: KeyPath<State, Part?>, _ event: @escaping @Sendable (PartEvent) -> Event, name: String? = nil,
    _ about: String, appearance: PartEvent? = nil, extract: (@Sendable (Event) -> PartEvent?)? = nil
  ) {
    self.init(
      State.fields.name(of: part), State.self, Part.self, event, name, about, appearance, extract)
  }

  /// Describes the events of a list of parts:
  /// `{"type":"message","id":7,"event":{"type":"retryButtonWasTapped"}}`.
  ///
  /// - Parameters:
  ///   - part: The state's property with the states of the parts.
  ///   - event: The case of the event's enumeration, with the identity of a part and the part's event.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: The parts in a sentence, for people.
  ///   - appearance: The part's event that reports that it appeared, which no front is offered: the owner sends it.
  ///   - extract: The identity and the part's event in an event of this kind, and `nil` of another. By default, the runtime
  ///     takes them from the case.
  public init<State: ScreenState, Part: ScreenState & ListRow, PartEvent: ScreenEvent>(
    part: KeyPath<State, [Part]>, _ event: @escaping @Sendable (Part.ID, PartEvent) -> Event, name: String? = nil,
    _ about: String, appearance: PartEvent? = nil, extract: (@Sendable (Event) -> (Part.ID, PartEvent)?)? = nil
  ) {
    let caseName = EventShape(event(Part.ID.example, PartEvent.sample))?.name ?? ""
    let name = name ?? caseName
    let extract = extract ?? { EventShape($0)?.values(of: caseName) }
    var shape = Shape.Event(
      name, about: about,
      [Shape.Member("id", Part.ID.shape, "Which one."), Shape.Member("event", PartEvent.shape, "What happened in it.")])
    shape.part = State.fields.name(of: part) ?? ""
    shape.rows = shape.part
    self.init(
      Parts(
        shape: shape, valueTypes: [Part.ID.self, PartEvent.self], value: { extract($0)?.0 },
        read: { (members: Members) throws(InputError) in
          event(try members.require("id", Part.ID.self), try Self.partEvent(members))
        },
        matches: { extract($0) != nil },
        write: { event, writer, placeholder in
          guard let (id, event) = extract(event) else { return false }
          let path = name + "/" + String(decoding: id.json, as: UTF8.self)
          return Self.write(event, id.json, name, &writer) { placeholder($0, path + "/" + $1) }
        },
        sample: { event(Part.ID.example, PartEvent.sample) },
        part: PartCase(
          event: { event in extract(event).map { ($0.0, $0.1) } },
          events: { PartEvent.shape(for: Part.self, appearance: appearance) }, asksFirst: PartEvent.asksFirst,
          question: { [field = shape.part ?? ""] state, event in
            guard let (id, event) = extract(event), let parts = (state as? State)?.value(of: field) as? [Part] else {
              return nil
            }
            return parts.index(ofRow: id).flatMap { event.question(in: parts[$0]) }
          },
          types: (Part.self, PartEvent.self))))
  }

  private init<State: ScreenState, Part: ScreenState, PartEvent: ScreenEvent>(
    _ field: String?, _: State.Type, _: Part.Type, _ event: @escaping @Sendable (PartEvent) -> Event, _ name: String?,
    _ about: String, _ appearance: PartEvent?, _ extract: (@Sendable (Event) -> PartEvent?)?
  ) {
    let caseName = EventShape(event(PartEvent.sample))?.name ?? ""
    let name = name ?? caseName
    let extract = extract ?? { EventShape($0)?.value(of: caseName) }
    var shape = Shape.Event(name, about: about, [Shape.Member("event", PartEvent.shape, "What happened in it.")])
    shape.part = field ?? ""
    self.init(
      Parts(
        shape: shape, valueTypes: [PartEvent.self], value: { extract($0) },
        read: { (members: Members) throws(InputError) in event(try Self.partEvent(members)) },
        matches: { extract($0) != nil },
        write: { event, writer, placeholder in
          guard let event = extract(event) else { return false }
          return Self.write(event, nil, name, &writer) { placeholder($0, name + "/" + $1) }
        },
        sample: { event(PartEvent.sample) },
        part: PartCase(
          event: { event in extract(event).map { (nil, $0) } },
          events: { PartEvent.shape(for: Part.self, appearance: appearance) }, asksFirst: PartEvent.asksFirst,
          question: { state, event in
            guard let event = extract(event), let part = (state as? State)?.value(of: field ?? "") as? Part else {
              return nil
            }
            return event.question(in: part)
          },
          types: (Part.self, PartEvent.self))))
  }

  /// Reads the event of a part.
  private static func partEvent<PartEvent: ScreenEvent>(_ members: Members) throws(InputError) -> PartEvent {
    guard let json = members["event"] else {
      throw InputError(.missingMember, at: JSONPointer("event"), expected: "an event")
    }
    do throws(InputError) { return try PartEvent(json) } catch { throw error.inside("event") }
  }

  /// Writes the event of a part.
  private static func write(
    _ event: some ScreenEvent, _ identity: [UInt8]?, _ name: String, _ writer: inout JSONWriter,
    _ placeholder: SecretPlaceholder
  ) -> Bool {
    guard let json = event.json(placeholder: placeholder) else { return false }
    writer.object { writer in
      writer.name("event")
      writer.raw(json)
      if let identity {
        writer.name("id")
        writer.raw(identity)
      }
      writer.member("type", name)
    }
    return true
  }

  /// The event of the part that an event is for; `nil` for an event of another kind, or of the screen itself.
  package func partEvent(_ event: Event) -> (any ScreenEvent)? { parts.part?.event(event)?.event }
}

extension ScreenState {
  /// The value of a field; `nil` if there is none.
  fileprivate func value(of field: String) -> Any? { Self.fields.value(of: field, in: self) }
}

extension ScreenEvent {
  /// Any event.
  ///
  /// - Precondition: the type has a case.
  package static var sample: Self {
    guard let event = cases.first else { preconditionFailure("The events \(Self.self) of a part have no case.") }
    return event.sample()
  }
}
