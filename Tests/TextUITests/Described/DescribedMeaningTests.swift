import ExpectSupport
import Screens
import ScreensSupport
import StandardIO
import Streams
import Support
import Terminal
import Testing

@testable import TextUI

/// How a described view shows what people read, and what it leaves out.
@MainActor @Suite struct DescribedMeaningTests {
  private struct WicketApp: TextApp {
    let core: AppCore
  }

  @Test func `refuses what a description refuses`() async {
    let transcript = Transcript("open wicket\ntap hidden\ntap shut\ntap row 2\ntap row 1\n")
    let app = WicketApp(core: AppCore(AppEnvironment(), .wicket))
    await TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain)).run()
    for line in [
      "error: line 2: The button hidden is hidden.", "error: line 3: The wicket is shut.",
      "error: line 4: This row is shut.",
      "> tap row 1\n  passed: 1\n",
    ] {
      #expect(transcript.text.contains(line), "\(line) in \(transcript.text)")
    }
  }

  private enum Outcome: String, Choice {
    case open, lost
  }

  private struct Row: ListRow {
    let id: Int
    var author = "Eve"
    var title = "Hello"
    var sent: Double?
    var state = "sent"
    var tone = Tone.neutral
    var token = "t-2"
    var resendReason: String?
    var isNews = false

    static let fields: Fields<Row> = [
      Field(\.id, "The number."), Field(\.author, "Who has written."),
      Field(\.title, "What it is about.", as: .title),
      Field(\.sent, "How much is sent.", as: .progress),
      Field(\.state, "How it stands.").shownAsStatus(tone: \.tone),
      Field(\.tone, "How good that is."), Field(\.token, "For programs.").forPrograms(),
      Field(\.resendReason, "Why it is not sent again."), Field(\.isNews, "Whether it is never sent again."),
    ]
  }

  private struct ParcelState: ScreenState {
    var text = RichText("**Ring** *twice*.\n- Eve")
    var label = Picture(Link("https://labels.example/1.png"), words: "The label")
    var ending = "lost at sea"
    var outcome = Outcome.lost
    var token = "t-1"
    var isMoving = true
    var story = "Once\nupon a time."
    var street: String?
    var town = "London"
    var silence: String?
    var note = ""
    var messages = [
      Row(id: 1, sent: 0.5), Row(id: 2, author: "Ada", resendReason: "It was sent."),
      Row(id: 3, author: "Bob", resendReason: "It was sent.", isNews: true),
    ]
    var isBusy: Bool { false }

    static let fields: Fields<ParcelState> = [
      Field(\.text, "What to do."), Field(\.label, "What is on it."),
      Field(\.ending, "How it ended.").shownAsStatus(by: \.outcome, [.lost: .negative]),
      Field(\.outcome, "The same, for programs."), Field(\.token, "For programs.").forPrograms(),
      Field(\.isMoving, "Whether it moves.", as: .activity), Field(\.story, "A story.", as: .longText),
      Field(\.street, "The street.").inSection("Address"), Field(\.town, "The town.").inSection("Address"),
      Field(\.note, "A note.").inSection("Address").prompting("Ring twice"),
      Field(\.silence, "Whose absence says something.").shownWhenEmpty(), Field(\.messages, "What was written."),
    ]
  }

  private enum ParcelEvent: ScreenEvent {
    case noteChanged(String)
    case sendButtonWasTapped
    case resendButtonWasTapped(Int)

    static let cases: [EventCase<ParcelEvent>] = [
      EventCase(noteChanged, member: "text", "The note."),
      EventCase(.sendButtonWasTapped, "Send it.").labelled("Send it now"),
      EventCase(resendButtonWasTapped, member: "id", "Send it again.")
        .row(of: \ParcelState.messages, disabledBy: \.resendReason, hiddenBy: \.isNews),
    ]
  }

  private final class ParcelModel: ViewModel {
    let eventSubject = EventSubject<ParcelEvent>()
    @Published private(set) var state: ParcelState
    var statePublisher: Published<ParcelState>.Publisher { $state }

    init(_ state: ParcelState) { self.state = state }
  }

  private func view(_ state: ParcelState = ParcelState()) throws -> DescribedView {
    let screen = Screen<ParcelModel>("parcel", about: "A parcel.") { _, _ in ParcelModel(state) }
    let core = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)]))
    return DescribedView(try core.attach(.prompt).open("parcel"), AnyScreen(screen))
  }

  @Test func `leaves out what programs alone need, and what is absent`() throws {
    try expectEqual(
      view().canvas.show().map(Style.plain.text),
      [
        "text: Ring twice. - Eve", "label: [image: The label]", "ending: lost at sea", "story:", "  Once",
        "  upon a time.", "town: London",
        "silence: (none)",
        "messages: 3 rows", "  1. Hello, Eve, sent 50%, sent", "  2. Hello, Ada, sent (resend disabled: It was sent.)",
        "  3. Hello, Bob, sent",
        "activity: running",
        "note: (empty, such as Ring twice)", "[send]", "[resend ROW]",
      ])
  }

  @Test func `has headings and labels at a prompt`() throws {
    try expectEqual(
      view().canvas.labelledLines.map(Style.plain.text),
      [
        "Text: Ring twice. - Eve", "Label: [image: The label]", "Ending: lost at sea", "Story:", "  Once",
        "  upon a time.", "Address", "Town: London",
        "Silence: (none)",
        "Messages: 3 rows", "  1. Hello, Eve, sent 50%, sent", "  2. Hello, Ada, sent (resend disabled: It was sent.)",
        "  3. Hello, Bob, sent",
        "Working …",
        "Address", "Note: (empty, such as Ring twice)", "[Send it now]", "[resend ROW]",
      ])
  }

  @Test func `an error has the labels behind the names`() throws {
    let canvas = try view().canvas
    #expect(throws: CommandError("There is no such button. Known: send (Send it now), resend.")) {
      try canvas.element("xyzzy", kind: "button") { $0 is any Tappable }
    }
  }

  @Test func `leaves out at a prompt a button of rows that none of those shown has`() throws {
    var state = ParcelState()
    state.messages.removeAll { !$0.isNews }
    let canvas = try view(state).canvas
    expectEqual(
      canvas.labelledLines.map(Style.plain.text).suffix(2), ["Note: (empty, such as Ring twice)", "[Send it now]"])
    try expectEqual(canvas.element("resend", kind: "button") { $0 is any Tappable }.name, "resend")
    state.messages = []
    try expectEqual(view(state).canvas.labelledLines.map(Style.plain.text).last, "[resend ROW]")
  }

  @Test func `emphasizes where there is colour, and a negative status is a failure`() throws {
    let lines = try view().canvas.show().map(Style.terminal.text)
    expectEqual(lines[0], "text: \u{1B}[1mRing\u{1B}[0m \u{1B}[3mtwice\u{1B}[0m. \u{1B}[2m- \u{1B}[0mEve")
    expectEqual(lines[2], "ending: \u{1B}[31mlost at sea\u{1B}[0m")
  }

  @Test func `finds a button by its label`() throws {
    let canvas = try view().canvas
    try expectEqual(canvas.element("Send it now", kind: "button") { $0 is Button }.name, "send")
  }
}
