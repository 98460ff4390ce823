internal import Descriptions
internal import Requests

/// What is wrong with the description of a screen.
public struct DescriptionMistake: Hashable, Sendable, CustomStringConvertible {
  /// The type whose description is wrong, or the screen.
  public let subject: String
  /// The mistake in a sentence.
  public let description: String

  package init(_ subject: String, _ sentence: String) {
    self.subject = subject
    description = "\(subject): \(sentence)"
  }
}

/// A check of descriptions that belong to one app.
package struct DescriptionCheck {
  package private(set) var mistakes: [DescriptionMistake] = []
  /// Whether each value of an event needs words.
  let needsWords: Bool
  private var titles: [String: (type: ObjectIdentifier?, shape: Shape)] = [:]
  private var visited: Set<ObjectIdentifier> = []

  package init(needsWords: Bool = false) { self.needsWords = needsWords }

  package mutating func add<State: ScreenState>(_: State.Type) {
    guard visited.insert(ObjectIdentifier(State.self)).inserted else { return }
    addParts(State.fields)
    checkTitle(of: State.self, State.shape)
    reportFiles("\(State.self)", State.shape)
    report("\(State.self)", State.fields.mistakes + State.identityMistakes)
    for sample in State.samples { add(sample) }
  }

  /// Checks a state.
  mutating func add<State: ScreenState>(_ sample: State) {
    // NB: the runtime reads `isBusy` in any case, so a front need not see it.
    report("\(State.self)", State.fields.mistakes(in: sample, exceptions: ["isBusy"]))
    addParts(of: sample)
  }

  /// Checks the described objects inside a value, and the identities of rows.
  private mutating func addParts<Object: DescribedObject>(of sample: Object) {
    report("\(Object.self)", Object.fields.identityMistakes(in: sample))
    for object in Object.fields.objects(in: sample) { add(part: object) }
  }

  private mutating func add<Object: DescribedObject>(part object: Object) {
    // The state of a part may say whether it is busy.
    let exceptions: Set<String> = object is any ScreenState ? ["isBusy"] : []
    report("\(Object.self)", Object.fields.mistakes(in: object, exceptions: exceptions) + object.identityMistakes)
    addParts(of: object)
  }

  /// Checks the types of a value's fields.
  private mutating func addParts<Owner>(_ fields: Fields<Owner>) {
    for type in fields.valueTypes { add(part: type) }
  }

  private mutating func add(part type: any Described.Type) {
    checkTitle(ofPart: type, type.shape)
    if let state = type as? any ScreenState.Type { return add(state) }
    guard let object = type as? any DescribedObject.Type else { return }
    guard visited.insert(ObjectIdentifier(object)).inserted else { return }
    add(object: object)
  }

  private mutating func add<Object: DescribedObject>(object: Object.Type) {
    report("\(Object.self)", Object.fields.mistakes + Object.identityMistakes)
    addParts(Object.fields)
  }

  /// Checks the result with which a screen closes itself.
  package mutating func add<Outcome: ScreenOutcome>(outcome: Outcome.Type) {
    guard Outcome.self != NoOutcome.self, visited.insert(ObjectIdentifier(outcome)).inserted else { return }
    if let described = innermostType(of: outcome) as? any Described.Type {
      add(part: described)
      reportFiles("\(Outcome.self)", described.shape)
    }
    let read = (try? JSONText(scanning: Outcome.example.json)).flatMap { Outcome($0) }
    if read != Outcome.example {
      report("\(Outcome.self)", ["its example is not the same after it was written and read."])
    }
  }

  /// The mistakes of a state's description that show in this state.
  package static func mistakes<State: ScreenState>(in state: State) -> [DescriptionMistake] {
    var check = DescriptionCheck()
    check.add(state)
    return check.mistakes
  }

  package mutating func add<Parameters: ScreenParameters>(_: Parameters.Type) {
    guard visited.insert(ObjectIdentifier(Parameters.self)).inserted else { return }
    let subject = "\(Parameters.self)"
    addParts(Parameters.fields)
    checkTitle(of: Parameters.self, Parameters.shape)
    reportFiles(subject, Parameters.shape)
    report(subject, Parameters.fields.mistakes + Parameters.fields.mistakes(in: Parameters.defaults))
    for field in Parameters.fields.sorted where field.isRequired && Parameters.self is any OptionalParameters.Type {
      report(
        subject,
        ["the parameter \"\(field.name)\" is required; conform to ScreenParameters in place of OptionalParameters."])
    }
    for field in Parameters.fields.sorted where !field.isReadable {
      report(
        subject, ["the parameter \"\(field.name)\" cannot be read: it needs a variable of a type that is JSONReadable."]
      )
    }
  }

  /// Checks the events of a screen with this state.
  package mutating func add<Event: ScreenEvent, State: ScreenState>(_: Event.Type, for _: State.Type) {
    add(Event.self)
    for event in Event.cases {
      report("\(Event.self)", event.mistakes(for: State.fields))
      if needsWords { report("\(Event.self)", event.missingWords(for: State.fields)) }
      if let part = event.parts.part?.types {
        add(part.state)
        add(part.events, for: part.state)
      }
    }
  }

  package mutating func add<Event: ScreenEvent>(_: Event.Type) {
    guard visited.insert(ObjectIdentifier(Event.self)).inserted else { return }
    for type in Event.cases.flatMap(\.parts.valueTypes) {
      if let described = innermostType(of: type) as? any Described.Type { add(part: described) }
    }
    let subject = "\(Event.self)"
    let isNamed = Event.cases.allSatisfy { !$0.name.isEmpty }
    checkTitle(of: Event.self, isNamed ? Event.shape : .nothing, Event.title)
    if isNamed { reportFiles(subject, Event.shape) }
    for name in repeated(Event.cases.map(\.name)) { report(subject, ["two cases have the name \"\(name)\"."]) }
    for event in Event.cases {
      guard !event.name.isEmpty else {
        report(
          subject, ["the event \"\(event.about)\" has no name, and its type describes itself; give it one by `name:`."])
        continue
      }
      let taken = repeated(event.memberNames) + ["type"]
      let misnamed = ([event.name] + event.memberNames).filter { !isPlainIdentifier($0) }
      let mistakes =
        (misnamed + event.memberNames.filter(taken.contains)).map { name in
          "the name \"\(name)\" is not a plain identifier, or is taken."
        } + event.parts.mistakes.map { "of the event \"\(event.name)\", " + $0 }
      report(subject, mistakes)
      if mistakes.isEmpty { checkRoundTrip(event, subject) }
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
    // The number of a sample may lie outside of the bounds.
    let hasBounds = event.shape.members.contains { $0.bounds != nil }
    let read =
      try? hasBounds
      ? event.read(Members(JSONText(scanning: json)), checksBounds: false) : Event(JSONText(scanning: json))
    if read != sample {
      report(subject, ["the event \"\(event.name)\" is not the same after it was written and read."])
    }
  }

  /// Checks that no other type has the title of this one, or of one inside of it.
  private mutating func checkTitle(of type: Any.Type, _ shape: Shape, _ title: String? = nil) {
    let title = title ?? "\(type)"
    if let other = titles[title], other.type != ObjectIdentifier(type) {
      report(title, ["two types have this title."])
    }
    titles[title] = (ObjectIdentifier(type), shape)
    if !isPlainIdentifier(title) { report(title, ["the title is not a plain identifier."]) }
    for part in shape.parts { checkTitles(in: part) }
  }

  /// Checks that no other type has the title of one that is inside of others.
  private mutating func checkTitle(ofPart type: any Described.Type, _ shape: Shape) {
    guard let title = shape.title else { return }
    let identifier = ObjectIdentifier(type)
    guard let other = titles[title] else {
      titles[title] = (identifier, shape)
      if !isPlainIdentifier(title) { report(title, ["the title is not a plain identifier."]) }
      return
    }
    if let known = other.type {
      if known != identifier { report(title, ["two types have this title."]) }
    } else if other.shape == shape {
      titles[title] = (identifier, shape)
    } else {
      report(title, ["two types have this title."])
    }
  }

  private mutating func checkTitles(in shape: Shape) {
    for part in shape.parts { checkTitles(in: part) }
    guard let title = shape.title else { return }
    if let other = titles[title] {
      if other.shape != shape { report(title, ["two types have this title."]) }
    } else {
      titles[title] = (nil, shape)
      if !isPlainIdentifier(title) { report(title, ["the title is not a plain identifier."]) }
    }
  }

  /// Names a type with a file: a front could do nothing with it, and a recording would have its name.
  private mutating func reportFiles(_ subject: String, _ shape: Shape) {
    guard holdsFile(shape) else { return }
    report(
      subject, ["it has a FileReference; keep the file in the view model, and show its name or its size."])
  }

  private func holdsFile(_ shape: Shape) -> Bool {
    shape == FileReference.shape || shape.parts.contains(where: holdsFile)
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
