import ExpectSupport
import JSON
import Recording
import Testing
import ViewModels

/// What an app opens and closes of its own accord, recorded and replayed.
@MainActor @Suite struct NavigationRecordingTests {
  private let session = RecordedSession(screens: AppDefinition.shop.screens)
  /// Shows what screens open, as a front does.
  private let front: AnyCancellable

  init() {
    front = session.app.reports.sink { report in
      if case .opened = report.event, !report.cause.isFront { report.instance?.viewDidAppear() }
    }
  }

  private func difference(in recording: String? = nil) async throws -> Replay.Difference? {
    await Replay(try Recording(Array((recording ?? session.recording).utf8)), .shop).run()
  }

  private func editor() throws -> ScreenInstance<ShopEditorViewModel> {
    try #require(session.app.instances.last as? ScreenInstance<ShopEditorViewModel>)
  }

  /// The lines after the first turn, without those of turns and states.
  private var story: [Substring] {
    session.recording.split(separator: "\n").dropFirst(4)
      .filter { line in
        !line.contains(#""rev""#) && ![#"{"at""#, #"{"end""#, #"{"release""#].contains(where: line.hasPrefix)
      }
  }

  @Test(arguments: [true, false])
  func `records what a screen opens after the event that made it do so`(sendsToModel: Bool) async throws {
    let shop = session.open(.shop)
    if sendsToModel {
      session.send(.editButtonWasTapped(1), to: shop)
    } else {
      try session.recorder.turn { try shop.send(.editButtonWasTapped(1)) }
    }
    expectEqual(
      story,
      [
        #"{"event":{"id":1,"type":"editButtonWasTapped"},"instance":"shop-1"}"#,
        #"{"opened":"shopEditor-2","opener":"shop-1","params":{"id":1},"screen":"shopEditor"}"#,
        #"{"event":{"type":"editorDidAppear"},"instance":"shopEditor-2"}"#,
      ])
    session.recorder.end()
    #expect(try await difference()?.message == nil)
  }

  @Test func `a screen that a job opens appears before its first state is compared`() async throws {
    let shop = session.open(.shop)
    session.send(.editSoonButtonWasTapped(1), to: shop)
    session.wait(0)
    #expect(try editor().state.hasAppeared)
    session.recorder.end()
    #expect(try await difference()?.message == nil)
  }

  @Test(arguments: [true, false])
  func `records the result after the event that made the screen close`(sendsToModel: Bool) async throws {
    let shop = session.open(.shop)
    session.send(.editButtonWasTapped(1), to: shop)
    let editor = try editor()
    session.send(.textChanged("red"), to: editor)
    if sendsToModel {
      session.send(.saveButtonWasTapped, to: editor)
    } else {
      try session.recorder.turn { try editor.send(.saveButtonWasTapped) }
    }
    session.recorder.end()
    expectEqual(
      story.suffix(2),
      [
        #"{"event":{"type":"saveButtonWasTapped"},"instance":"shopEditor-2"}"#,
        #"{"closed":"shopEditor-2","reason":"completed","result":{"text":"red"}}"#,
      ])
    #expect(session.recording.contains("Row 1 is red."))
    #expect(try await difference()?.message == nil)
  }

  @Test func `replays what a screen opens later`() async throws {
    let shop = session.open(.shop)
    session.send(.editLaterButtonWasTapped(2), to: shop)
    session.wait(1_000)
    session.send(.textChanged("red"), to: try editor())
    session.recorder.turn { shop.close() }
    session.recorder.end()
    #expect(story.contains(#"{"closed":"shopEditor-2","reason":"openerClosed"}"#))
    #expect(try await difference()?.message == nil)
  }

  @Test func `replays a screen that replaces itself`() async throws {
    let shop = session.open(.shop)
    session.send(.nextButtonWasTapped, to: shop)
    session.recorder.end()
    expectEqual(
      story.prefix(3),
      [
        #"{"event":{"type":"nextButtonWasTapped"},"instance":"shop-1"}"#, #"{"closed":"shop-1","reason":"replaced"}"#,
        #"{"opened":"shop-2","opener":null,"params":{"count":1},"screen":"shop"}"#,
      ])
    #expect(try await difference()?.message == nil)
  }

  @Test func `replays a question before a screen is left`() async throws {
    session.send(.editButtonWasTapped(1), to: session.open(.shop))
    session.send(.textChanged("red"), to: try editor())
    #expect(try session.recorder.turn { try editor().leave() } != .left)
    expectEqual(story.last, #"{"leave":"shopEditor-2"}"#)
    #expect(session.recording.contains("Discard the text?"))
    session.send(.textChanged(""), to: try editor())
    #expect(try session.recorder.turn { try editor().leave() } == .left)
    session.recorder.end()
    expectEqual(story.last, #"{"close":"shopEditor-2"}"#)
    #expect(try await difference()?.message == nil)
  }

  @Test func `records no refused event`() async throws {
    session.send(.editButtonWasTapped(1), to: session.open(.shop))
    let editor = try editor()
    let count = session.lines("event").count
    _ = session.recorder.turn {
      #expect(throws: EventError.refused(reason: "There is no text.")) { try editor.send(.saveButtonWasTapped) }
    }
    expectEqual(session.lines("event").count, count)
    session.recorder.end()
    #expect(try await difference()?.message == nil)
  }

  @Test func `records a command that failed because of a refused event`() async throws {
    session.send(.editButtonWasTapped(1), to: session.open(.shop))
    let editor = try editor()
    session.recorder.beginCommand()
    #expect(throws: EventError.self) { try editor.send(.saveButtonWasTapped) }
    session.recorder.performed(nil)
    session.recorder.beginCommand()
    try editor.send(.textChanged("red"))
    session.recorder.performed("type text red")
    session.recorder.end()
    expectEqual(session.lines("command"), [#"{"command":null}"#, #"{"command":["type text red"]}"#])
    #expect(try await difference()?.message == nil)
  }

  @Test func `names a screen that is not opened, or another result`() async throws {
    session.send(.editButtonWasTapped(1), to: session.open(.shop))
    session.send(.textChanged("red"), to: try editor())
    session.send(.saveButtonWasTapped, to: try editor())
    session.recorder.end()
    let other = session.recording.replacing(#""params":{"id":1}"#, with: #""params":{"id":2}"#)
    try await expectEqual(
      difference(in: other)?.message,
      """
      Line 7 of the recording differs.
      turn:     2
      after:    {"event":{"id":1,"type":"editButtonWasTapped"},"instance":"shop-1"}
      expected: {"opened":"shopEditor-2","opener":"shop-1","params":{"id":2},"screen":"shopEditor"}
      actual:   {"opened":"shopEditor-2","opener":"shop-1","params":{"id":1},"screen":"shopEditor"}
      """)
    let result = session.recording.replacing(#"{"text":"red"}}"#, with: #"{"text":"blue"}}"#)
    #expect(try await difference(in: result)?.actual?.hasSuffix(#""result":{"text":"red"}}"#) == true)
    let without = session.recording.split(separator: "\n").filter { !$0.hasPrefix(#"{"closed""#) }
    #expect(
      try await difference(in: without.joined(separator: "\n"))?.actual?.hasPrefix(#"{"closed":"shopEditor-2""#) == true
    )
  }

  // MARK: - States as patches

  /// A session of a list with 1,000 rows, in which ten are marked.
  private func longSession() -> String {
    let shop = session.recorder.turn { session.app.open(.shop, ShopParameters(count: 1_000)) }
    for id in 1...10 { session.send(.markButtonWasTapped(id * 90), to: shop) }
    session.recorder.end()
    return session.recording
  }

  @Test func `records what has changed in a long list`() async throws {
    let recording = longSession()
    let lines = recording.split(separator: "\n").filter { $0.contains(#""rev""#) }
    expectEqual(lines.count, 11)
    expectEqual(
      lines.last, #"{"instance":"shop-1","patch":[{"op":"replace","path":"/rows/900/isMarked","value":true}],"rev":11}"#
    )
    #expect(recording.utf8.count - lines[0].utf8.count < 3_500)
    #expect(try await difference()?.message == nil)
  }

  @Test func `names what differs in a long list, and no more`() async throws {
    let recording = longSession()
    let other = recording.replacing("The row with the number 471", with: "Eau de Cologne")
    let first = try #require(try await difference(in: other))
    expectEqual(
      first.message,
      """
      Line 4 of the recording differs.
      turn:     1
      after:    {"open":"shop-1","params":{"count":1000},"screen":"shop"}
      expected: {"instance":"shop-1","member":"/rows/471/text","rev":1,"value":"Eau de Cologne"}
      actual:   {"instance":"shop-1","member":"/rows/471/text","rev":1,"value":"The row with the number 471"}
      """)
    let mark = recording.replacing(#""path":"/rows/90/isMarked""#, with: #""path":"/rows/91/isMarked""#)
    try await expectEqual(
      difference(in: mark)?.actual,
      #"{"instance":"shop-1","patch":[{"op":"replace","path":"/rows/90/isMarked","value":true}],"rev":2}"#)
  }

  @Test func `accepts another patch with the same result`() async throws {
    let recording = longSession()
    // As another version of the program may have made it: a replay compares the states.
    let other = recording.replacing(
      #"[{"op":"replace","path":"/rows/90/isMarked","value":true}]"#,
      with: #"[{"op":"test","path":"/rows/0/id","value":0},{"op":"add","path":"/rows/90/isMarked","value":true}]"#)
    #expect(other != recording)
    #expect(try await difference(in: other)?.message == nil)
    let wrong = other.replacing(#"/rows/90/isMarked","value":true"#, with: #"/rows/90/isMarked","value":null"#)
    try await expectEqual(difference(in: wrong)?.line, 7)
  }

  @Test func `applies each patch once`() async throws {
    let recording = longSession()
    // It cannot be applied to its own result.
    let other = recording.replacing(
      #"[{"op":"replace","path":"/rows/90/isMarked","value":true}]"#,
      with:
        #"[{"op":"test","path":"/rows/90/isMarked","value":false},{"op":"add","path":"/rows/90/isMarked","value":true}]"#
    )
    #expect(other != recording)
    #expect(try await difference(in: other)?.message == nil)
  }

  @Test func `records a whole state where a patch is longer`() async throws {
    let shop = session.recorder.turn { session.app.open(.shop, ShopParameters(count: 200)) }
    session.send(.sortButtonWasTapped, to: shop)
    session.send(.markButtonWasTapped(7), to: shop)
    session.recorder.end()
    let lines = session.lines("instance").map { $0.contains(#""patch""#) }
    expectEqual(lines, [false, false, true])
    #expect(try await difference()?.message == nil)
  }
}
