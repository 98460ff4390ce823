import AppTesting
import Screens
import Streams
import Testing

@testable import Library

@MainActor @Suite struct ScansTests {
  private let world = TestWorld()
  private let picked = FileReference(name: "page.png", mediaType: "image/png", bytes: [1, 2, 3, 4])

  @Test func `sends what was picked, with progress`() {
    let model = ScansViewModel(world.environment)
    model.eventSubject.send(.addButtonWasTapped)
    world.front.last(.pickFile).answer(picked)
    let call = world.backend.last(.addScan)
    #expect(call.input.image == picked)
    call.report(TransferProgress(.sent, 1, of: 4))
    world.scheduler.advance()
    #expect(model.state == ScansState(progress: 0.25, isBusy: true))
    call.succeed(12)
    world.scheduler.advance()
    #expect(model.state == ScansState(progress: 0.25, message: "page.png is scan 12."))
  }

  @Test func `stops, and says why it cannot`() {
    let model = ScansViewModel(world.environment)
    model.eventSubject.send(.getButtonWasTapped)
    let call = world.backend.last(.scan)
    model.eventSubject.send(.stopButtonWasTapped)
    #expect(call.isCancelled && model.state == ScansState(message: "Stopped."))
    model.eventSubject.send(.getButtonWasTapped)
    world.backend.last(.scan).fail(.file("There is no room left on the disk."))
    world.scheduler.advance()
    #expect(model.state == ScansState(message: "There is no room left on the disk."))
  }
}
