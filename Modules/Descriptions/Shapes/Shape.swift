public import JSON

/// What a value is, as data: a text, an amount of money, rows with an identity, a record with its members.
///
/// ```swift
/// let point = Shape.record("Point", [.init("x", .integer()), .init("y", .integer())])
/// let line = Shape.list(point)
/// print(point.members.map(\.name), line.schema)
/// ```
///
/// A schema, a client, a form and the parts of a request are made from the shape of a type. A value is read and written
/// without it.
public indirect enum Shape: Hashable, Sendable {
  /// No value: `null`.
  case nothing
  /// A text.
  case text(minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: TextFormat? = nil)
  /// A text that goes in and never comes out; see ``Secret``.
  case secret
  /// A text that makes a request that is repeated count once. In HTTP it is a header.
  case idempotencyKey
  /// A text that names the version of a resource (RFC 9110, section 8.8.3). In HTTP it is a header.
  case entityTag
  /// A number without a fraction.
  case integer(minimum: Int? = nil, maximum: Int? = nil)
  /// A binary number, which may have a fraction.
  case number
  /// A decimal number, which JSON has as a text.
  case decimal(pattern: String? = nil)
  /// `true` or `false`.
  case boolean
  /// An instant, which JSON has as a text of RFC 3339.
  case date
  /// One of a few words.
  case choice(Choice)
  /// Values in an order.
  case list(Shape)
  /// Records in an order, told apart by the member `identity`.
  case rows(Shape, identity: String)
  /// Members by their names.
  case record(Record)
  /// An amount of money: a record with the members `amount` and `currency`.
  case money(Record)
  /// One of several records, told apart by their member `type`.
  case variants(Variants)
  /// One of the events of a screen, told apart by their member `type`.
  case events(Events)
  /// One of several shapes that no member tells apart. The first value is the title of the type.
  case anyOf(String, [Shape])
  /// A value that may be missing: `null`.
  case optional(Shape)
  /// Any JSON. What only a validator has to know of it is in the schema; fronts and clients ignore it.
  case json(schema: JSON = [:])
}

// MARK: - What shapes are made of

extension Shape {
  /// What a text is the notation of.
  public enum TextFormat: String, Hashable, Sendable {
    /// A day, `2026-11-27`; see ``LocalDate``.
    case date
    /// What a clock shows, `09:00`; see ``TimeOfDay``.
    case timeOfDay = "time-of-day"
    /// A day and a time without a zone, `2026-11-27T09:00`; see ``LocalDateTime``.
    case localDateTime = "local-date-time"
    /// An address; see ``Link``.
    case uri
    /// A part of Markdown; see ``RichText``.
    case markdown

    /// What an error reports as expected.
    fileprivate var expectation: String {
      switch self {
      case .date: "a date such as 2026-11-27"
      case .timeOfDay: "a time such as 09:00"
      case .localDateTime: "a local date and time such as 2026-11-27T09:00"
      case .uri: "an address such as https://example.com"
      case .markdown: "a string"
      }
    }
  }

  /// One of a few words.
  public struct Choice: Hashable, Sendable {
    /// The name of the type, if it has one.
    public let title: String?
    /// The words.
    public let words: [String]
    /// What people read for each word.
    public let labels: [String]

    /// A choice of words.
    ///
    /// - Parameters:
    ///   - title: the name of the type, unique in the app; none for a choice that is part of another type.
    ///   - words: the words.
    ///   - labels: what people read for each word; by default, the words.
    public init(_ title: String?, _ words: [String], labels: [String]? = nil) {
      precondition(labels == nil || labels?.count == words.count, "Each word of a choice has a label, or none has.")
      self.title = title
      self.words = words
      self.labels = labels ?? words
    }
  }

  /// Members by their names.
  public struct Record: Hashable, Sendable {
    /// The name of the type, if it has one.
    public let title: String?
    /// The members in the order in which people read them.
    public let members: [Member]
    /// Whether other members are refused, as in what a program reads. Otherwise later versions may have more of them.
    public let isClosed: Bool

