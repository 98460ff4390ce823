import AppTesting
import Foundation
import Screens
import Testing

@testable import Chat

@MainActor @Suite struct ComposerTests {
  private var world = TestWorld()
  private let file = FileReference(name: "plan.pdf", mediaType: "application/pdf", bytes: Array("Milk".utf8))

  init() { world.environment.account = "Ada" }

  private func model() -> ComposerViewModel { ComposerViewModel(room: 1, world.environment) }

  private func pick(_ model: ComposerViewModel) {
    model.eventSubject.send(.attachButtonWasTapped)
    world.front.last(.pickFile).answer(file)
  }

  @Test func `has nothing to send at first`() {
    let model = model()
    #expect(model.state.sendDisabledReason == "The message is empty.")
    model.eventSubject.send(.textChanged("Tea?"))
    #expect(model.state.sendDisabledReason == nil)
    model.eventSubject.send(.textChanged(String(repeating: "a", count: 2_001)))
    #expect(model.state.sendDisabledReason == "The message has more than 2000 characters.")
  }

  @Test func `keeps a draft for the next time`() {
    let first = model()
    first.eventSubject.send(.textChanged("Tea?"))
    #expect(model().state.text == "Tea?")
    #expect(ComposerViewModel(room: 2, world.environment).state.text.isEmpty)
  }

  @Test func `a message is a stored draft until the outbox has kept it, also when the room has closed`() throws {
    var model: ComposerViewModel? = model()
    model?.eventSubject.send(.textChanged("Tea?"))
    model?.eventSubject.send(.sendButtonWasTapped)
    #expect(model?.state.text.isEmpty == true)
    world.environment.storage.flush()
    #expect(try world.environment.storage.value(for: .drafts)?.map(\.text) == ["Tea?"])
    model = nil
    #expect(self.model().state.text.isEmpty)
    world.scheduler.advance()
    world.environment.storage.flush()
    #expect(try world.environment.storage.value(for: .drafts) == nil)
    #expect(world.backend.calls(.post).map(\.input.text) == ["Tea?"])
  }

  @Test mutating func `what the outbox does not keep stands before what was written meanwhile, with the reason`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    world.environment.storage = try Storage(folder: folder)
    try FileManager.default.removeItem(atPath: folder)
    let model = model()
    model.eventSubject.send(.textChanged("Tea?"))
    model.eventSubject.send(.sendButtonWasTapped)
    model.eventSubject.send(.textChanged("Or coffee?"))
    world.scheduler.advance()
    #expect(model.state.text == "Tea?\nOr coffee?")
    #expect(model.state.message != nil)
    #expect(world.backend.calls(.post).isEmpty)
  }

  @Test mutating func `sends and keeps nothing while no one is signed in`() {
    world.environment.account = ""
    let model = model()
    model.eventSubject.send(.textChanged("Tea?"))
    #expect(model.state.text == "Tea?" && model.state.sendDisabledReason == "You are not signed in.")
    #expect(self.model().state.text.isEmpty)
  }

  @Test func `sends a file with its progress, and then the message`() {
    let model = model()
    pick(model)
    #expect(model.state.upload?.name == "plan.pdf")
    #expect(model.state.sendDisabledReason == "The file is being sent.")
    let upload = world.backend.last(.upload)
    upload.report(TransferProgress(.sent, 1, of: 4))
    world.scheduler.advance()
    #expect(model.state.upload?.progress == 0.25)
    upload.succeed(Attachment(id: 1, name: "plan.pdf", mediaType: "application/pdf", size: 4))
    world.scheduler.advance()
    #expect(model.state.upload == nil && model.state.attachment == "plan.pdf")
    model.eventSubject.send(.sendButtonWasTapped)
    world.scheduler.advance()
    #expect(world.backend.last(.post).input.attachment?.id == 1)
    #expect(model.state.attachment == nil)
  }

  @Test func `cancels a file on its way`() {
    let model = model()
    pick(model)
    model.eventSubject.send(.upload(.cancelButtonWasTapped))
    #expect(world.backend.last(.upload).isCancelled)
    #expect(model.state.upload == nil && model.state.attachment == nil)
  }

  @Test func `sends a file again that has failed`() {
    let model = model()
    pick(model)
    world.backend.last(.upload).fail(.timeout)
    world.scheduler.advance()
    let loss = "The backend took too long to answer. It may have been carried out. Asking again may carry it out twice."
    #expect(model.state.upload?.message == loss)
    model.eventSubject.send(.upload(.retryButtonWasTapped))
    #expect(world.backend.calls(.upload).count == 2)
  }

  /// The world of the next process, which begins when this one is killed.
  private func nextWorld() -> TestWorld {
    world.environment.storage.flush()
    var next = TestWorld()
    next.environment.storage = world.environment.storage
    next.environment.account = "Ada"
    return next
  }

  @Test func `says at the next start which file was not sent, and in the room until something is written`() {
    let model = model()
    pick(model)
    model.eventSubject.send(.textChanged("The plan"))
    world.backend.last(.upload).report(TransferProgress(.sent, 1, of: 4))
    world.scheduler.advance()
    // Another front has the room, too.
    #expect(self.model().state.message == nil)
    let next = nextWorld()
    _ = next.environment.drafts
    let notice = next.front.last(.notify).input
    #expect(notice.text == "The file plan.pdf was not sent." && notice.tone == .negative)
    #expect(notice.action == NoticeAction("openRoom", "Open the room", value: "1"))
    let composer = ComposerViewModel(room: 1, next.environment)
    #expect(composer.state.message == "The file plan.pdf was not sent." && composer.state.text == "The plan")
    #expect(composer.state.attachment == nil && composer.state.sendDisabledReason == nil)
    #expect(ComposerViewModel(room: 2, next.environment).state.message == nil)
    composer.eventSubject.send(.textChanged("The plan is"))
    #expect(composer.state.message == nil)
    #expect(ComposerViewModel(room: 1, next.environment).state.message == nil)
  }

  @Test func `says it at each start until the person has put it away`() {
    pick(model())
    let second = nextWorld()
    _ = second.environment.drafts
    #expect(second.front.questions(.notify).count == 1)
    let third = nextWorld()
    _ = third.environment.drafts
    // An assistant may have opened the room.
    #expect(ComposerViewModel(room: 1, third.environment).state.message != nil)
    third.front.last(.notify).answer(.dismissed)
    world.environment.storage.flush()
    let fourth = nextWorld()
    _ = fourth.environment.drafts
    #expect(fourth.front.questions(.notify).isEmpty)
  }

  @Test func `says nothing of a file that was sent or cancelled`() {
    for isSent in [true, false] {
      let model = model()
      pick(model)
      if isSent {
        world.backend.last(.upload).succeed(Attachment(id: 1, name: "plan.pdf", size: 4))
      } else {
        model.eventSubject.send(.upload(.cancelButtonWasTapped))
      }
      world.scheduler.advance()
      let next = nextWorld()
      _ = next.environment.drafts
      #expect(next.front.questions(.notify).isEmpty)
    }
  }

  @Test func `says in the room that it was closed while a file was on its way`() {
    var model: ComposerViewModel? = model()
    pick(model!)
    model = nil
    #expect(world.backend.last(.upload).isCancelled)
    #expect(self.model().state.message == "The file plan.pdf was not sent.")
    pick(self.model())
  }

  @Test func `says why a file cannot be picked`() {
    let model = model()
    model.eventSubject.send(.attachButtonWasTapped)
    world.front.last(.pickFile).cannot("There are no files here.")
    #expect(model.state.message == "There are no files here.")
  }
}
