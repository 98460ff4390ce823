import AppTesting
import Testing

@testable import Chat

/// What a person reads of the descriptions of the screens: labels, prompts, choices, and what stands in place of rows.
@MainActor @Suite struct DescriptionTests {
  @Test func `has a label of its own for each field of a part`() {
    let members = ComposerState.fields.members + UploadState.fields.members + DownloadState.fields.members
    let unlabelled = members.filter { $0.isForPeople && $0.label == nil }.map(\.name)
    #expect(unlabelled == ["upload", "sendDisabledReason"])
  }

  @Test func `is said in German`() throws {
    let words = Words(language: try #require(Language("de")), catalogs: AppDefinition.chat.catalogs)
    let screens = AppDefinition.chat.screens + [try #require(AppDefinition.chat.app)]
    let missing = screens.flatMap(Self.texts).filter { words.string(LocalizedText(english: $0)) == $0 }
    // What is the same in both languages, a name, or a text of the world in memory.
    let same: Set = ["Deutsch", "English", "Europe/Berlin", "Name", "Offline", "Text", "pan"]
    #expect(Set(missing).subtracting(same).sorted() == [])
  }

  private static func texts(of screen: AnyScreen) -> [String] {
    let events = screen.events.events
    return texts(of: screen.state, events) + texts(of: events)
  }

  /// The texts of the events that have controls: those that edit a field are called after it.
  private static func texts(of events: [Shape.Event]) -> [String] {
    events.filter { $0.part == nil && !$0.isAppearance && !$0.name.hasSuffix("Changed") }.map { event in
      event.label ?? label(of: event.name.replacing("ButtonWasTapped", with: ""))
    }
  }

  /// The texts of the members of a value that a person sees.
  private static func texts(of shape: Shape, _ events: [Shape.Event], identity: String? = nil) -> [String] {
    let conditions = Set(
      events.flatMap { [$0.disabledReason, $0.hidden, $0.rowDisabledReason, $0.rowHidden] }.compactMap(\.self))
    return shape.unwrapped.members
      .filter { $0.isForPeople && !conditions.contains($0.name) && $0.name != identity && $0.name != "isBusy" }
      .flatMap { texts(of: $0, events) }
  }

  private static func texts(of member: Shape.Member, _ events: [Shape.Event]) -> [String] {
    if let part = events.first(where: { $0.part == member.name }) {
      let events = part.members.flatMap(\.shape.events)
      return texts(of: member.shape, events) + texts(of: events)
    }
    let own = [member.label ?? label(of: member.name), member.prompt, member.list?.emptyText].compactMap(\.self)
    switch member.shape.unwrapped {
    case .choice(let choice): return own + choice.labels
    case .rows(let row, let identity): return own + texts(of: row, events, identity: identity)
    default: return own
    }
  }

  /// A name in words: "Last text" for `lastText`.
  private static func label(of name: String) -> String {
    let words = name.reduce(into: "") { words, character in
      words += character.isUppercase && !words.isEmpty ? " " + character.lowercased() : String(character)
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
