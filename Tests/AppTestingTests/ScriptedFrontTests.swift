import AppTesting
import ExpectSupport
import Locking
import Testing

@MainActor @Suite struct ScriptedFrontTests {
  private let world = TestWorld()
  private let fruits = [ConfirmChoice("apple", "An apple"), .cancel("none", "None")]

  @Test func `records what is asked, and answers it`() {
    var answers: [FrontAnswer<String>] = []
    let cancellable = world.environment.front.ask(.confirm("Which fruit?", fruits)).sink { answers.append($0) }
    let question = world.front.last(.confirm)
    expectEqual(question.input.title, "Which fruit?")
    #expect(question.isOpen)
    question.answer("apple")
    expectEqual(answers, [.answered("apple")])
    #expect(world.front.openQuestions.isEmpty)
    cancellable.cancel()
  }

  @Test func `cancels, and says that it cannot`() {
    var answers: [String] = []
    let one = world.environment.front.ask(.copy("a")).sink { answers.append("\($0)") }
    world.front.last(.copy).cannot("No clipboard.")
    let other = world.environment.front.ask(.copy("b")).sink { answers.append("\($0)") }
    world.front.last(.copy).cancel()
    let third = world.environment.front.ask(.copy("c")).sink { answers.append("\($0)") }
    world.front.last(.copy).answer()
    expectEqual(answers, [#"cannot("No clipboard.")"#, "cancelled", "answered()"])
    _ = (one, other, third)
  }

  @Test func `knows what was withdrawn`() {
    let cancellable = world.environment.front.ask(.confirm("Which fruit?", fruits)).sink { _ in }
    cancellable.cancel()
    #expect(world.front.last(.confirm).isWithdrawn)
    #expect(world.front.openQuestions.isEmpty)
  }

  @Test func `gives the answer of a notice to the app if nothing waits for it`() {
    var answers: [NoticeAnswer] = []
    let cancellable = world.environment.noticeAnswers.sink { answers.append($0) }
    world.environment.front.tell(.notify("Gone.", action: NoticeAction("undo", "Undo", value: "7")))
    world.front.last(.notify).answer(.action)
    expectEqual(answers.map(\.action.value), ["7"])
    cancellable.cancel()
  }

  @Test func `says at its end which question is open`() {
    let sentences = LockedValue<[String]>([])
    do {
      let world = TestWorld()
      world.front.onOpenAtEnd = { sentence in sentences.withLock { $0.append(sentence) } }
      world.environment.front.tell(.copy("a"))
      world.environment.front.tell(.notify("Gone.", action: NoticeAction("undo", "Undo")))
    }
    expectEqual(sentences.withLock { $0 }, [#"The test ends with an open question: copy CopiedText(text: "a")."#])
  }

  @Test func `stops a test that leaves a question open`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let world = TestWorld()
        world.environment.front.tell(.copy("a"))
      }
    }
  }
}
