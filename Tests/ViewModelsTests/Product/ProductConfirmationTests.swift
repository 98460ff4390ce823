import AppTesting
import ExpectSupport
import Models
import Services
import Storage
import Support
import Testing

@testable import ViewModels

/// The question before a purchase, when an earlier one may have gone through.
@MainActor @Suite struct ProductConfirmationTests {
  var world = TestWorld()
  let clock: SettableClock
  let model: ProductViewModel

  init() {
    clock = SettableClock(.fixed, world.scheduler)
    world.environment.now = { [clock] in clock.now }
    model = ProductViewModel(id: "wand", world.environment)
  }

  private func send(_ event: ProductEvent) {
    model.eventSubject.send(event)
    world.scheduler.advance()
  }

  /// Leaves a purchase without an answer, and tries again a day later.
  private func ask() {
    send(.viewDidAppear)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    send(.purchase)
    world.backend.last(.purchase).fail(.timeout)
    world.scheduler.advance()
    clock.set(by: 86_400)
    send(.purchase)
  }

  private var keys: [IdempotencyKey] { world.backend.calls(.purchase).map(\.input.idempotencyKey) }

  @Test func `asks a day after a lost answer, and sends nothing`() {
    #expect(model.state.confirmationHidden)
    ask()
    expectEqual(model.state.phase, .confirming)
    expectEqual(model.state.confirmationText, "An earlier purchase may have gone through. Buy again?")
    #expect(!model.state.confirmationHidden)
    #expect(!model.state.buttonEnabled)
    #expect(!model.state.isBusy)
    #expect(model.state.errorTextHidden)
    #expect(model.state.text.contains(#""phase":{"type":"confirming"}"#))
    send(.purchase)
    expectEqual(keys.count, 1)
  }

  @Test func `buys with another key when the user confirms`() {
    ask()
    send(.confirmButtonWasTapped)
    expectEqual(model.state.phase, .purchasing)
    #expect(model.state.confirmationHidden)
    #expect(model.state.confirmationText == nil)
    world.backend.last(.purchase).succeed(.wand)
    world.scheduler.advance()
    expectEqual(model.state.phase, .purchased(receipt: .wand))
    expectEqual(Set(keys).count, 2)
  }

  @Test func `buys nothing when the user declines, and asks again`() {
    ask()
    send(.declineButtonWasTapped)
    expectEqual(model.state.phase, .initial)
    #expect(model.state.confirmationHidden)
    #expect(model.state.buttonEnabled)
    send(.purchase)
    expectEqual(model.state.phase, .confirming)
    expectEqual(keys.count, 1)
  }

  @Test func `ignores the answers to a question that is not asked`() {
    send(.viewDidAppear)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    for event in [ProductEvent.confirmButtonWasTapped, .declineButtonWasTapped] {
      send(event)
      expectEqual(model.state.phase, .initial)
    }
    #expect(keys.isEmpty)
  }
}

/// The purchase with keys in a folder.
@MainActor @Suite struct ProductStorageTests {
  private let folder = TemporaryFolder()

  /// A screen of the wand in a new process, with the world around it.
  private func screen(_ storage: Storage) -> (world: TestWorld, model: ProductViewModel) {
    var world = TestWorld()
    world.environment.storage = storage
    let model = ProductViewModel(id: "wand", world.environment)
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    return (world, model)
  }

  /// Sends an event, and waits for the disk.
  private func send(_ event: ProductEvent, _ screen: (world: TestWorld, model: ProductViewModel)) {
    screen.model.eventSubject.send(event)
    screen.world.environment.storage.flush()
    screen.world.scheduler.advance()
  }

  @Test func `keeps the key for the next process`() throws {
    var keys: [IdempotencyKey] = []
    for seed in 1...3 {
      let storage = try Storage(folder: folder.path)
      let (world, model) = screen(storage)
      // Each process draws other numbers.
      for _ in 1...seed { _ = world.environment.random.next() }
      send(.purchase, (world, model))
      keys += world.backend.calls(.purchase).map(\.input.idempotencyKey)
      storage.close()
    }
    expectEqual(keys.count, 3)
    expectEqual(Set(keys).count, 1)
  }

  /// Leaves a purchase without an answer in a process, and gets the receipt in the next one, an hour later.
  private func receiveEarlierReceipt() throws -> (world: TestWorld, model: ProductViewModel) {
    let first = try Storage(folder: folder.path)
    send(.purchase, screen(first))
    first.close()
    let second = screen(try Storage(folder: folder.path))
    send(.purchase, second)
    answer(second)
    return second
  }

  /// Answers a purchase with a receipt, and waits for its mark and for the removal of the key.
  private func answer(_ screen: (world: TestWorld, model: ProductViewModel)) {
    screen.world.backend.last(.purchase).succeed(.wand)
    screen.world.scheduler.advance()
    screen.world.environment.storage.flush()
    screen.world.scheduler.advance()
    screen.world.environment.storage.flush()
  }