    /// A record.
    ///
    /// - Parameters:
    ///   - title: the name of the type, unique in the app; none for a record that is part of another type.
    ///   - members: the members in the order in which people read them.
    ///   - isClosed: whether other members are refused.
    public init(_ title: String?, _ members: [Member], isClosed: Bool = false) {
      self.title = title
      self.members = members
      self.isClosed = isClosed
    }
  }

  /// A value with a name, as part of another one.
  public struct Member: Hashable, Sendable {
    /// The name in JSON.
    public internal(set) var name: String
    /// What the value is.
    public internal(set) var shape: Shape
    /// The member in a sentence, for people; empty if nothing is said of it.
    public package(set) var about: String
    /// The name as people read it, if it is another one than the words of `name`.
    public internal(set) var label: String?
    /// What the value means to people; `nil` if its type says it.
    public package(set) var role: Shape.Role?
    /// The member beside it that has the ``Tone`` of a status; `nil` without one.
    public internal(set) var tone: String?
    /// The heading of the group to which the member belongs; `nil` if it is in none. Members of one group follow each other.
    public internal(set) var section: String?
    /// What an empty field shows as an example of what to enter; `nil` without one.
    public internal(set) var prompt: String?
    /// What each value of `tone` stands for, by the words of that member; empty if its values are tones.
    public internal(set) var tones: [String: Tone] = [:]
    /// Whether an absent or empty value is shown, too: its absence says something.
    public internal(set) var isShownWhenEmpty = false
    /// Whether people read the value. A view that is made of the description does not show what programs alone need.
    public internal(set) var isForPeople = true
    /// The numbers that a person may enter; `nil` for all that the type has.
    public package(set) var bounds: Bounds?
    /// What people know of a list beyond its rows; `nil` if nothing is said of it.
    public internal(set) var list: ListDescription?
    /// Whether the value goes in and never comes out.
    public var isSecret: Bool { shape.unwrapped == .secret }
    /// Whether the member must be present.
    public internal(set) var isRequired: Bool
    /// Whether the value is hidden from fronts that may not read what is private.
    public internal(set) var isPrivate: Bool
    /// The JSON that takes the place of a private member which a recording leaves out until a state has shown it.
    public internal(set) var placeholder: [UInt8]?

    /// A member.
    ///
    /// - Parameters:
    ///   - name: the name in JSON.
    ///   - shape: what the value is.
    ///   - about: the member in a sentence, for people.
    ///   - label: the name as people read it, if it is another one than the words of `name`.
    ///   - isRequired: whether the member must be present.
    ///   - isPrivate: whether the value is hidden while the application does not have the user's attention.
    public init(
      _ name: String, _ shape: Shape, _ about: String = "", label: String? = nil, isRequired: Bool = true,
      isPrivate: Bool = false
    ) {
      self.name = name
      self.shape = shape
      self.about = about
      self.label = label
      self.isRequired = isRequired
      self.isPrivate = isPrivate
    }
  }

  /// One of several records, told apart by their member `type`.
  public struct Variants: Hashable, Sendable {
    /// The name of the type.
    public let title: String
    /// The records.
    public let variants: [Variant]

    /// One of several records.
    ///
    /// - Parameters:
    ///   - title: the name of the type, unique in the app.
    ///   - variants: the records.
    public init(_ title: String, _ variants: [Variant]) {
      self.title = title
      self.variants = variants
    }

    /// The title of a record: "PhaseReady" of the variant "ready" of "Phase".
    package func title(of variant: String) -> String { title + variant.capitalizedFirst }
  }

  /// A record among others.
  public struct Variant: Hashable, Sendable {
    /// The value of `type`.
    public let name: String
    /// The members beside `type`.
    public let members: [Member]

    /// A record among others.
    ///
    /// - Parameters:
    ///   - name: the value of `type`.
    ///   - members: the members beside `type`.
    public init(_ name: String, _ members: [Member] = []) {
      self.name = name
      self.members = members
    }
  }

  /// The events of a screen.
  public struct Events: Hashable, Sendable {
    /// The name of the type.
    public let title: String
    /// A description of each kind of event.
    public let events: [Event]

