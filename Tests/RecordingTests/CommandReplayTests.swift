import ExpectSupport
import Models
import Recording
import Testing
import ViewModels

/// A front whose commands are `open SCREEN`, `load`, `next` and `password TEXT`; `rest` does nothing. What it holds back it prints as it
/// is when it is shown.
@MainActor private final class TextFront: ReplayableFront {
  let app: AppCore
  let print: (String) -> Void
  var held: [() -> String] = []

  init(_ app: AppCore, print: @escaping (String) -> Void) { (self.app, self.print) = (app, print) }

  /// Whether the command succeeded.
  @discardableResult
  func run(_ command: String) -> Bool {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, app.instances.last) {
    case ("open", _): _ = try? app.host.open(words[1])
    case ("next", let counter as ScreenInstance<CounterViewModel>):
      counter.model.eventSubject.send(.nextButtonWasTapped)
      print(counter.model.state.symbolName)
      held.append { "later" }
    case ("load", _):
      app.open(.balance).viewDidAppear()
      held.append { [app] in app.isBusy ? "busy" : "idle" }
    case ("password", let registration as ScreenInstance<RegistrationViewModel>):
      registration.model.eventSubject.send(.passwordChanged(Password(words[1])))
      print("done")
    case ("rest", _): break
    default:
      print("no such command: \(command)")
      return false
    }
    return true
  }

  func perform(_ command: String?) async { if let command { run(command) } }

  @discardableResult func flush() -> Bool {
    defer { held = [] }
    for text in held { print(text()) }
    return !held.isEmpty
  }
}

@MainActor @Suite struct CommandReplayTests {
  private let session = RecordedSession()
  private let front: TextFront

  init() { front = TextFront(session.app, print: session.recorder.print) }

  private func perform(_ commands: String...) {
    for command in commands {
      session.recorder.beginCommand()
      session.recorder.performed(front.run(command) ? command : nil)
      front.flush()
    }
  }

  private func replay(_ text: String? = nil) async throws -> Replay.Difference? {
    await Replay(try Recording(Array((text ?? session.recording).utf8)), .tributary).run { TextFront($0, print: $1) }
  }

  @Test func `compares the lines that a front prints`() async throws {
    perform("open counter", "next", "next")
    session.recorder.end()
    expectEqual(session.lines("print").count, 4)
    #expect(try await replay() == nil)
    let line = try #require(session.lines("print").first)
    let other = session.recording.replacingOccurrences(of: line, with: #"{"print":"tea"}"#)
    try await expectEqual(replay(other)?.actual, String(line))
  }

  @Test(arguments: [("busy", true), ("idle", false)])
  func `shows what a front held back in the turn in which the session did`(text: String, isShownFirst: Bool)
    async throws
  {
    session.recorder.beginCommand()
    session.recorder.performed(front.run("load") ? "load" : nil)
    if isShownFirst { front.flush() }
    session.scheduler.advance()
    front.flush()
    perform("rest")
    session.recorder.end()
    expectEqual(session.lines("print").map(String.init), [#"{"print":"\#(text)"}"#])
    #expect(try await replay() == nil)
  }

  @Test func `names a printed line that is missing`() async throws {
    perform("open counter", "next")
    session.recorder.end()
    let longer = session.recording.replacingOccurrences(of: #"{"end""#, with: #"{"print":"more"}"# + "\n" + #"{"end""#)
    try await expectEqual(replay(longer)?.expected, #"{"print":"more"}"#)
  }

  @Test func `names the first line that is missing`() async throws {
    perform("open counter", "next", "next")
    session.recorder.end()
    let other = session.recording.replacingOccurrences(of: #"["next"]"#, with: #"["nxt"]"#)
    let difference = try await replay(other)
    expectEqual(difference?.expected, session.lines("print").first.map(String.init))
    expectEqual(difference?.actual, #"{"print":"no such command: nxt"}"#)
  }

  @Test func `names a missing line before a state that differs`() async throws {
    perform("open counter", "next", "next")
    session.recorder.end()
    let other = session.recording.replacingOccurrences(of: #"["next"]"#, with: #"["rest"]"#)
    try await expectEqual(replay(other)?.expected, session.lines("print").first.map(String.init))
  }

  @Test func `names a missing line before the next printed one`() async throws {
    perform("open counter", "next")
    perform("next")
    session.recorder.end()
    let lines = session.recording.split(separator: "\n", omittingEmptySubsequences: false)
    let last = try #require(lines.lastIndex { $0.contains(#""turn":"input""#) })
    let other = (lines[..<last] + [#"{"print":"more"}"#] + lines[last...]).joined(separator: "\n")
    let difference = try await replay(other)
    expectEqual(difference?.expected, #"{"print":"more"}"#)
    expectEqual(difference?.line, last + 1)
  }

  @Test func `another front replays the states`() async throws {
    perform("open counter", "next", "open registration", "password hunter2")
    session.recorder.end()
    #expect(try await session.replay() == nil)
  }

  @Test func `actions are applied where a front recorded no commands`() async throws {
    session.recorder.turn { _ = front.run("open counter") }
    session.recorder.turn { _ = front.run("next") }
    session.recorder.end()
    expectEqual(session.lines("command"), [])
    #expect(try await replay() == nil)
    let other = session.recording.replacingOccurrences(of: "nextButtonWasTapped", with: "viewDidAppear")
    #expect(try await replay(other) != nil)
  }

  @Test func `writes a placeholder for the secret of a command`() async throws {
    perform("open registration", "password hunter2")
    expectEqual(session.lines("command").last, #"{"command":["password ",{"secret":1}]}"#)
    #expect(!session.recording.contains("hunter"))
    #expect(try await replay() == nil)
  }

  @Test func `records a failed command without its text`() async throws {
    perform("open registration", "hunter2")
    expectEqual(session.lines("command").last, #"{"command":null}"#)
    #expect(!session.recording.contains("hunter"))
    #expect(try await replay() == nil)
  }

  @Test(arguments: [
    (["hunter1", "hunter2"], "passwords hunter1 hunter2"), (["hunter2"], "password hunter2 twice"),
    (["hunter2"], "password HUNTER2"),
  ])
  func `leaves out a command with a secret elsewhere`(secrets: [String], command: String) {
    perform("open registration")
    session.recorder.beginCommand()
    for secret in secrets { front.run("password \(secret)") }
    session.recorder.performed(command)
    session.recorder.end()
    expectEqual(session.lines("command").last, #"{"command":null}"#)
    #expect(!session.recording.lowercased().contains("hunter"))
  }
}
