import JSON

/// What is wrong with the description of a screen.
public struct DescriptionMistake: Hashable, Sendable, CustomStringConvertible {
  /// The type whose description is wrong, or the screen.
  public let subject: String
  /// The mistake in a sentence.
  public let description: String

  init(_ subject: String, _ sentence: String) {
    self.subject = subject
    description = "\(subject): \(sentence)"
  }
}

/// The mistakes in the descriptions of screens: of their states, events and parameters.
///
///     @Test func `describes every screen`() {
///       #expect(check([AnyScreen(.shelf), AnyScreen(.book)]) == [])
///     }
///
/// It looks at the descriptions and at the samples that they declare, and makes no view model. It finds
///
/// - a stored property of a state or of parameters that is in no field and not left out (of a state, with a sample;
///   without one, a debug build stops when the screen is opened),
/// - a computed property, or an event of a type that describes itself, without a name,
/// - a name that is not a plain identifier, or that occurs twice,
/// - two types with one title,
/// - an event that its own description does not recognise, and
/// - a value that is another one after it was written and read.
///
/// An event that no case describes cannot be found so: a debug build stops when a screen receives it.
public func check(_ screens: [AnyScreen]) -> [DescriptionMistake] {
  var check = DescriptionCheck()
  check.add(ApplicationEvent.self)
  for screen in screens { screen.check(&check) }
  return check.mistakes
}

/// A check of descriptions that belong to one app.
struct DescriptionCheck {
  private(set) var mistakes: [DescriptionMistake] = []
  private var titles: [String: (type: ObjectIdentifier?, schema: JSON)] = [:]
  private var visited: Set<ObjectIdentifier> = []

  mutating func add<State: ScreenState>(_: State.Type) {
    guard visited.insert(ObjectIdentifier(State.self)).inserted else { return }
    checkTitle(of: State.self, State.schema)
    report("\(State.self)", State.fields.mistakes)
    for sample in State.samples { add(sample) }
  }

  /// Checks a state.
  mutating func add<State: ScreenState>(_ sample: State) {
    // NB: the runtime reads `isBusy` in any case, so a front need not see it.
    report("\(State.self)", State.fields.mistakes(in: sample, exceptions: ["isBusy"]))
  }

  /// The mistakes of a state's description that show in this state.
  static func mistakes<State: ScreenState>(in state: State) -> [DescriptionMistake] {
    var check = DescriptionCheck()
    check.add(state)
    return check.mistakes
  }

  mutating func add<Parameters: ScreenParameters>(_: Parameters.Type) {
    guard visited.insert(ObjectIdentifier(Parameters.self)).inserted else { return }
    let subject = "\(Parameters.self)"
    checkTitle(of: Parameters.self, Parameters.schema)
    report(subject, Parameters.fields.mistakes + Parameters.fields.mistakes(in: Parameters()))
    for field in Parameters.fields.sorted where !field.isReadable {
      report(
        subject, ["the parameter \"\(field.name)\" cannot be read: it needs a variable of a type that is JSONReadable."]
      )
    }
  }

  mutating func add<Event: ScreenEvent>(_: Event.Type) {
    guard visited.insert(ObjectIdentifier(Event.self)).inserted else { return }
    let subject = "\(Event.self)"
    let isNamed = Event.cases.allSatisfy { !$0.name.isEmpty }
    checkTitle(of: Event.self, isNamed ? Event.schema : .null, Event.title)
    for name in repeated(Event.cases.map(\.name)) { report(subject, ["two cases have the name \"\(name)\"."]) }
    for event in Event.cases {
      guard !event.name.isEmpty else {
        report(
          subject, ["the event \"\(event.about)\" has no name, and its type describes itself; give it one by `name:`."])
        continue
      }
      for name in [event.name] + event.memberNames where !isPlainIdentifier(name) || event.memberNames == ["type"] {
        report(subject, ["the name \"\(name)\" is not a plain identifier, or is taken."])
      }
      checkRoundTrip(event, subject)
    }
  }

  private mutating func checkRoundTrip<Event>(_ event: EventCase<Event>, _ subject: String) {
    let sample = event.sample()
    guard event.matches(sample) else {
      report(
        subject, ["the event \"\(event.name)\" does not recognise its own value; give it a closure by `extract:`."])
      return
    }
    guard Event.cases.count(where: { $0.matches(sample) }) == 1 else {
      report(subject, ["another case describes the event \"\(event.name)\", too."])
      return
    }
    let json = sample.json { secret, _ in secret.withRevealedText(\.json) } ?? []
    let read = try? Event(JSONText(scanning: json))
    if read != sample { report(subject, ["the event \"\(event.name)\" is another one after it was written and read."]) }
  }

  /// Checks that no other type has the title of this one, or of one inside of it.
  private mutating func checkTitle(of type: Any.Type, _ schema: JSON, _ title: String? = nil) {
    let title = title ?? "\(type)"
    if let other = titles[title], other.type != ObjectIdentifier(type) {
      report(title, ["two types have this title."])
    }
    titles[title] = (ObjectIdentifier(type), schema)
    if !isPlainIdentifier(title) { report(title, ["the title is not a plain identifier."]) }
    if case .object(let members) = schema { for member in members.values { checkTitles(in: member) } }
  }

  private mutating func checkTitles(in schema: JSON) {
    switch schema {
    case .object(var members):
      for member in members.values { checkTitles(in: member) }
      guard case .string(let title)? = members["title"] else { return }
      // A property has a description of its own.
      members["description"] = nil
      if let other = titles[title] {
        if other.schema != .object(members) { report(title, ["two types have this title."]) }
      } else {
        titles[title] = (nil, .object(members))
        if !isPlainIdentifier(title) { report(title, ["the title is not a plain identifier."]) }
      }
    case .array(let elements): for element in elements { checkTitles(in: element) }
    default: break
    }
  }

  private func repeated(_ names: [String]) -> [String] {
    Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 && !$0.key.isEmpty }.keys.sorted()
  }

  private mutating func report(_ subject: String, _ sentences: [String]) {
    for mistake in sentences.map({ DescriptionMistake(subject, $0) }) where !mistakes.contains(mistake) {
      mistakes.append(mistake)
    }
  }
}
