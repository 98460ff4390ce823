import ExpectSupport
import Foundation
import Screens
import ScreensSupport
import Testing

/// A screen whose state says a text, a count and a form.
private struct NoteState: ScreenState {
  var text: String
  var count: String
  var draft: String
  /// Nothing can be sent.
  var sendHidden = true
  var isBusy: Bool { false }

  init(_ facts: NoteFacts, _ environment: AppEnvironment) {
    let words = environment.words
    text = facts.error.map { words.string($0.text) } ?? words.text("No note was written.")
    count = words.text("\(count: facts.count) notes")
    draft = facts.draft
  }

  static let fields: Fields<NoteState> = [
    Field(\.text, "The text."), Field(\.count, "How many."), Field(\.draft, "The draft."),
    Field(\.sendHidden, "Nothing can be sent."),
  ]
  static var samples: [NoteState] { [NoteState(NoteFacts(), AppEnvironment())] }
}

private struct NoteFacts {
  var error: ServiceError?
  var count = 1_234
  var draft = ""
}

private enum NoteEvent: ScreenEvent {
  case draftChanged(String)
  case failed
  case sent
  case germanWasChosen

  static let cases: [EventCase<NoteEvent>] = [
    EventCase(.germanWasChosen, "Speak German."),
    EventCase(draftChanged, member: "text", "The draft."), EventCase(.failed, "It fails."),
    EventCase(.sent, "Send.").hidden(by: \NoteState.sendHidden),
  ]
}

private final class NoteViewModel: ViewModel {
  let eventSubject = EventSubject<NoteEvent>()
  @Published private(set) var state: NoteState
  var statePublisher: Published<NoteState>.Publisher { $state }
  @Published private var facts = NoteFacts()
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    state = NoteState(NoteFacts(), environment)
    environment.states(of: $facts, NoteState.init).assign(to: &$state)
    eventSubject
      .sink { [weak self] event in
        switch event {
        case .draftChanged(let text): self?.facts.draft = text
        case .failed: self?.facts.error = .timeout
        case .sent: break
        case .germanWasChosen: environment.localize(AppLocalization(Language("de") ?? .english))
        }
      }
      .store(in: &cancellables)
  }
}

extension Screen<NoteViewModel> {
  fileprivate static var note: Self { Screen("note", about: "A note.") { NoteViewModel($1) } }
}

@MainActor @Suite struct AppLocalizationTests {
  private static let german = AppLocalization(Language("de") ?? .english)
  private static let catalog = StringCatalog(embedded: [
    "de": """
    {"No note was written.":"Es gibt noch keine Notiz.","%lld notes":"%lld Notizen"}
    """
  ])

  private let app = AppCore(
    AppEnvironment(), AppDefinition(screens: [AnyScreen(.note)], catalogs: [catalog]))

  @Test func `a state is said again in another language`() throws {
    let note = app.open(.note)
    expectEqual(note.state.text, "No note was written.")
    expectEqual(note.state.count, "1,234 notes")
    try note.send(.draftChanged("Milk"))
    try app.perform(.localize(Self.german))
    expectEqual(note.state.text, "Es gibt noch keine Notiz.")
    expectEqual(note.state.count, "1.234 Notizen")
    expectEqual(note.state.draft, "Milk")
    try note.send(.failed)
    expectEqual(note.state.text, "Das Backend hat zu lange nicht geantwortet.")
    try app.perform(.localize(.english))
    expectEqual(note.state.text, "The backend took too long to answer.")
  }

  @Test func `a front changes the language for all, and it is reported once`() throws {
    var reports: [AppLocalization] = []
    let cancellable = app.reports.sink {
      if case .localized(let localization) = $0.event { reports.append(localization) }
    }
    let front = app.attach(.page)
    try front.perform(.localize(Self.german))
    try front.perform(.localize(Self.german))
    expectEqual(reports, [Self.german])
    expectEqual(app.localization, Self.german)
    cancellable.cancel()
  }

  @Test func `a screen changes the language for all, and each front hears of it once`() throws {
    var reports: [(localization: AppLocalization, isFront: Bool)] = []
    let cancellable = app.attach(.page).reports.sink {
      if case .localized(let localization) = $0.event { reports.append((localization, $0.cause.isFront)) }
    }
    let note = app.open(.note)
    try note.send(.germanWasChosen)
    try note.send(.germanWasChosen)
    expectEqual(note.state.text, "Es gibt noch keine Notiz.")
    expectEqual(reports.map(\.localization), [Self.german])
    expectEqual(reports.map(\.isFront), [false])
    cancellable.cancel()
  }

  @Test func `a refusal has a sentence in the language, and a word for programs`() throws {
    let note = app.open(.note)
    for (localization, sentence) in [
      (.english, "This is not possible at the moment."), (Self.german, "Das ist zurzeit nicht möglich."),
    ] as [(AppLocalization, String)] {
      try app.perform(.localize(localization))
      let error = #expect(throws: EventError.self) { try note.send(.sent) }
      expectEqual(error?.refusal, sentence)
      expectEqual(error?.refusalCode, .hidden)
    }
  }

  @Test func `a language has a locale unless another one is given`() {
    expectEqual(AppLocalization.english.locale, Locale(identifier: "en_US"))
    expectEqual(AppLocalization(.pseudo).locale, Locale(identifier: "en_US"))
    expectEqual(Self.german.locale, Locale(identifier: "de"))
    expectEqual(AppLocalization(language: "de", locale: "de_AT")?.locale, Locale(identifier: "de_AT"))
    expectEqual(AppLocalization(language: nil, locale: "de_AT")?.language, .english)
    #expect(AppLocalization(language: "german", locale: nil) == nil)
    #expect(AppLocalization(language: "de", locale: "nowhere at all") == nil)
  }
}