    /// The events of a screen.
    ///
    /// - Parameters:
    ///   - title: the name of the type, unique in the app.
    ///   - events: a description of each kind of event.
    public init(_ title: String, _ events: [Event]) {
      self.title = title
      self.events = events
    }

    /// The title of a kind of event: "ShelfEventRowWasTapped" of the event "rowWasTapped" of "ShelfEvent".
    package func title(of event: String) -> String { title + event.capitalizedFirst }
  }

  /// A kind of event.
  public struct Event: Hashable, Sendable {
    /// The value of `type`.
    public internal(set) var name: String
    /// The event in a sentence, for people.
    public let about: String
    /// What stands on its button, if it is something else than the words of `name`.
    public var label: String?
    /// The members beside `type`, in the order of the event's values.
    public package(set) var members: [Member]
    /// The state's optional text that says why the event is refused.
    public var disabledReason: String?
    /// The state's list of which the first value names a row, or is one of the texts.
    public var rows: String?
    /// Whether the first value names several rows.
    public var isAboutSeveralRows = false
    /// Whether the first value is chosen from the list that ``rows`` names, where ``field`` is shown.
    public var isChoice = false
    /// The state's field that shows the value.
    public var field: String?
    /// Whether a front sends the event when it shows the screen.
    public var isAppearance = false
    /// What the event is for; `nil` for one of many actions.
    public var purpose: EventPurpose?
    /// The file that the event asks a person for; `nil` for one that asks for none.
    public var file: FileWish?
    /// The state's Boolean that says whether the event is hidden, and refused.
    public var hidden: String?
    /// The row's optional text that says why the event is refused for this row.
    public var rowDisabledReason: String?
    /// The row's Boolean that says whether the event is hidden for this row, and refused.
    public var rowHidden: String?
    /// Whether the event takes something away that the person may want back.
    public var isDestructive = false
    /// Whether a person is asked before the event is applied.
    public var asksFirst = false
    /// Whether sending the event twice does no more than sending it once.
    public var isIdempotent = false
    /// Whether an assistant may send the event.
    public var isForAssistants = true
    /// Whether the reasons against the event are private.
    public var hasPrivateReasons = false
    /// The state's field that has the state of the part whose event this is. The member `event` is the part's own event; in a
    /// list of parts, the member `id` before it says of which one.
    public var part: String?

    /// A kind of event.
    ///
    /// - Parameters:
    ///   - name: the value of `type`.
    ///   - about: the event in a sentence, for people.
    ///   - members: the members beside `type`, in the order of the event's values.
    public init(_ name: String, about: String, _ members: [Member] = []) {
      self.name = name
      self.about = about
      self.members = members
    }
  }
}

// MARK: - Shorter

extension Shape {
  /// Members by their names; see ``Record/init(_:_:isClosed:)``.
  public static func record(_ title: String?, _ members: [Member], isClosed: Bool = false) -> Shape {
    .record(Record(title, members, isClosed: isClosed))
  }

  /// One of a few words; see ``Choice/init(_:_:labels:)``.
  public static func choice(_ title: String?, _ words: [String], labels: [String]? = nil) -> Shape {
    .choice(Choice(title, words, labels: labels))
  }

  /// One of several records; see ``Variants/init(_:_:)``.
  public static func variants(_ title: String, _ variants: [Variant]) -> Shape { .variants(Variants(title, variants)) }

  /// The shape of an amount of money.
  ///
  /// - Precondition: the shape is a record with the members `amount` and `currency`.
  public var asMoney: Shape {
    guard let record, record.members.map(\.name).sorted() == ["amount", "currency"] else {
      preconditionFailure("An amount of money has the members amount and currency.")
    }
    return .money(record)
  }
}

// MARK: - Questions

extension Shape {
  /// The record, if the shape is one.
  public var record: Record? {
    switch self {
    case .record(let record), .money(let record): record
    default: nil
    }
  }

  /// The members of a record; none of another shape.
  public var members: [Member] { record?.members ?? [] }

  /// The kinds of events; none of another shape.
  public var events: [Event] { if case .events(let events) = self { events.events } else { [] } }

