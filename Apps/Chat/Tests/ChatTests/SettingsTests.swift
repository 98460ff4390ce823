import AppTesting
import Foundation
import Testing

@testable import Chat

@MainActor @Suite struct SettingsTests {
  @Test func `speaks German at once, and in the next session`() throws {
    let storage = Storage()
    let session = Session(storage: storage)
    var reports = 0
    let cancellable = session.app.reports.sink { if case .localized = $0.event { reports += 1 } }
    let room = session.openRoom(1)
    let settings = session.open(.settings)
    try session.send(.languageChanged(.german), to: settings)
    #expect(settings.state.language == .german)
    #expect(room.state.composer.sendDisabledReason == "Die Nachricht ist leer.")
    #expect(reports == 1)
    storage.flush()
    #expect(Session(storage: storage).open(.settings).state.language == .german)
    cancellable.cancel()
  }

  @Test(arguments: [
    ("de", ChatLanguage.german), ("de-DE", .german), ("de-AT", .german), ("en-GB", .english), ("fr-FR", .english),
  ])
  func `shows the language of the app where none was chosen`(_ tag: String, _ language: ChatLanguage) throws {
    let environment = TestWorld(catalogs: AppDefinition.chat.catalogs).environment
    environment.localize(AppLocalization(try #require(Language(tag))))
    #expect(SettingsViewModel(environment).state.language == language)
  }

  @Test func `asks before a sign-out in the language that was chosen`() throws {
    let session = Session()
    let front = session.app.attach(.page, answers: [AppFront.anyQuestion])
    var questions: [String] = []
    let cancellable = front.reports.sink {
      guard case .questionOpened(let question) = $0.event else { return }
      guard let input = question.input(of: .confirm, for: front) else { return }
      questions = [input.title, input.message ?? ""] + input.choices.map(\.label)
    }
    let settings = session.open(.settings)
    try session.send(.languageChanged(.german), to: settings)
    try settings.send(.signOutButtonWasTapped)
    #expect(
      questions == [
        "Abmelden?", "Was nicht gesendet ist, wartet, bis Sie sich wieder anmelden.", "Abmelden", "Abbrechen",
      ])
    cancellable.cancel()
  }

  @Test func `tells of messages of others as is chosen`() throws {
    let session = Session()
    let front = session.app.attach(.page, answers: [AppFront.anyQuestion])
    var notices: [String] = []
    let cancellable = front.reports.sink {
      guard case .questionOpened(let question) = $0.event else { return }
      if let notice = question.input(of: .notify, for: front) { notices.append(notice.text) }
    }
    session.asBob(.post, .sample("Tea.", room: 2, key: "1"))
    #expect(notices == ["Bob in Kitchen: Tea."])
    let settings = session.open(.settings)
    try session.send(.notificationsChanged(.mentions), to: settings)
    session.storage.flush()
    session.asBob(.post, .sample("Tea.", room: 2, key: "2"))
    session.asBob(.post, .sample("Tea, @ada.", room: 2, key: "3"))
    #expect(notices == ["Bob in Kitchen: Tea.", "Bob in Kitchen: Tea, @ada."])
    cancellable.cancel()
  }

  @Test func `only a person who is signed in can sign out`() {
    let session = Session(account: nil)
    #expect(session.open(.settings).state.signOutDisabledReason == "You are not signed in.")
  }
}