  @Test func `says that the receipt of an earlier process is of the earlier wish, and asks`() throws {
    let screen = try receiveEarlierReceipt()
    let state = screen.model.state
    expectEqual(state.phase, .purchasedEarlier(receipt: .wand, date: .fixed))
    expectEqual(state.receiptText, "The earlier purchase, of Today at 3:04:05 PM, was for $199.00.")
    expectEqual(state.confirmationText, "An earlier purchase went through. Buy again?")
    #expect(!state.confirmationHidden)
    #expect(!state.buttonEnabled && !state.isBusy)
    #expect(state.text.contains(#""type":"purchasedEarlier"}"#))
    let hidden = state.hidingPrivateFields
    expectEqual(hidden.receiptText, "••••••")
    expectEqual(hidden.phase, .purchasedEarlier(receipt: nil, date: .fixed))
    #expect(!hidden.text.contains("199.00\"}"))
    expectEqual(folder.files, ["lock"])
  }

  @Test func `buys again with another key after the receipt of an earlier wish`() throws {
    let screen = try receiveEarlierReceipt()
    send(.purchase, screen)
    expectEqual(screen.world.backend.calls(.purchase).count, 1)
    send(.confirmButtonWasTapped, screen)
    answer(screen)
    expectEqual(screen.model.state.phase, .purchased(receipt: .wand))
    expectEqual(Set(screen.world.backend.calls(.purchase).map(\.input.idempotencyKey)).count, 2)
  }

  @Test func `buys nothing when the user declines after the receipt of an earlier wish`() throws {
    let screen = try receiveEarlierReceipt()
    send(.declineButtonWasTapped, screen)
    expectEqual(screen.model.state.phase, .initial)
    #expect(screen.model.state.receiptText == nil)
    #expect(screen.model.state.confirmationHidden && screen.model.state.buttonEnabled)
    expectEqual(screen.world.backend.calls(.purchase).count, 1)
    // What the user wants now is another wish.
    send(.purchase, screen)
    answer(screen)
    expectEqual(screen.model.state.phase, .purchased(receipt: .wand))
  }

  @Test func `has a key for each account of the environment`() throws {
    let screen = screen(try Storage(folder: folder.path))
    // All copies of an environment have the account, those of open screens too.
    for account in ["ada", "eve", "ada", ""] {
      screen.world.environment.account = account
      send(.purchase, screen)
      screen.world.backend.last(.purchase).fail(.timeout)
      screen.world.scheduler.advance()
    }
    let keys = screen.world.backend.calls(.purchase).map(\.input.idempotencyKey)
    #expect(keys.count == 4 && Set(keys).count == 3 && keys[0] == keys[2])
  }

  @Test func `sends nothing when the account changes before the key is on the disk`() throws {
    let screen = screen(try Storage(folder: folder.path))
    screen.world.environment.account = "ada"
    screen.model.eventSubject.send(.purchase)
    screen.world.environment.account = "eve"
    screen.world.environment.storage.flush()
    screen.world.scheduler.advance()
    #expect(screen.world.backend.calls(.purchase).isEmpty)
    expectEqual(screen.model.state.phase, .error(message: "Another account has signed in."))
    send(.purchase, screen)
    expectEqual(screen.world.backend.calls(.purchase).count, 1)
  }

  @Test func `is busy until the key is on the disk`() throws {
    let (world, model) = screen(try Storage(folder: folder.path))
    model.eventSubject.send(.purchase)
    expectEqual(model.state.phase, .purchasing)
    #expect(model.state.isBusy)
    #expect(world.backend.calls(.purchase).isEmpty)
    world.environment.storage.flush()
    world.scheduler.advance()
    expectEqual(world.backend.calls(.purchase).count, 1)
  }

  @Test func `buys nothing without a place for the key, and says why`() throws {
    let screen = screen(try Storage(folder: folder.path))
    folder.remove()
    send(.purchase, screen)
    let reason = "Nothing was sent. \"idempotency-keys\" cannot be stored: No such file or directory."
    expectEqual(screen.model.state.errorText, reason)
    #expect(screen.model.state.buttonEnabled)
    #expect(screen.world.backend.calls(.purchase).isEmpty)
  }

  @Test func `asks first after the keys were damaged`() throws {
    folder.write("idempotency-keys.json", "damage")
    let screen = screen(try Storage(folder: folder.path))
    send(.purchase, screen)
    expectEqual(screen.model.state.phase, .confirming)
    send(.confirmButtonWasTapped, screen)
    expectEqual(screen.world.backend.calls(.purchase).count, 1)
  }

  @Test func `sends nothing when the screen is left before the key is on the disk`() throws {
    let storage = try Storage(folder: folder.path)
    var world = TestWorld()
    world.environment.storage = storage
    var model: ProductViewModel? = ProductViewModel(id: "wand", world.environment)
    model?.eventSubject.send(.viewDidAppear)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    model?.eventSubject.send(.purchase)
    model = nil
    storage.flush()
    world.scheduler.advance()
    storage.flush()
    #expect(world.backend.calls(.purchase).isEmpty)
    #expect(folder.text("idempotency-keys.json")?.contains(#""openTries":1"#) != true)
  }
}
