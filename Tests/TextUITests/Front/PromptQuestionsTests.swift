import ExpectSupport
import Screens
import ScreensSupport
import StandardIO
import Streams
import StreamsTesting
import Support
import Testing
import TextUI

/// The app's questions at a prompt, and in scripts.
@MainActor @Suite struct PromptQuestionsTests {
  private struct DeskApp: TextApp {
    let core = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.desk)]))
  }

  private struct OfferApp: TextApp {
    let core: AppCore
  }

  private struct OfferState: ScreenState {
    var isBusy: Bool { false }

    static let fields: Fields<OfferState> = []
  }

  private enum OfferEvent: ScreenEvent {
    case offerButtonWasTapped

    static let cases: [EventCase<OfferEvent>] = [EventCase(.offerButtonWasTapped, "Offer to undo something.")]
  }

  private final class OfferViewModel: ViewModel {
    let eventSubject = EventSubject<OfferEvent>()
    @Published private(set) var state = OfferState()
    var statePublisher: Published<OfferState>.Publisher { $state }
    private var offer: AnyCancellable?
    private var cancellable: AnyCancellable?

    init(_ environment: AppEnvironment) {
      cancellable = eventSubject.sink { [weak self] _ in
        let undo = NoticeAction("undo", "Undo", value: "row 7")
        self?.offer = environment.front.ask(.notify("Row 7 was deleted.", action: undo).waiting(atMost: .seconds(5)))
          .sink { _ in }
      }
    }
  }

  private let app = DeskApp()

  private func play(_ script: String) async -> (text: String, exitCode: Int32) {
    let transcript = Transcript(script)
    let front = TextFront(
      app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    return (transcript.text, front.exitCode)
  }

  @Test func `shows what the app has asked before there was a front`() async {
    let undo = NoticeAction("undo", "Undo", value: "row 7")
    app.core.environment.front.tell(.notify("Row 7 was deleted.", action: undo))
    let (text, _) = await play("open desk\nanswer undo\n")
    let question = "question-1: Row 7 was deleted. (answer undo: Undo, dismiss)\n"
    #expect(text.hasPrefix(question + "> open desk\n"))
    expectEqual(text.ranges(of: question).count, 1)
    #expect(app.core.openQuestions.isEmpty)
  }

  @Test func `holds an event until a script answers`() async {
    let (text, exitCode) = await play("open desk\ntap clear\nanswer yes\nexpect rows: (none)\n")
    #expect(
      text.contains(
        "> tap clear\nquestion-1: Delete all rows? They do not come back. (answer yes: Delete, no: Cancel)\n"))
    #expect(text.contains("> answer yes\n"))
    expectEqual(exitCode, 0, "\(text)")
  }

  @Test func `takes the label and a part of it, and another question by its id`() async {
    let (text, exitCode) = await play(
      "open desk\ntap clear\ntap choose\nanswer question-2 apple\nanswer\nanswer del\nanswer no\n")
    #expect(text.contains("answers: confirm: apple"))
    #expect(text.contains("> answer\nquestion-1: Delete all rows?"))
    #expect(text.contains("No question is open."))
    expectEqual(exitCode, 0)
    #expect(text.contains("rows: (none)"))
  }

  @Test(arguments: ["yes", "Delete", "delete", "\"Delete\""])
  func `a line that is an answer alone answers`(line: String) async {
    let (text, exitCode) = await play("open desk\ntap clear\n\(line)\nexpect rows: (none)\n\(line)\n")
    #expect(text.contains("rows: (none)"))
    // When no question is open, the word is not a command.
    #expect(text.contains("error: line 5: There is no such command."))
    expectEqual(exitCode, 0)
  }

  @Test func `a notice with an action is undone by a word`() async {
    let (text, exitCode) = await play("open desk\ntap undo\nundo\n")
    #expect(text.contains("notify: action"))
    expectEqual(exitCode, 0)
  }

  @Test func `a command that is typed in place of an answer is performed, and the question stays`() async {
    let transcript = Transcript("open desk\ntap clear\nscreens\nno\nquit\n")
    let front = TextFront(app, input: .typedLines(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    let text = transcript.text
    #expect(text.contains("question-1 stays open"))
    #expect(text.contains("(on top)"))
    #expect(app.core.openQuestions.isEmpty)
    expectEqual((app.core.instances.first as? ScreenInstance<DeskViewModel>)?.model.state.rows, [1, 2, 3])
  }

  @Test func `ends with 1 if a question is open, and says which`() async {
    let (text, exitCode) = await play("open desk\ntap clear\n")
    expectEqual(exitCode, 1)
    #expect(text.contains("The session ends with an open question: question-1, confirm.\n"))
    expectEqual((app.core.instances.first as? ScreenInstance<DeskViewModel>)?.model.state.rows, [1, 2, 3])
  }

  @Test func `shows notices and links, answers an undo, and cannot copy`() async {
    let (text, exitCode) = await play(
      """
      open desk
      tap notice
      tap undo
      answer undo
      tap link https://example.com/books
      tap copy

      """)
    #expect(text.contains("> tap notice\nDone.\n"))
    #expect(text.contains("question-2: Row 7 was deleted. (answer undo: Undo, dismiss)\n"))
    #expect(text.contains("notify: action"))
    #expect(text.contains("Open example.com: https://example.com/books\n"))
    #expect(!text.contains("error:"))
    #expect(text.contains("To copy: "))
    #expect(text.contains("copy: cannot: A front in lines of text cannot do this: copy."))
    expectEqual(exitCode, 0, "\(text)")
  }

  @Test func `reads and saves files, and says in words what it cannot`() async throws {
    let folder = TemporaryFolder()
    try SmallFile.create(folder.path + "/in.txt", Array("Hi".utf8))
    let (text, exitCode) = await play(
      """
      open desk
      tap file
      answer \(folder.path)
      answer \(folder.path)/in.txt
      tap save
      answer \(folder.path)/in.txt
      answer \(folder.path)/out.txt

      """)
    #expect(text.contains("This is not a regular file, but a folder, a pipe or a device."))
    #expect(text.contains("pickFile: in.txt, 2 bytes"))
    #expect(text.contains("There is something of this name already."))
    expectEqual(folder.text("out.txt"), "Hi")
    #expect(text.contains("Saved: \(folder.path)/out.txt\n"))
    expectEqual(exitCode, 0)
  }

  @Test func `performs a command that is typed where a file is asked for, and takes a path alone for the answer`()
    async throws
  {
    let folder = TemporaryFolder()
    try SmallFile.create(folder.path + "/in.txt", Array("Hi".utf8))
    let transcript = Transcript("open desk\ntap file\nscreens\n\(folder.path)/in.txt\nquit\n")
    let front = TextFront(app, input: .typedLines(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    let text = transcript.text
    #expect(text.contains("question-1 stays open"))
    #expect(text.contains("(on top)"))
    #expect(text.contains("pickFile: in.txt, 2 bytes"))
    #expect(app.core.openQuestions.isEmpty)
  }

  @Test func `a label that is the name is one answer`() async {
    let (text, _) = await play("open desk\ntap undo\nanswer u\n")
    #expect(text.contains("notify: action"))
  }

  @Test func `an offer that is withdrawn says what is no longer possible`() async {
    let scheduler = TestScheduler()
    let environment = AppEnvironment(main: AnyScheduler(scheduler, startingAt: .init(.now())))
    let screen = Screen<OfferViewModel>("offer", about: "Offers to undo something.") { _, environment in
      OfferViewModel(environment)
    }
    let transcript = Transcript("open offer\ntap offer\n")
    let front = TextFront(
      OfferApp(core: AppCore(environment, AppDefinition(screens: [AnyScreen(screen)]))),
      input: .pipe(LineReader(transcript)),
      display: Display(transcript, style: .plain))
    await front.run()
    #expect(!transcript.text.contains("No longer possible"))
    scheduler.advance(by: .seconds(5))
    #expect(transcript.text.contains("No longer possible: Undo\n"))
    expectEqual(front.exitCode, 0)
  }

  @Test func `takes a value of the app's own, and leaves a question open that it does not fit`() async {
    let (text, exitCode) = await play("open desk\ntap weather\nanswer cold\nanswer -3\n")
    #expect(text.contains("question-1: degrees Oslo (answer VALUE)\n"))
    #expect(text.contains("The answer cannot be read: expected a whole number."))
    #expect(text.contains("degrees: -3"))
    expectEqual(exitCode, 0)
  }

  @Test func `a number of the app's own is what a person types in the language`() async throws {
    try app.core.perform(.localize(AppLocalization(Language("de") ?? .english)))
    let transcript = Transcript("open desk\ntap weather\n1.500\nquit\n")
    let front = TextFront(app, input: .typedLines(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    #expect(transcript.text.contains("degrees: 1500"), "\(transcript.text)")
  }

  @Test func `asks the person after the command, who may leave it open`() async {
    let transcript = Transcript("open desk\ntap clear\nmaybe\nyes\ntap clear\n\nanswer no\nquit\n")
    let front = TextFront(app, input: .typedLines(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    let text = transcript.text
    #expect(text.contains("Delete all rows? They do not come back. (yes/no) "))
    #expect(text.contains("There is no such answer. Known: yes, no."))
    #expect(text.contains("question-2 stays open: \"answer\" lists what is open."))
    expectEqual((app.core.instances.first as? ScreenInstance<DeskViewModel>)?.model.state.rows, [])
    #expect(app.core.openQuestions.isEmpty)
    expectEqual(front.exitCode, 0)
  }

  @Test func `says that a question stays open after a command that leaves it so, and not after its answer`() async {
    let transcript = Transcript("open desk\ntap clear\nscreens\nanswer no\ntap clear\nanswer yes\nquit\n")
    let front = TextFront(app, input: .typedLines(LineReader(transcript)), display: Display(transcript, style: .plain))
    await front.run()
    #expect(transcript.text.contains("question-1 stays open"))
    #expect(!transcript.text.contains("question-2 stays open"))
    expectEqual((app.core.instances.first as? ScreenInstance<DeskViewModel>)?.model.state.rows, [])
  }

  @Test func `says when another front has answered`() async throws {
    let transcript = Transcript("open desk\ntap anyone\n")
    let front = TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain))
    let page = app.core.attach(.page, isShared: true, answers: ["confirm"])
    await front.run()
    try page.answer("question-1", of: .confirm, with: "apple")
    #expect(transcript.text.contains("question-1 was answered by page-2.\n"))
  }
}
