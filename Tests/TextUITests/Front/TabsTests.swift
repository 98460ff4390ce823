import Dispatch
import Screens
import ScreensSupport
import StandardIO
import Streams
import StreamsTesting
import Support
import Testing
import TextUI

/// The app as a whole at a prompt: tabs, its own view model, and links.
@MainActor @Suite struct TabsTests {
  private struct ClubFront: TextApp {
    let core: AppCore
  }

  // The clock of a room stands still.
  private let app = ClubFront(
    core: AppCore(AppEnvironment(main: AnyScheduler(TestScheduler(), startingAt: .init(.now()))), .club))

  private func play(_ script: String, _ app: (any TextApp)? = nil) async -> String {
    let transcript = Transcript(script)
    let front = TextFront(
      app ?? self.app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return transcript.text
  }

  private static let login = "login\n  name: (empty)\n"
  private static let help = "help\n  name: (empty)\n"

  @Test func `begins with the start of the layout, in its tab`() async {
    #expect(await play("").hasPrefix("[Door]  Desk\n\(Self.login)"))
  }

  @Test func `what the app has presented before the front was made stands in front`() async throws {
    try app.core.open(.room, RoomParameters(id: 1)).send(.enterButtonWasTapped)
    let text = await play("type name Eve\nscreens\n")
    #expect(text.hasPrefix("[Door]  Desk\n\(Self.login)"))
    #expect(text.contains("[help]\n[Door]  Desk\nlogin 2\n  name: (empty)\n"))
    #expect(text.contains("> type name Eve\n  name: Eve\n"))
    #expect(text.contains("  login\n  login 2 (on top)\n"))
  }

  @Test func `the tabs are said in the language of the app`() async throws {
    var club = AppDefinition.club
    club.catalogs = [StringCatalog(embedded: ["de": #"{"Door":"Tür","Desk":"Pult"}"#])]
    let core = AppCore(AppEnvironment(), club)
    try core.perform(.localize(AppLocalization(Language("de") ?? .english)))
    let text = await play("tab pu\ntab tür\ntab pult\n", ClubFront(core: core))
    #expect(text.hasPrefix("[Tür]  Pult\n"))
    #expect(text.contains("> tab pu\nTür  [Pult]\n"))
    #expect(text.contains("> tab pult\nTür  [Pult]\n"))
  }

  @Test func `a tab opens its screen the first time, and keeps its stack`() async {
    let text = await play(
      "open room id=7\ntap clock\ntab desk\nopen room id=8\ntab door\nback\ntab desk\nscreens\nback\nback\n")
    #expect(text.contains("> tab desk\nDoor  [Desk]\n\(Self.help)"))
    #expect(text.contains("> tab door\n[Door]  Desk\nroom\n  id: 7\n"))
    #expect(text.contains("> back\nroom closed\n[Door]  Desk\n\(Self.login)"))
    #expect(text.contains("> tab desk\nDoor  [Desk]\nroom 2\n  id: 8\n"))
    #expect(text.contains("open\n  login\n  help\n  room 2 (on top)\n"))
    #expect(text.contains("> back\nroom 2 closed\nDoor  [Desk]\n\(Self.help)"))
    #expect(text.hasSuffix("> back\nhelp closed\n"))
  }

  @Test func `a tab whose stack is empty opens its screen anew`() async {
    let text = await play("back\nshow\ntab door\n")
    #expect(text.contains("No screen is open."))
    #expect(text.hasSuffix("> tab door\n[Door]  Desk\n\(Self.login)  [signIn]\n  [help]\n"))
  }

  @Test func `an unknown tab gets a suggestion, and changes nothing`() async {
    let text = await play("tab desc\nshow\n")
    #expect(text.contains("error: line 1: There is no such tab. Did you mean \"tab desk\"?\n"))
    #expect(text.contains("> show\n[Door]  Desk\nlogin\n"))
  }

  @Test func `a badge is a member of the app's own state`() async {
    let text = await play("app\ntype unread 3\nback\n")
    #expect(text.contains("[Door (3)]  Desk\n\(Self.login)"))
  }

  @Test func `a tab that the app selects is shown`() async {
    let text = await play("app\ntap tab desk\ntap help\n")
    #expect(text.contains("> tap tab desk\nDoor  [Desk]\n\(Self.help)"))
  }

  @Test func `the app's own view model is shown, and back leaves it open`() async {
    let text = await play("app\ntype member Ada\nback\napp\n")
    #expect(text.contains("> app\n[Door]  Desk\napp\n  notes: "))
    #expect(text.contains("  member: Ada\n"))
    #expect(text.contains("> back\n[Door]  Desk\n\(Self.login)"))
    #expect(app.core.appInstance?.isOpen == true)
  }

  @Test func `opens a link, and refuses another in words`() async {
    let text = await play(
      "open /rooms/7?topic=a%20b\nopen /rooms/seven\nopen /nothing\nopen /rooms/7?pin=1\nopen club:/\n")
    #expect(text.contains("> open /rooms/7?topic=a%20b\n[Door]  Desk\nroom\n  id: 7\n  topic: a b\n"))
    #expect(text.contains("error: line 2: The link has a wrong parameter id: expected an integer"))
    #expect(text.contains("error: line 3: There is no such link: expected one of the links /rooms/{id}, /.\n"))
    #expect(
      text.contains(
        "error: line 4: The link has a wrong parameter pin: expected a link without this parameter, which is private.\n"
      ))
    #expect(text.contains("> open club:/\n[Door]  Desk\nlogin 2\n"))
  }

  @Test func `an app without tabs has none of these commands`() async {
    let app = ClubFront(
      core: AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.login), AnyScreen(.help)])))
    let text = await play("help\ntab door\nopen login\n", app)
    #expect(!text.contains("tab NAME") && !text.contains("LINK"))
    #expect(text.contains("error: line 2: There is no such command."))
    #expect(text.contains("> open login\n\(Self.login)"))
    #expect(await play("help\n").contains("tab NAME"))
  }
}
