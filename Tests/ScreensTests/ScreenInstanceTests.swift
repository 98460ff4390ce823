import ExpectSupport
import Observation
import Screens
import StreamsTesting
import Testing

@MainActor @Suite struct ScreenInstanceTests {
  private let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.book)]))

  @Test func `has the typed state`() {
    let book = app.open(.book, BookParameters(title: "Persuasion"))
    expectEqual(book.state.title, "Persuasion")
    book.model.eventSubject.send(.priceChanged(7))
    expectEqual(book.state.price, 7)
  }

  @Test func `tells observers of each change once`() {
    let book = app.open(.book)
    let changes = Changes()
    func observe() {
      withObservationTracking {
        changes.prices.append(book.state.price)
      } onChange: {
        MainActor.assumeIsolated { changes.count += 1 }
      }
    }
    observe()
    expectEqual(changes.count, 0)
    book.model.eventSubject.send(.priceChanged(7))
    expectEqual(changes.count, 1)
    book.model.eventSubject.send(.priceChanged(8))
    expectEqual(changes.count, 1)
    observe()
    book.model.eventSubject.send(.priceChanged(8))
    expectEqual(changes.count, 1)
    book.model.eventSubject.send(.priceChanged(9))
    expectEqual(changes.count, 2)
    expectEqual(changes.prices, [1_815, 8])
  }

  @Test func `shows the placeholders of private fields while the application is inactive`() throws {
    let book = app.open(.book)
    book.model.eventSubject.send(.noteChanged(text: "Lent."))
    var shown: [String] = []
    let cancellable = book.updates.sink { shown.append($0.state.text) }
    app.send(.willResignActive)
    expectEqual(book.state, BookState(price: nil, note: "…"))
    book.model.eventSubject.send(.priceChanged(7))
    book.model.eventSubject.send(.lendButtonWasTapped)
    app.send(.didBecomeActive)
    expectEqual(book.state, BookState(price: 7, note: "Lent."))
    cancellable.cancel()
    expectEqual(shown, [#"{"note":"…","price":null,"title":"Emma"}"#, #"{"note":"Lent.","price":7,"title":"Emma"}"#])
    expectEqual(book.snapshot.revision, 4)
  }

  @Test func `publishes what is shown`() {
    let book = app.open(.book)
    var prices: [Int?] = []
    var isComplete = false
    let cancellable = book.statePublisher.sink { _ in
      isComplete = true
    } receiveValue: {
      prices.append($0.price)
    }
    app.send(.willResignActive)
    book.model.eventSubject.send(.priceChanged(7))
    app.send(.didBecomeActive)
    book.close()
    cancellable.cancel()
    expectEqual(prices, [1_815, nil, 7])
    #expect(isComplete)
  }

  @Test func `hides private fields of a screen that opens in an inactive application`() {
    app.send(.willResignActive)
    let book = app.open(.book)
    expectEqual(book.snapshot.state.text, #"{"note":null,"price":null,"title":"Emma"}"#)
    expectEqual(book.snapshot.revision, 1)
    app.send(.didBecomeActive)
    expectEqual(book.state.price, 1_815)
  }

  @Test func `hides the private fields of a closed screen`() {
    let book = app.open(.book)
    book.close()
    app.send(.willResignActive)
    #expect(book.state.price == nil)
    #expect(book.snapshot.state.text.contains(#""price":null"#))
  }

  @Test func `is released with its view model`() {
    weak var instance: ScreenInstance<BookViewModel>?
    weak var model: BookViewModel?
    do {
      let book = app.open(.book)
      instance = book
      model = book.model
      app.send(.willResignActive)
      book.close()
    }
    #expect(instance == nil)
    #expect(model == nil)
  }
}

@MainActor private final class Changes {
  var count = 0
  var prices: [Int?] = []
}
