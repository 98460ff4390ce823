import ExpectSupport
import JSON
import ScreensSupport
import Streams
import StreamsTesting
import Testing

@testable import Screens

/// What a screen asks of its front, whom it is asked of, and how it ends.
@MainActor @Suite struct FrontAskerTests {
  private let scheduler = TestScheduler()
  private let app: AppCore
  private static let all: Set<String> = [
    "confirm", "pickFile", "saveFile", "openLink", "copy", "notify", "show", "degrees",
  ]

  init() {
    var environment = AppEnvironment(main: scheduler.main)
    environment.linkSchemes.insert("tel")
    app = AppCore(environment, AppDefinition(screens: [AnyScreen(.desk)]))
  }

  private func attach(
    _ kind: FrontKind = .page, isShared: Bool = true, answers: Set<String> = all
  ) -> AppFront { app.attach(kind, isShared: isShared, answers: answers) }

  private func only() throws -> OpenQuestion {
    expectEqual(app.openQuestions.count, 1)
    return try #require(app.openQuestions.first)
  }

  // MARK: - Answers

  @Test func `passes the answer on at once, and is not busy meanwhile`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    #expect(!app.isBusy)
    let question = try only()
    expectEqual(question.instance, "desk-1")
    expectEqual(question.input(of: .confirm, for: front)?.message, "Only one.")
    try front.answer(question.id, of: .confirm, with: "apple")
    expectEqual(desk.state.answers, ["confirm: apple"])
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `takes a no for an answer, and tells it from none`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    try front.answer("question-1", of: .confirm, with: "none")
    try desk.send(.chooseButtonWasTapped)
    try front.answer("question-2", .cancelled)
    try desk.send(.chooseButtonWasTapped)
    try front.answer("question-3", .cannot("The terminal is gone."))
    expectEqual(desk.state.answers, ["confirm: none", "confirm: cancelled", "confirm: cannot: The terminal is gone."])
  }

  @Test func `takes no second answer`() throws {
    let front = attach()
    try front.open(.desk).send(.chooseButtonWasTapped)
    try front.answer("question-1", of: .confirm, with: "apple")
    #expect(throws: AppCommandError.refused(reason: "This question has ended, and takes no other answer.")) {
      try front.answer("question-1", of: .confirm, with: "none")
    }
    for id in ["question-2", "question-0", "question", "", "question--1"] {
      #expect(throws: AppCommandError.refused(reason: "There is no such question.")) {
        try front.answer(id, .cancelled)
      }
    }
  }

  @Test(arguments: ["pear".json, 7.json, [0x6E, 0x75, 0x6C, 0x6C]])
  func `stays open after an answer that is none`(json: [UInt8]) throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    #expect(throws: AppCommandError.self) {
      try front.answer("question-1", .answer(JSONText(scanned: json[...])))
    }
    expectEqual(app.openQuestions.count, 1)
    try front.perform(.answer("question-1", .answer(JSONText("apple"))))
    expectEqual(desk.state.answers, ["confirm: apple"])
  }

  @Test func `asks questions of the app's own with typed values`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.weatherButtonWasTapped)
    try expectEqual(only().input(of: .degrees, for: front), "Oslo")
    try front.answer("question-1", of: .degrees, with: -3)
    expectEqual(desk.state.answers, ["degrees: -3"])
  }

  // MARK: - Whom it is asked of

  @Test func `is asked of the front whose event caused it, and of no other`() throws {
    let (one, other) = (attach(), attach(.prompt))
    let desk = try one.open(.desk)
    _ = try other.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    try expectEqual(only().fronts, [one.id])
    expectEqual(other.openQuestions.map(\.id), ["question-1"])
    #expect(try only().input(for: other) == nil)
    #expect(throws: AppCommandError.refused(reason: "This is asked of page-1.")) {
      try other.answer("question-1", of: .confirm, with: "apple")
    }
    #expect(desk.state.answers.isEmpty)
  }

  @Test func `is asked of the front in use if no command is handled`() throws {
    let (one, other, third) = (attach(), attach(), attach())
    let desk = try one.open(.desk)
    try desk.send(.laterButtonWasTapped)
    _ = try other.open(.desk)
    scheduler.advance()
    try expectEqual(only().fronts, [other.id])
    try other.answer("question-1", .cancelled)
    try desk.send(.laterButtonWasTapped)
    _ = try third.open(.desk)
    third.send(.willResignActive)
    other.leave()
    scheduler.advance()
    try expectEqual(only().fronts, [one.id], "It is active and has sent the last command of those.")
  }

  @Test func `goes to every person's front if an assistant caused it`() throws {
    let (page, prompt) = (attach(), attach(.prompt))
    let assistant = attach(.assistant)
    let desk = try assistant.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    try expectEqual(only().fronts, [page.id, prompt.id])
    try page.answer("question-1", .cannot("No mouse."))
    try expectEqual(only().fronts, [prompt.id])
    try prompt.answer("question-1", .cannot("No keyboard."))
    expectEqual(desk.state.answers, ["confirm: cannot: No keyboard."])
  }

  @Test func `is asked of an assistant, too, if the app opens it to them`() throws {
    let page = attach()
    let assistant = attach(.assistant)
    let desk = try assistant.open(.desk)
    try desk.send(.weatherButtonWasTapped)
    try expectEqual(only().fronts, [page.id, assistant.id])
    try assistant.answer("question-1", of: .degrees, with: 4)
    expectEqual(desk.state.answers, ["degrees: 4"])
  }

  @Test func `is answered by no assistant where a person has to`() throws {
    let assistant = attach(.assistant)
    let desk = try assistant.open(.desk)
    let events: [DeskEvent] = [
      .discardButtonWasTapped, .fileButtonWasTapped, .saveButtonWasTapped, .linkButtonWasTapped("https://example.com"),
    ]
    for event in events {
      try desk.send(event)
      let question = try only()
      #expect(!question.isForAssistants)
      #expect(throws: AppCommandError.refused(reason: "A person answers this. Ask the person.")) {
        try assistant.answer(question.id, .answer(JSONText("discard")))
      }
      try desk.send(.cancelButtonWasTapped)
    }
    #expect(app.openQuestions.isEmpty)
  }

  @Test func `cannot be asked of a front that does not know it`() throws {
    let front = attach(answers: ["notify"])
    let desk = try front.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    #expect(app.isBusy, "Until the reason is passed on.")
    scheduler.advance()
    expectEqual(desk.state.answers, ["confirm: cannot: This program cannot ask you: do it in another one."])
    #expect(app.openQuestions.isEmpty)
    #expect(!app.isBusy)
  }

  @Test func `answers what is of the moment with cannot if no front is attached, and waits with the rest`() throws {
    let desk = app.open(.desk)
    let momentary: [DeskEvent] = [
      .linkButtonWasTapped("https://example.com"), .copyButtonWasTapped, .noticeButtonWasTapped,
    ]
    for event in momentary { try desk.send(event) }
    scheduler.advance()
    expectEqual(desk.state.answers.count, 1, "Only the last one is waited for.")
    try desk.send(.copyButtonWasTapped)
    scheduler.advance()
    expectEqual(desk.state.answers.last, "copy: cannot: No front is attached that could do this: copy.")
    #expect(app.openQuestions.isEmpty)
    try desk.send(.chooseButtonWasTapped)
    #expect(try only().fronts.isEmpty)
    _ = app.attach(.page, answers: ["notify"])
    _ = attach(.assistant)
    #expect(try only().fronts.isEmpty)
    let front = attach()
    try expectEqual(only().fronts, [front.id])
    try front.answer("question-1", of: .confirm, with: "apple")
    expectEqual(desk.state.answers.last, "confirm: apple")
  }

  @Test func `waits as long as the app says`() throws {
    let desk = app.open(.desk)
    try desk.send(.briefButtonWasTapped)
    scheduler.advance(by: .seconds(9))
    expectEqual(app.openQuestions.count, 1)
    scheduler.advance(by: .seconds(2))
    #expect(app.openQuestions.isEmpty)
    expectEqual(desk.state.answers, ["confirm: cancelled"])
  }

  @Test func `may be answered by other fronts where the app allows it`() throws {
    let (one, other) = (attach(), attach(.prompt))
    let desk = try one.open(.desk)
    try desk.send(.anyoneButtonWasTapped)
    try expectEqual(only().input(of: .confirm, for: other)?.title, "Which fruit?")
    try other.answer("question-1", of: .confirm, with: "apple")
    expectEqual(desk.state.answers, ["confirm: apple"])
  }

  // MARK: - Leaving and closing

  @Test func `goes to other persons' fronts when the one that was asked has left, and is cancelled without one`() throws
  {
    let (one, other) = (attach(), attach(.prompt))
    let assistant = attach(.assistant)
    let desk = try one.open(.desk)
    _ = try #require(other.screen(desk.id)).show()
    try desk.send(.chooseButtonWasTapped)
    one.leave()
    try expectEqual(only().fronts, [other.id])
    #expect(try only().input(for: assistant) == nil)
    let shown = try #require(other.screen(desk.id) as? ScreenInstance<DeskViewModel>)
    try other.answer("question-1", of: .confirm, with: "apple")
    expectEqual(shown.state.answers, ["confirm: apple"])
    try shown.send(.chooseButtonWasTapped)
    let host = try #require(app.instance(desk.id) as? ScreenInstance<DeskViewModel>)
    let model = host.model
    other.leave()
    #expect(app.openQuestions.isEmpty)
    expectEqual(model.state.answers.last, "confirm: cancelled")
  }

  @Test func `waits for a front that is away, and comes back to it`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    front.disconnect(canReturn: true)
    expectEqual(app.openQuestions.count, 1)
    let same = app.attach(.page, isShared: true, answers: Self.all, returningBy: front.returnName)
    #expect(same === front)
    expectEqual(front.openQuestions.map(\.id), ["question-1"])
    try front.answer("question-1", of: .confirm, with: "apple")
    expectEqual(desk.state.answers, ["confirm: apple"])
  }

  @Test func `is withdrawn when its screen closes or stops waiting`() throws {
    let front = attach()
    var ended: [String] = []
    let cancellable = front.reports.sink {
      if case .questionEnded(let question, _) = $0.event { ended.append(question.id) }
    }
    let desk = try front.open(.desk)
    try desk.send(.chooseButtonWasTapped)
    try desk.send(.cancelButtonWasTapped)
    expectEqual(ended, ["question-1"])
    try desk.send(.chooseButtonWasTapped)
    let model = desk.model
    desk.close()
    expectEqual(ended, ["question-1", "question-2"])
    expectEqual(model.state.answers, ["confirm: cancelled"])
    #expect(app.openQuestions.isEmpty)
    cancellable.cancel()
  }

  @Test func `a front that sees the screen alone hears that it is withdrawn with it`() throws {
    let (one, other) = (attach(), attach())
    let desk = try one.open(.desk)
    other.disconnect(canReturn: true)
    // It comes back to what it saw, and sees nothing else of the others.
    #expect(app.attach(.page, isShared: false, returningBy: other.returnName) === other)
    var reports: [String] = []
    let cancellable = other.reports.sink {
      switch $0.event {
      case .questionOpened(let question): reports.append("\(question.id) opened")
      case .questionEnded(let question, let end): reports.append("\(question.id) \(end.outcome)")
      default: break
      }
    }
    try desk.send(.chooseButtonWasTapped)
    desk.close()
    expectEqual(reports, ["question-1 opened", "question-1 cancelled"])
    cancellable.cancel()
  }

  // MARK: - Notices

  @Test func `keeps a notice when its screen closes, and gives the answer to the app`() throws {
    let front = attach()
    var answers: [NoticeAnswer] = []
    let cancellable = app.environment.noticeAnswers.sink { answers.append($0) }
    try front.open(.desk).send(.closeWithNoticeButtonWasTapped)
    #expect(app.instances.isEmpty)
    #expect(front.openQuestions.first?.isNotice == true)
    try front.answer("question-1", of: .notify, with: .action)
    expectEqual(answers.map(\.action.value), ["row 7"])
    expectEqual(answers.map(\.answer), [.answered(.action)])
    cancellable.cancel()
  }

  @Test func `gives the answer of a notice to the screen that waits for it, as long as it is open`() throws {
    let front = attach()
    var answers: [NoticeAnswer] = []
    let cancellable = app.environment.noticeAnswers.sink { answers.append($0) }
    let desk = try front.open(.desk)
    try desk.send(.undoButtonWasTapped)
    try front.answer("question-1", of: .notify, with: .action)
    expectEqual(desk.state.answers, ["notify: action"])
    #expect(answers.isEmpty)
    try desk.send(.undoButtonWasTapped)
    desk.close()
    try front.answer("question-2", of: .notify, with: .dismissed)
    expectEqual(answers.map(\.answer), [.answered(.dismissed)])
    cancellable.cancel()
  }

  @Test func `keeps several notices apart`() throws {
    let front = attach()
    var values: [String] = []
    let cancellable = app.environment.noticeAnswers.sink { values.append("\($0.action.value ?? ""): \($0.answer)") }
    for number in 1...3 {
      app.environment.front.tell(.notify("\(number)", action: NoticeAction("undo", "Undo", value: "\(number)")))
    }
    expectEqual(front.openQuestions.map(\.id), ["question-1", "question-2", "question-3"])
    try front.answer("question-2", of: .notify, with: .action)
    try front.answer("question-3", of: .notify, with: .dismissed)
    try front.answer("question-1", of: .notify, with: .action)
    expectEqual(
      values,
      [
        "2: answered(ScreenDescriptions.NoticeReply.action)", "3: answered(ScreenDescriptions.NoticeReply.dismissed)",
        "1: answered(ScreenDescriptions.NoticeReply.action)",
      ])
    cancellable.cancel()
  }

  @Test func `refuses an action that a notice does not have`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.noticeButtonWasTapped)
    #expect(throws: AppCommandError.refused(reason: "The notice has no action.")) {
      try front.answer("question-1", of: .notify, with: .action)
    }
    try front.answer("question-1", of: .notify, with: .shown)
    expectEqual(desk.state.answers, ["notify: shown"])
  }

  // MARK: - Private texts, links, files

  @Test func `hides a private input from other fronts, and while the front hides what is private`() throws {
    let (one, other) = (attach(), attach(.prompt))
    let desk = try one.open(.desk)
    try desk.send(.privateButtonWasTapped)
    #expect(try only().input(for: one) != nil)
    #expect(try only().input(for: other) == nil)
    one.send(.willResignActive)
    #expect(try only().input(for: one) == nil)
    one.send(.didBecomeActive)
    try expectEqual(only().input(of: .confirm, for: one)?.title, "Which fruit?")
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "https://example.com\nhttps://evil.example",
    "https://example.com/\u{202E}moc.live", " https://example.com", "https:///nowhere", "data:text/html,x", "ssh://a",
    "",
    "JAVASCRIPT:alert(1)", "https://exam\u{200B}ple.com",
  ])
  func `opens no address that is not plainly one`(link: String) throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.linkButtonWasTapped(link))
    scheduler.advance()
    #expect(desk.state.answers.first?.hasPrefix("openLink: cannot: This address cannot be opened") == true)
    #expect(app.openQuestions.isEmpty)
  }

  @Test(arguments: [
    "https://user@example.com:8080/a", "mailto:ada@example.org", "tel:+4712345678", "HTTP://Example.com",
  ])
  func `opens addresses with the common schemes and those of the app`(link: String) throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.linkButtonWasTapped(link))
    let opened = try #require(try only().input(of: .openLink, for: front))
    expectEqual(opened.link.description, link)
    #expect(opened.host == (link.lowercased().hasPrefix("http") ? "example.com" : nil))
    try front.answer("question-1", .answer(JSONText(scanned: Array("null".utf8)[...])))
    expectEqual(desk.state.answers, ["openLink: ()"])
  }

  @Test func `takes a file up to its limit, with a clean name`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    try desk.send(.fileButtonWasTapped)
    let tooLarge = FileReference(name: "a", bytes: Array(repeating: 1, count: 9))
    #expect(throws: AppCommandError.refused(reason: "The file is too large: it may have 8 bytes.")) {
      try front.answer("question-1", of: .pickFile, with: tooLarge)
    }
    let json = #"{"name":"../../etc/pass\u202Ewd\n.txt","base64":"SGk="}"#
    try front.answer("question-1", .answer(JSONText(scanning: json.utf8)))
    #expect(desk.state.answers.first?.contains("passwd.txt") == true)
    #expect(desk.state.answers.first?.contains("..") == false)
  }

  @Test func `cannot ask without an app and a front`() {
    let model = DeskViewModel(AppEnvironment(main: scheduler.main))
    model.eventSubject.send(.chooseButtonWasTapped)
    scheduler.advance()
    expectEqual(model.state.answers, ["confirm: cannot: No front is attached that could do this: confirm."])
  }

  @Test func `cannot ask more than may be open`() throws {
    let front = attach()
    let desk = try front.open(.desk)
    for _ in 0..<Questions.limit { app.environment.front.tell(.notify("A", action: NoticeAction("a", "A"))) }
    try desk.send(.chooseButtonWasTapped)
    scheduler.advance()
    expectEqual(desk.state.answers, ["confirm: cannot: Too many questions are open."])
  }
}
