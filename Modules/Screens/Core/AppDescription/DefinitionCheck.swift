import Descriptions
import Words

extension AppDefinition {
  /// The mistakes in the descriptions of the app: of its screens, of its own view model, of its title, of its layout, of its links
  /// and of its features.
  ///
  ///     @Test func `describes the app`() { #expect(AppDefinition.library.check() == []) }
  ///
  /// See ``AnyScreen/check(_:)`` for what is found in the description of a screen.
  ///
  /// - Parameter inAllLanguages: Whether a label without a text is a mistake: one that no catalogue has in a language of the
  ///   ``catalogs``, such as the words that are made of the name of a property.
  public func check(inAllLanguages: Bool = false) -> [DescriptionMistake] {
    mistakes + (inAllLanguages ? missingTexts : [])
  }

  /// The labels without a text in a language of the catalogues, in sentences. English needs none: it is the key.
  private var missingTexts: [DescriptionMistake] {
    let languages = Set(catalogs.flatMap(\.languages)).subtracting([.english, .pseudo])
    let labels = labels
    return languages.sorted { $0.description < $1.description }.flatMap { language -> [DescriptionMistake] in
      let words = Words(in: language, app: catalogs)
      return labels.filter { !words.hasText(for: $0.text) }
        .map {
          DescriptionMistake($0.owner, "\"\($0.text)\" has no text in the language \(language); add it to a catalogue.")
        }
    }
  }

  /// What people read of the descriptions, each once, and where it stands first.
  private var labels: [(owner: String, text: String)] {
    var labels = Labels()
    if let title { labels.add([title.name, title.greeting], of: "AppTitle") }
    labels.add(layout.tabs.map(\.label), of: "AppLayout")
    for screen in allScreens {
      labels.add(screen.state, of: screen.name)
      labels.add(screen.parameters, of: screen.name)
      labels.add(screen.events, of: screen.name)
    }
    return labels.all
  }
}

private struct Labels {
  private(set) var all: [(owner: String, text: String)] = []
  private var known: Set<String> = []
  private var visited: Set<Shape> = []

  mutating func add(_ texts: [String?], of owner: String) {
    for case let text? in texts where !text.isEmpty && known.insert(text).inserted { all.append((owner, text)) }
  }

  mutating func add(_ shape: Shape, of owner: String) {
    // A picture and a chart are not shown by the names of their members.
    guard ![Picture.shape, Series.shape].contains(shape), visited.insert(shape).inserted else { return }
    let owner = shape.title ?? owner
    switch shape {
    case .record(let record):
      for member in record.members where member.isForPeople && member.role != .activity { add(member, of: owner) }
    case .choice(let choice): add(choice.labels, of: owner)
    case .events(let events): for event in events.events { add(event, of: owner) }
    case .money: break
    default: for part in shape.parts { add(part, of: owner) }
    }
  }

  private mutating func add(_ member: Shape.Member, of owner: String) {
    // An identity, and what is shown without a name.
    let isNameless =
      ["id", "isBusy"].contains(member.name) || member.name.hasSuffix("DisabledReason")
      || [.title, .subtitle, .failure, .note, .success].contains(member.role)
    add([isNameless ? nil : member.label ?? member.name.asLabel], of: owner)
    add([member.section, member.list?.emptyText], of: owner)
    add(member.shape, of: owner)
  }

  private mutating func add(_ event: Shape.Event, of owner: String) {
    // An edit has the label of its field.
    if event.part == nil, !event.isAppearance, event.members.isEmpty || event.rows != nil || event.label != nil {
      add([event.label ?? event.name.withoutTap.asLabel], of: owner)
    }
    for member in event.members { add(member.shape, of: owner) }
  }
}
