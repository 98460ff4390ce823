import AppTesting
import ExpectSupport
import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct NameCheckTests {
  let world = TestWorld()
  let model: RegistrationViewModel

  init() {
    model = RegistrationViewModel(world.environment)
  }

  private var asked: [String] { world.backend.calls(.username).map(\.input.text) }

  private func type(_ text: String, pause: TestScheduler.SchedulerTimeType.Stride = 0.5) {
    model.eventSubject.send(.usernameChanged(text))
    world.scheduler.advance(by: pause)
  }

  private func answer(_ isAvailable: Bool?) {
    if let isAvailable {
      world.backend.last(.username).succeed(isAvailable)
    } else {
      world.backend.last(.username).fail()
    }
    world.scheduler.advance()
  }

  @Test(arguments: ["merlin2", ""])
  func `ignores an answer from before another name`(_ other: String) {
    type("merlin")
    answer(true)
    type(other)
    type("merlin")
    #expect(asked.last == "merlin" && asked.count > 1)
    expectEqual(model.state.usernameStatus, .checking)
    #expect(model.state.isBusy)
    answer(false)
    expectEqual(model.state.usernameStatus, .taken)
  }

  @Test func `does not check an empty name`() {
    expectEqual(model.state.usernameStatus, .empty)
    expectEqual(model.state.usernameText, "Enter a user name.")
    #expect(!model.state.isBusy)
    type(" ")
    type("")
    expectEqual(asked, [])
    #expect(!model.state.isBusy)
  }

  @Test(arguments: [
    (String(repeating: "x", count: 65), "A user name has at most 64 characters."),
    ("mer\u{7}lin", "A user name has no invisible characters."),
  ])
  func `does not check a text that is not a name`(_ text: String, _ message: String) {
    type(text)
    expectEqual(model.state.usernameStatus, .invalid)
    expectEqual(model.state.usernameText, message)
    expectEqual(asked, [])
  }

  @Test func `checks the name half a second after the last keystroke`() {
    type("m", pause: 0.4)
    type("me", pause: 0.4)
    type("mer", pause: 0.499)
    expectEqual(asked, [])
    expectEqual(model.state.usernameStatus, .checking)
    expectEqual(model.state.usernameText, "Checking the user name...")
    #expect(model.state.isBusy)
    world.scheduler.advance(by: 0.001)
    expectEqual(asked, ["mer"])
    expectEqual(model.state.usernameStatus, .checking)
  }

  @Test(
    arguments: [
      (true, .available, "This user name is available."),
      (false, .taken, "This user name is taken."),
      (nil, .failed, "Failed to check the user name."),
    ] as [(Bool?, UsernameStatus, String)])
  func `shows the answer`(_ isAvailable: Bool?, _ status: UsernameStatus, _ message: String) {
    type("merlin")
    answer(isAvailable)
    expectEqual(model.state.usernameStatus, status)
    expectEqual(model.state.usernameText, message)
    #expect(model.state.usernameTone == (isAvailable == true ? .regular : .failure))
    #expect(model.state.failureText == (isAvailable == nil ? "Something went wrong!" : nil))
    #expect(model.state.retryButtonHidden == (isAvailable != nil))
    #expect(!model.state.isBusy)
    #expect(!model.state.createEnabled)
    expectEqual(world.backend.pendingCount(.username), 0)
  }

  @Test func `does not check the same name twice`() {
    type("merlin")
    answer(true)
    type("merlina", pause: 0.1)
    expectEqual(model.state.usernameStatus, .checking)
    type("merlin")
    expectEqual(asked, ["merlin"])
    expectEqual(model.state.usernameStatus, .available)
    #expect(!model.state.isBusy)
  }

  @Test func `ignores all but the newest answer`() {
    type("merlin")
    type("morgana")
    let questions = world.backend.calls(.username)
    expectEqual(asked, ["merlin", "morgana"])
    expectEqual(world.backend.pendingCount(.username), 1)
    questions[1].succeed(false)
    world.scheduler.advance()
    questions[0].succeed(true)
    world.scheduler.advance()
    expectEqual(model.state.usernameStatus, .taken)
  }

  @Test func `ignores an answer about a name that was edited`() {
    type("merlin")
    type("merlina", pause: 0.1)
    answer(true)
    expectEqual(model.state.usernameStatus, .checking)
    // The name comes back before anything else was asked: its answer is known.
    type("merlin", pause: 0.1)
    expectEqual(model.state.usernameStatus, .available)
  }

  @Test func `checks a name again after another one`() {
    type("merlin")
    answer(true)
    type("morgana")
    type("merlin", pause: 0.1)
    expectEqual(model.state.usernameStatus, .checking)
    world.scheduler.advance(by: 0.4)
    expectEqual(asked, ["merlin", "morgana", "merlin"])
    expectEqual(world.backend.pendingCount(.username), 1)
  }

  @Test func `cancels the check at an empty name`() {
    type("merlin")
    type("")
    expectEqual(world.backend.pendingCount(.username), 0)
    expectEqual(model.state.usernameStatus, .empty)
    #expect(!model.state.isBusy)
  }

  @Test func `repeats a failed check at the next edit`() {
    type("merlin")
    answer(nil)
    type("merlin", pause: 0.1)
    expectEqual(model.state.usernameStatus, .checking)
    world.scheduler.advance(by: 0.4)
    expectEqual(asked, ["merlin", "merlin"])
    answer(true)
    expectEqual(model.state.usernameStatus, .available)
  }

  @Test func `repeats a failed check at once on retry`() {
    type("merlin")
    answer(nil)
    model.eventSubject.send(.retryButtonWasTapped)
    expectEqual(model.state.usernameStatus, .checking)
    expectEqual(asked, ["merlin", "merlin"])
    answer(nil)
    expectEqual(model.state.usernameStatus, .failed)
    model.eventSubject.send(.retryButtonWasTapped)
    answer(true)
    expectEqual(model.state.usernameStatus, .available)
    expectEqual(asked.count, 3)
  }

  @Test func `repeats a check that failed late`() {
    type("merlin")
    type("merlina", pause: 0.1)
    answer(nil)
    type("merlin")
    expectEqual(asked, ["merlin", "merlin"])
    answer(true)
    expectEqual(model.state.usernameStatus, .available)
  }

  @Test func `shows why a check failed until the next one`() {
    type("merlin")
    world.backend.last(.username).fail(.connectionRefused)
    world.scheduler.advance()
    expectEqual(model.state.failureText, "The server refuses connections.")
    model.eventSubject.send(.retryButtonWasTapped)
    #expect(model.state.failureText == nil)
    #expect(model.state.retryButtonHidden)
    answer(nil)
    expectEqual(model.state.failureText, "Something went wrong!")
    type("merlina", pause: 0)
    #expect(model.state.failureText == nil)
  }

  @Test func `does nothing on retry without a failure`() {
    model.eventSubject.send(.retryButtonWasTapped)
    type("merlin")
    model.eventSubject.send(.retryButtonWasTapped)
    answer(true)
    model.eventSubject.send(.retryButtonWasTapped)
    expectEqual(asked, ["merlin"])
  }

  @Test func `does not repeat a retried check for an earlier edit`() {
    type("merlin")
    type("merlin", pause: 0.1)
    answer(nil)
    expectEqual(model.state.usernameStatus, .failed)
    model.eventSubject.send(.retryButtonWasTapped)
    answer(true)
    world.scheduler.advance(by: 0.5)
    expectEqual(model.state.usernameStatus, .available)
    expectEqual(asked, ["merlin", "merlin"])
  }
}
