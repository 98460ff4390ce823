public import JSON

/// A property of a type in JSON: what it is, and how it is written, read and hidden.
///
///     static let fields: Fields<LibraryCard> = [
///       Field(\.owner, "The owner's name."),
///       Field(\.isOverdrawn, name: "isOverdrawn", "Whether the amount is below zero."),
///       Field(\.amountText, "The amount.", .isPrivate(as: "••••••")),
///       .leftOut(\.cache),
///     ]
///
/// A list of fields does not have the types of their values: there `Value` is `Any`. A ``Codec`` of a record has them, because its
/// initializer needs them:
///
///     static let record = Codec(Measurement.init(name:grams:), Field(\.name, "What it is."), Field(\.grams).bounded(from: 0))
public struct Field<Owner, Value>: Sendable {
  /// The property, without the type of its values.
  package var property: DescribedProperty<Owner>
  /// The value of a record's field, without what is private in it.
  let hidden: @Sendable (Owner) -> Value
  /// A value of a record's field that others go with.
  private(set) var makeExample: @Sendable () -> Value

  /// What the property is in JSON: its name, which is empty if the property needs one and was given none, its shape, and what
  /// people read of it.
  public var member: Shape.Member { property.member }

  /// The member's name in JSON; empty if the property needs a name and was given none.
  public var name: String { member.name }

  func with(_ change: (inout Shape.Member) -> Void) -> Field {
    var field = self
    change(&field.property.member)
    return field
  }
}

// MARK: - In records

extension Field where Value: JSONReadable & JSONWritable {
  /// Describes a property of a record. One that is optional may be absent or `null`.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property and one inside of another
  ///     property need one.
  ///   - about: The property in a sentence, for people.
  ///   - privacy: What takes the place of the value where what is private is hidden, and in a replay: a recording leaves the member
  ///     out until a state has shown it, wherever in a service's answer the record is.
  ///   - role: What the value means beyond its type, such as `.emailAddress`.
  public init(
    _ property: any KeyPath<Owner, Value> & Sendable, name: String? = nil, _ about: String = "",
    _ privacy: Privacy<Value>? = nil, as role: Role<Value.RoleValue>? = nil
  ) {
    self.property = DescribedProperty(property, name, about, role, privacy)
    hidden = { privacy.hiding($0[keyPath: property]) }
    makeExample = { Value.example }
    self.property.member.isRequired = !member.shape.isOptional
    if let privacy, privacy.isPrivate, privacy.constant == nil {
      self.property.member.placeholder = privacy.placeholder(Value.example).exactJSON
    }
  }

  /// The property with another example than that of its type, with which the others of the record go.
  public func example(_ example: @autoclosure @escaping @Sendable () -> Value) -> Field {
    var field = self
    field.makeExample = example
    return field
  }
}

extension Field where Value: Secret {
  /// Describes a secret of a record, such as a password. It goes to a transport, and to nothing that is kept or shown: no recording
  /// has it.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: The member's name in JSON; by default, the name of a stored property.
  ///   - about: The property in a sentence, for people.
  @_disfavoredOverload
  public init(_ property: any KeyPath<Owner, Value> & Sendable, name: String? = nil, _ about: String = "") {
    self.property = DescribedProperty(secret: property, name, about)
    hidden = { $0[keyPath: property] }
    makeExample = { Value.example }
  }
}

// MARK: - In lists

// NB: disfavoured, and so are secrets. Otherwise the compiler tries each initializer for each field of a record, and gives up at twelve.

extension Field where Value == Any {
  init(_ property: DescribedProperty<Owner>) {
    self.property = property
    hidden = { _ in () }
    makeExample = { () }
  }

  /// Describes a property that is written. It is read, too, such as a parameter of a screen, if it is a variable of a type that is
  /// ``JSONReadable``.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - role: What the value means beyond its type, such as `.title`.
  @_disfavoredOverload
  public init<Content: JSONWritable & Described>(
    _ property: any KeyPath<Owner, Content> & Sendable, name: String? = nil, _ about: String,
    as role: Role<Content.RoleValue>? = nil
  ) {
    self.init(DescribedProperty(property, name, about, role))
  }

  /// Describes a property that is private: it is hidden while the application does not have the user's attention. A private parameter of
  /// a screen is in no link, and in no recording of a screen that the app opens.
  ///
  /// - Parameters:
  ///   - property: The property, a variable.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - privacy: What takes the place of the value.
  ///   - role: What the value means beyond its type.
  @_disfavoredOverload
  public init<Content: JSONWritable & Described>(
    _ property: any WritableKeyPath<Owner, Content> & Sendable, name: String? = nil, _ about: String,
    _ privacy: Privacy<Content>, as role: Role<Content.RoleValue>? = nil
  ) {
    self.init(DescribedProperty(property, name, about, role, privacy))
  }

