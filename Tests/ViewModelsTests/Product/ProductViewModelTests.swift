import AppTesting
import ExpectSupport
import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct ProductViewModelTests {
  let world = TestWorld()
  let model: ProductViewModel

  init() {
    model = ProductViewModel(id: "wand", world.environment)
  }

  private func load() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
  }

  private func answer(_ error: ServiceError?) {
    if let error { world.backend.last(.purchase).fail(error) } else { world.backend.last(.purchase).succeed(.wand) }
    world.scheduler.advance()
  }

  @Test func `sells nothing before the product is known`() {
    #expect(model.state.title == nil)
    #expect(!model.state.buttonEnabled)
    #expect(model.state.errorTextHidden)
    model.eventSubject.send(.purchase)
    #expect(world.backend.calls(.purchase).isEmpty)
    model.eventSubject.send(.viewDidAppear)
    #expect(model.state.isLoading && model.state.isBusy)
    expectEqual(world.backend.last(.product).input, "wand")
  }

  @Test func `loads the product once`() {
    load()
    expectEqual(model.state.title, "Wand")
    expectEqual(model.state.description, "Eleven inches of oak.")
    expectEqual(model.state.priceText, "$199.00")
    #expect(model.state.buttonEnabled)
    expectEqual(model.state.phase, .initial)
    #expect(!model.state.isBusy)
    model.eventSubject.send(.viewDidAppear)
    expectEqual(world.backend.calls(.product).count, 1)
  }

  @Test func `repeats a failed load when the screen appears again`() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.product).fail(.problem(status: 404, detail: "There is no such product."))
    world.scheduler.advance()
    expectEqual(model.state.phase, .error(message: "There is no such product."))
    #expect(!model.state.buttonEnabled)
    load()
    expectEqual(model.state.phase, .initial)
    #expect(model.state.buttonEnabled)
  }

  @Test func `repeats a failed load on retry`() {
    #expect(model.state.retryButtonHidden)
    model.eventSubject.send(.viewDidAppear)
    #expect(model.state.retryButtonHidden)
    world.backend.last(.product).fail(.connectionRefused)
    world.scheduler.advance()
    #expect(!model.state.retryButtonHidden)
    expectEqual(model.state.errorText, "The server refuses connections.")
    model.eventSubject.send(.retryButtonWasTapped)
    #expect(model.state.isLoading && model.state.isBusy)
    #expect(model.state.retryButtonHidden)
    #expect(model.state.errorTextHidden)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    expectEqual(world.backend.calls(.product).count, 2)
    #expect(model.state.buttonEnabled)
    #expect(model.state.retryButtonHidden)
  }

  @Test func `does nothing on retry unless a load has failed`() {
    model.eventSubject.send(.retryButtonWasTapped)
    #expect(world.backend.calls(.product).isEmpty)
    load()
    model.eventSubject.send(.retryButtonWasTapped)
    model.eventSubject.send(.purchase)
    answer(.timeout)
    #expect(model.state.retryButtonHidden)
    model.eventSubject.send(.retryButtonWasTapped)
    expectEqual(world.backend.calls(.product).count, 1)
    expectEqual(model.state.title, "Wand")
  }

  @Test func `shows the receipt of a purchase`() {
    load()
    model.eventSubject.send(.purchase)
    expectEqual(model.state.phase, .purchasing)
    #expect(!model.state.buttonEnabled)
    #expect(model.state.isBusy)
    answer(nil)
    expectEqual(model.state.phase, .purchased(receipt: .wand))
    expectEqual(model.state.receiptText, "Purchased for $199.00. Today at 3:04:05 PM.")
  }

  @Test func `hides a receipt where private fields are hidden`() {
    load()
    model.eventSubject.send(.purchase)
    world.backend.last(.purchase).succeed(.wand)
    world.scheduler.advance()
    let hidden = model.state.hidingPrivateFields
    expectEqual(hidden.receiptText, "••••••")
    expectEqual(hidden.phase, .purchased(receipt: nil))
    expectEqual(hidden.priceText, "$199.00")
    #expect(hidden.text.contains(#""phase":{"receipt":null,"type":"purchased"}"#))
    #expect(!model.state.buttonEnabled)
    #expect(!model.state.isBusy)
    expectEqual(world.backend.pendingCount(.purchase), 0)
  }

  @Test func `starts no second purchase during the first`() {
    load()
    model.eventSubject.send(.purchase)
    model.eventSubject.send(.purchase)
    expectEqual(world.backend.calls(.purchase).count, 1)
    answer(nil)
    model.eventSubject.send(.purchase)
    expectEqual(world.backend.calls(.purchase).count, 1)
  }

  @Test func `shows the backend's message after a failed purchase`() {
    load()
    model.eventSubject.send(.purchase)
    answer(.problem(status: 503, detail: "Something went wrong!"))
    expectEqual(model.state.phase, .error(message: "Something went wrong!"))
    expectEqual(model.state.errorText, "Something went wrong!")
    #expect(!model.state.errorTextHidden)
    #expect(model.state.buttonEnabled)
    expectEqual(model.state.title, "Wand")
  }

  @Test func `keeps the key for every retry`() {
    load()
    model.eventSubject.send(.purchase)
    answer(.timeout)
    model.eventSubject.send(.purchase)
    #expect(model.state.errorTextHidden)
    answer(.transport(code: -1005))
    model.eventSubject.send(.purchase)
    answer(nil)
    let keys = world.backend.calls(.purchase).map(\.input.idempotencyKey)
    expectEqual(keys.count, 3)
    expectEqual(Set(keys).count, 1)
  }

  /// Another screen of the product, which knows what it shows.
  private func anotherScreen() -> ProductViewModel {
    let other = ProductViewModel(id: "wand", world.environment)
    other.eventSubject.send(.viewDidAppear)
    world.backend.last(.product).succeed(.wand)
    world.scheduler.advance()
    return other
  }

  private var keys: [IdempotencyKey] { world.backend.calls(.purchase).map(\.input.idempotencyKey) }

  @Test func `keeps the key when the screen is left and opened again`() throws {
    let app = AppCore(world.environment)
    for _ in 1...3 {
      let screen = app.open(.product, ProductParameters(id: "wand"))
      screen.viewDidAppear()
      world.backend.last(.product).succeed(.wand)
      world.scheduler.advance()
      try screen.send(json: #"{"type":"purchase"}"#)
      screen.close()
    }
    expectEqual(keys.count, 3)
    expectEqual(Set(keys).count, 1)
  }

  @Test func `shares the key with another screen of the product`() {
    load()
    let other = anotherScreen()
    model.eventSubject.send(.purchase)
    other.eventSubject.send(.purchase)
    expectEqual(keys.count, 2)
    expectEqual(Set(keys).count, 1)
  }

  @Test func `has another key for another product`() {
    load()
    model.eventSubject.send(.purchase)
    let other = ProductViewModel(id: "cloak", world.environment)
    other.eventSubject.send(.viewDidAppear)
    world.backend.last(.product).succeed(.cloak)
    world.scheduler.advance()
    other.eventSubject.send(.purchase)
    expectEqual(Set(keys).count, 2)
  }

  @Test(arguments: [
    (ServiceError.status(408), 1), (.status(409), 1), (.status(425), 1), (.status(429), 1), (.status(500), 1),
    (.decoding, 1), (.tooLarge, 1), (.unknownHost, 1), (.cancelled, 1), (.status(400), 2), (.status(404), 2),
    (.problem(status: 402, detail: "There is not enough money on the account."), 2), (.status(422), 2),
  ])
  func `ends the key only at a definite answer`(error: ServiceError, count: Int) {
    load()
    model.eventSubject.send(.purchase)
    answer(error)
    model.eventSubject.send(.purchase)
    expectEqual(keys.count, 2)
    expectEqual(Set(keys).count, count)
  }

  @Test func `keeps the key while another screen waits for an answer`() {
    load()
    let other = anotherScreen()
    for model in [model, other] { model.eventSubject.send(.purchase) }
    let questions = world.backend.calls(.purchase)
    questions[0].fail(.status(402))
    world.scheduler.advance()
    model.eventSubject.send(.purchase)
    questions[1].succeed(.wand)
    world.scheduler.advance()
    // The receipt of the other screen has the key of this lost try, so the next one gets the same.
    answer(.timeout)
    model.eventSubject.send(.purchase)
    expectEqual(keys.count, 4)
    expectEqual(Set(keys).count, 1)
  }

  @Test(arguments: [400, 401, 402, 403, 404, 407, 413, 421, 422, 426, 431, 451])
  func `keeps the key at a refusal after a lost answer`(status: Int) {
    load()
    for error in [.timeout, .status(status), .status(status)] as [ServiceError] {
      model.eventSubject.send(.purchase)
      answer(error)
    }
    expectEqual(keys.count, 3)
    expectEqual(Set(keys).count, 1)
  }

  @Test func `uses another key after a receipt`() {
    load()
    model.eventSubject.send(.purchase)
    answer(nil)
    let other = anotherScreen()
    other.eventSubject.send(.purchase)
    expectEqual(Set(keys).count, 2)
  }

  @Test func `has an output for each property of the view`() {
    var titles: [String?] = []
    var enabled: [Bool] = []
    var hidden: [Bool] = []
    var errors: [String?] = []
    var descriptions: [String?] = []
    let cancellables = [
      model.title.sink { titles.append($0) },
      model.description.sink { descriptions.append($0) },
      model.buttonEnabled.sink { enabled.append($0) },
      model.errorText.sink { errors.append($0) },
      model.errorTextHidden.sink { hidden.append($0) },
    ]
    load()
    model.eventSubject.send(.purchase)
    answer(.problem(status: 503, detail: "Something went wrong!"))
    for cancellable in cancellables { cancellable.cancel() }
    expectEqual(titles, [nil, "Wand"])
    expectEqual(descriptions, [nil, "Eleven inches of oak."])
    expectEqual(enabled, [false, true, false, true])
    expectEqual(errors, [nil, "Something went wrong!"])
    expectEqual(hidden, [true, false])
  }

  @Test func `releases everything`() {
    let world = TestWorld()
    let alive = leaks { detector in
      let model = detector.watch(ProductViewModel(id: "wand", world.environment))
      model.eventSubject.send(.viewDidAppear)
      world.backend.last(.product).succeed(.wand)
      world.scheduler.advance()
      model.eventSubject.send(.purchase)
    }
    expectEqual(alive, [])
    expectEqual(world.backend.pendingCount(.purchase), 0)
  }
}