  /// The shape of the value if it is not missing.
  public var unwrapped: Shape { if case .optional(let wrapped) = self { wrapped.unwrapped } else { self } }

  /// Whether the value may be `null`.
  public var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The name of the type, if it has one.
  public var title: String? {
    switch self {
    case .choice(let choice): choice.title
    case .record(let record), .money(let record): record.title
    case .variants(let variants): variants.title
    case .events(let events): events.title
    case .anyOf(let title, _): title
    default: nil
    }
  }

  /// The shapes that this one is directly made of.
  package var parts: [Shape] {
    switch self {
    case .list(let element), .rows(let element, _): [element]
    case .optional(let wrapped): [wrapped]
    case .record(let record), .money(let record): record.members.map(\.shape)
    case .variants(let variants): variants.variants.map { .record(variants.title(of: $0.name), $0.members) }
    case .events(let events): events.events.map { .record(events.title(of: $0.name), $0.members, isClosed: true) }
    case .anyOf(_, let shapes): shapes
    default: []
    }
  }

  /// Whether it is an integer that JSON does not carry exactly everywhere, so that it is a string beyond ±(2^53 - 1).
  package var isLongInteger: Bool {
    guard case .integer(let minimum?, let maximum?) = self else { return false }
    return minimum <= -(1 << 53) && maximum >= 1 << 53
  }

  /// Whether JSON has the value as a text.
  package var isText: Bool {
    switch self {
    case .text, .secret, .idempotencyKey, .entityTag, .decimal, .date, .choice: true
    default: false
    }
  }

  /// What an error reports as expected, such as "a string".
  package var expectation: String {
    switch self {
    case .nothing: "null"
    case .text(_, _, _, let format): format?.expectation ?? "a string"
    case .secret, .idempotencyKey, .entityTag: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .decimal: "a decimal number as a text"
    case .boolean: "a boolean"
    case .date: "a date-time (RFC 3339)"
    case .choice(let choice): "one of " + choice.words.joined(separator: ", ")
    case .list, .rows: "an array"
    case .record, .money, .variants: "an object"
    case .events: "an event"
    case .anyOf, .json: "a JSON value"
    case .optional(let wrapped): wrapped.expectation + " or null"
    }
  }

  /// The members of a value that a recording leaves out until a state has shown them, with what takes the place of each in a
  /// replay.
  ///
  /// A member inside another one has a path of names with the escapes of a JSON Pointer, such as `owner/address`. The
  /// members of a list are those of its elements.
  package var privateMembers: [String: [UInt8]] {
    switch self {
    case .list(let element), .rows(let element, _): return element.privateMembers
    case .optional(let wrapped): return wrapped.privateMembers
    case .record(let record), .money(let record): return Self.privateMembers(record.members)
    case .variants(let variants): return Self.privateMembers(variants.variants.flatMap(\.members))
    case .events(let events): return Self.privateMembers(events.events.flatMap(\.members))
    default: return [:]
    }
  }

  /// What of a value is private, sorted: paths as those of `privateMembers`.
  package var privatePaths: [String] {
    switch self {
    case .list(let element), .rows(let element, _): return element.privatePaths
    case .optional(let wrapped): return wrapped.privatePaths
    case .record(let record), .money(let record): return Self.privatePaths(record.members)
    case .variants(let variants): return Self.privatePaths(variants.variants.flatMap(\.members))
    default: return []
    }
  }

  private static func privatePaths(_ members: [Member]) -> [String] {
    let paths = members.flatMap { member in
      member.isPrivate ? [member.path] : member.shape.privatePaths.map { "\(member.path)/\($0)" }
    }
    return Set(paths).sorted()
  }

  private static func privateMembers(_ members: [Member]) -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for member in members {
      if let placeholder = member.placeholder {
        all[member.path] = placeholder
      } else {
        for (inner, placeholder) in member.shape.privateMembers { all["\(member.path)/\(inner)"] = placeholder }
      }
    }
    return all
  }
}

extension Shape.Member {
  /// The name with the escapes of a JSON Pointer.
  package var path: String { String(JSONPointer(name).description.dropFirst()) }
}

extension String {
  /// The text with its first letter as a capital.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
