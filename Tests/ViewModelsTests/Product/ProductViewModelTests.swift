import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct ProductViewModelTests {
  let world = World()
  let model: ProductViewModel

  init() {
    model = ProductViewModel(id: "wand", world.environment)
  }

  private func load() {
    model.eventSubject.send(.viewDidAppear)
    world.services.products.last.succeed(.wand)
    world.scheduler.advance()
  }

  private func answer(_ error: ServiceError?) {
    if let error { world.services.purchases.last.fail(error) } else { world.services.purchases.last.succeed(.wand) }
    world.scheduler.advance()
  }

  @Test func nothingCanBeBoughtBeforeTheProductIsKnown() {
    #expect(model.state.title == nil)
    #expect(!model.state.buttonEnabled)
    #expect(model.state.errorTextHidden)
    model.eventSubject.send(.purchase)
    #expect(world.services.purchases.all.isEmpty)
    model.eventSubject.send(.viewDidAppear)
    #expect(model.state.isLoading && model.state.isBusy)
    #expect(world.services.products.last.asked == "wand")
  }

  @Test func theProductIsShownAndAskedForOnce() {
    load()
    #expect(model.state.title == "Wand")
    #expect(model.state.description == "Eleven inches of oak.")
    #expect(model.state.priceText == "$199.00")
    #expect(model.state.buttonEnabled)
    #expect(model.state.phase == .initial)
    #expect(!model.state.isBusy)
    model.eventSubject.send(.viewDidAppear)
    #expect(world.services.products.all.count == 1)
  }

  @Test func aProductThatCannotBeLoadedIsAskedForWhenTheScreenAppearsAgain() {
    model.eventSubject.send(.viewDidAppear)
    world.services.products.last.fail(.problem(status: 404, detail: "There is no such product."))
    world.scheduler.advance()
    #expect(model.state.phase == .error(message: "There is no such product."))
    #expect(!model.state.buttonEnabled)
    load()
    #expect(model.state.phase == .initial)
    #expect(model.state.buttonEnabled)
  }

  @Test func aPurchaseShowsItsReceipt() {
    load()
    model.eventSubject.send(.purchase)
    #expect(model.state.phase == .purchasing)
    #expect(!model.state.buttonEnabled)
    #expect(model.state.isBusy)
    answer(nil)
    #expect(model.state.phase == .purchased(receipt: .wand))
    #expect(model.state.receiptText == "Purchased for $199.00. Today at 3:04:05 PM.")
    #expect(!model.state.buttonEnabled)
    #expect(!model.state.isBusy)
    #expect(world.services.purchases.awaited == 0)
  }

  @Test func noSecondPurchaseCanStart() {
    load()
    model.eventSubject.send(.purchase)
    model.eventSubject.send(.purchase)
    #expect(world.services.purchases.all.count == 1)
    answer(nil)
    model.eventSubject.send(.purchase)
    #expect(world.services.purchases.all.count == 1)
  }

  @Test func aFailedPurchaseShowsTheBackendsMessage() {
    load()
    model.eventSubject.send(.purchase)
    answer(.problem(status: 503, detail: "Something went wrong!"))
    #expect(model.state.phase == .error(message: "Something went wrong!"))
    #expect(model.state.errorText == "Something went wrong!")
    #expect(!model.state.errorTextHidden)
    #expect(model.state.buttonEnabled)
    #expect(model.state.title == "Wand")
  }

  @Test func tryingAgainKeepsTheKey() {
    load()
    model.eventSubject.send(.purchase)
    answer(.timeout)
    model.eventSubject.send(.purchase)
    #expect(model.state.errorTextHidden)
    answer(.transport(code: -1005))
    model.eventSubject.send(.purchase)
    answer(nil)
    let keys = world.services.purchases.all.map(\.asked)
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
  }

  @Test func anotherScreenIsAnotherAttempt() {
    load()
    model.eventSubject.send(.purchase)
    let other = ProductViewModel(id: "wand", world.environment)
    other.eventSubject.send(.viewDidAppear)
    world.services.products.last.succeed(.wand)
    world.scheduler.advance()
    other.eventSubject.send(.purchase)
    #expect(Set(world.services.purchases.all.map(\.asked)).count == 2)
    #expect(world.services.purchases.awaited == 2)
  }

  @Test func theOutputsAreOneForEachPropertyOfTheView() {
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
    #expect(titles == [nil, "Wand"])
    #expect(descriptions == [nil, "Eleven inches of oak."])
    #expect(enabled == [false, true, false, true])
    #expect(errors == [nil, "Something went wrong!"])
    #expect(hidden == [true, false])
  }

  @Test func nothingIsAliveAfterwards() {
    let world = World()
    let alive = leaks { detector in
      let model = detector.watch(ProductViewModel(id: "wand", world.environment))
      model.eventSubject.send(.viewDidAppear)
      world.services.products.last.succeed(.wand)
      world.scheduler.advance()
      model.eventSubject.send(.purchase)
    }
    #expect(alive == [])
    #expect(world.services.purchases.awaited == 0)
  }
}