  /// Describes a property that an object that is read must have, such as a parameter without which a screen cannot open.
  ///
  /// - Parameters:
  ///   - property: The property, a variable.
  ///   - name: The member's name in JSON; by default, the name of a stored property. A computed property
  ///     needs one, and so does one whose type has a single value.
  ///   - about: The property in a sentence, for people.
  ///   - privacy: What takes the place of a private value.
  ///   - role: What the value means beyond its type.
  @_disfavoredOverload
  public init<Content: JSONWritable & JSONReadable>(
    required property: any WritableKeyPath<Owner, Content> & Sendable, name: String? = nil, _ about: String,
    _ privacy: Privacy<Content>? = nil, as role: Role<Content.RoleValue>? = nil
  ) {
    self.init(DescribedProperty(property, name, about, role, privacy))
    self.property.isRequired = true
  }

  /// Leaves a stored property out of the JSON on purpose.
  public static func leftOut<Content>(_ property: KeyPath<Owner, Content>) -> Field {
    Field(DescribedProperty(leftOut: property))
  }

  /// A property whose parts are members of the JSON in its place.
  package init<Content>(_ keyPath: KeyPath<Owner, Content>, property: String, parts: [Field]) {
    self.init(DescribedProperty(leftOut: keyPath, property, parts: parts.map(\.property)))
  }
}

extension Field where Value: JSONReadable {
  /// The value in an object.
  ///
  /// - Throws: if it is missing, or has another type.
  func value(in object: JSONText) throws -> Value {
    let json = object[name] ?? (member.isRequired ? nil : JSONText(scanned: JSON.null.json[...]))
    guard let json, member.bounds?.allow(json) != false, let value = Value(json) else { throw Unreadable() }
    return value
  }
}

private struct Unreadable: Error {}

// MARK: - What is said of it

extension Field {
  /// The property with a label for people. Without one, fronts make words of the name:
  /// "Due date" of `dueDate`.
  ///
  ///     Field(\.dueDate, "When the book must be back.").labelled("Back by")
  public func labelled(_ label: String) -> Field { with { $0.label = label } }

  /// The property as a status, whose tone another property has.
  ///
  ///     Field(\.status, "Whether the book is here.").shownAsStatus(tone: \.statusTone)
  public func shownAsStatus(tone: KeyPath<Owner, Tone>) -> Field {
    with { member in
      member.role = .status
      member.tone = DescribedProperty.storedProperty(tone) ?? ""
    }
  }

  /// The property as a status, whose tone follows from another property.
  ///
  ///     Field(\.status, "Whether the book is here.").shownAsStatus(by: \.lending, [.here: .positive, .lost: .negative])
  ///
  /// - Parameters:
  ///   - choice: The other property, of a type with a few words.
  ///   - tones: The tone of each of its values; neutral for those that are left out.
  public func shownAsStatus<Choice: RawRepresentable<String> & Hashable>(
    by choice: KeyPath<Owner, Choice>, _ tones: [Choice: Tone]
  ) -> Field {
    with { member in
      member.role = .status
      member.tone = DescribedProperty.storedProperty(choice) ?? ""
      member.tones = Dictionary(tones.map { ($0.rawValue, $1) }) { first, _ in first }
    }
  }

  /// The numbers that a person may enter. A parameter of a screen with another one is refused.
  ///
  ///     Field(\.copies, "How many copies.").bounded(from: 1, to: 10)
  public func bounded(from minimum: Double? = nil, to maximum: Double? = nil, step: Double? = nil) -> Field {
    with { $0.bounds = Bounds(from: minimum, to: maximum, step: step) }
  }

  /// The property is for programs, and for views made by hand: a view that is made of the description does not show it.
  public func forPrograms() -> Field { with { $0.isForPeople = false } }

  /// The property in a group with a heading. Properties of one group are declared one behind the other.
  ///
  ///     Field(\.street, "Street and number.").inSection("Address")
  public func inSection(_ heading: String) -> Field { with { $0.section = heading } }

  /// The property with an example of what to enter, which an empty field shows.
  public func prompting(_ example: String) -> Field { with { $0.prompt = example } }

  /// The property, whose absence says something: a front shows it also when it is empty, or `nil`.
  public func shownWhenEmpty() -> Field { with { $0.isShownWhenEmpty = true } }

  /// The property with another shape than that of its type, such as a text with a pattern.
  public func shaped(_ shape: Shape) -> Field { with { $0.shape = shape } }
}
