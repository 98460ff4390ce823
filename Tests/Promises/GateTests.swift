import AppTesting
import ExpectSupport
import Screens
import StreamsTesting
import Testing

/// What waits for a person is a state of the app. A sign-in stands in front on every front, also on one that comes later; then what waited
/// goes on, once.
@MainActor @Suite struct GateTests {
  private let scheduler = TestScheduler()
  private let office = PostOffice()
  private let app: AppCore

  init() { app = AppCore(.test(backend: office.backend, scheduler: scheduler), .postOffice) }

  /// A person asks for letters, without having signed in.
  private func ask(at front: any PersonsFront) async {
    await front.open("letters")
    await front.press("wereAsked")
    scheduler.advance()
  }

  private func signIn(at front: any PersonsFront) async {
    await front.enter("Ada", into: "name")
    await front.press("wereShown")
    scheduler.advance()
  }

  private var letters: LettersState? { (app.instances.first as? ScreenInstance<LettersViewModel>)?.state }

  nonisolated static let persons = Driver.allCases.filter { $0 != .assistant }

  @Test(arguments: persons) func `stands in front, and what waited goes on once`(driver: Driver) async {
    let front = driver.attach(to: app)
    await ask(at: front)
    expectEqual(app.waitsFor.map(\.reason), [.signIn])
    expectEqual(app.waitsFor.first?.instance, "postCounter-2")
    expectEqual(app.waitsFor.first?.waiting, ["letters-1"])
    await front.arrive()
    #expect(front.look().contains("postCounter"))
    // What is opened meanwhile does not cover it.
    await front.open("note")
    await signIn(at: front)
    expectEqual(letters?.lines, ["Dear Ada"])
    expectEqual(office.askedCount, 2)
    #expect(app.waitsFor.isEmpty)
  }

  @Test func `an assistant is told who has to sign in, and how they get there`() async {
    let assistant = AssistantFront(app, scheduler: scheduler.mainQueue)
    await ask(at: assistant)
    let text = "A person has to sign in at postCounter-2"
    #expect(assistant.look().contains("\(text): ask them. No prompt or page of theirs is at this app"))
    let person = WireFront(app, .client)
    assistant.call("read_screen", #"{"instance":"letters-1"}"#)
    #expect(assistant.look().contains("\(text), in a prompt or page of this app: ask them."))
    _ = person.look()
  }

  @Test(arguments: persons) func `is there for a front that comes later`(driver: Driver) async {
    await ask(at: WireFront(app, .client))
    let late = driver.attach(to: app)
    await late.arrive()
    #expect(late.look().contains("postCounter"))
    await signIn(at: late)
    expectEqual(letters?.lines, ["Dear Ada"])
    #expect(app.waitsFor.isEmpty)
  }

  @Test(arguments: persons) func `who cancels is offered it again, and nothing goes on by itself`(driver: Driver) async
  {
    let front = driver.attach(to: app)
    await ask(at: front)
    _ = front.look()
    await front.leave()
    scheduler.advance()
    #expect(app.waitsFor.isEmpty)
    #expect(letters?.message != nil && letters?.isBusy == false)
    expectEqual(office.askedCount, 1)
    #expect(front.look().contains("You are not signed in."))
    await front.take("signIn")
    scheduler.advance()
    expectEqual(app.waitsFor.map(\.reason), [.signIn])
    await signIn(at: front)
    #expect(app.waitsFor.isEmpty && app.openQuestions.isEmpty)
    expectEqual(office.askedCount, 1)
  }

  @Test func `the offer ends when the sign-in comes by another request`() async {
    let front = WireFront(app, .client)
    await ask(at: front)
    await front.leave()
    scheduler.advance()
    expectEqual(app.openQuestions.count, 1)
    _ = front.look()
    await ask(at: front)
    #expect(app.openQuestions.isEmpty)
    // A front keeps in sight what a notice has said whose action has become impossible; this one is true no more.
    #expect(front.look().contains(#""outcome":"answered""#))
    expectEqual(app.waitsFor.count, 1)
  }

  @Test func `an assistant is told what a person has to do, and when it is done`() async {
    let assistant = AssistantFront(app)
    await ask(at: assistant)
    assistant.call("read_screen", #"{"instance":"letters-1"}"#)
    #expect(assistant.look().contains(#""waitsFor":"A person has to sign in at postCounter-2"#))
    await signIn(at: WireFront(app, .page))
    assistant.call("read_screen", #"{"instance":"letters-1"}"#)
    let answer = assistant.look()
    #expect(answer.contains("Dear Ada") && !answer.contains(#""waitsFor""#))
  }

  @Test func `a client that sees what it has opened alone is told, too, of what it sees`() async {
    await ask(at: WireFront(app, .client))
    let other = WireFront(app, .client, shared: false)
    await other.open("letters")
    #expect(
      other.look().contains(
        #""method":"app/waitsFor","params":{"waitsFor":[{"instance":"postCounter-2","reason":"signIn","since":""#))
    #expect(!other.look().contains("letters-1"))
    await signIn(at: other)
    #expect(other.look().contains(#""method":"app/waitsFor","params":{"waitsFor":[]}"#))
  }
}
