import Screens

struct ProductParameters: ScreenParameters {
  var id: Int

  static let defaults = ProductParameters(id: 0)
  static let fields: Fields<ProductParameters> = [Field(required: \.id, "The product's number.")]
}

struct ProductFacts {
  var product = Loading<Product>.idle
  var basket = BasketState()
}

struct ProductState: RequestState {
  var name: String?
  var picture: Picture?
  var about: String?
  var price: Price?
  var addDisabledReason: String?
  var basket: BasketState
  var requests: RequestStatus

  init(_ facts: ProductFacts, _ environment: AppEnvironment) {
    let words = environment.words
    let product = facts.product
    if let product = product.value {
      let name = words.string(product.title)
      self.name = name
      picture = Picture(Link(product.picture), words: name)
      about = words.string(LocalizedText(english: product.about))
      price = product.price
    }
    addDisabledReason = product.value == nil ? words.text("The product is not here yet.") : nil
    basket = facts.basket
    requests = RequestStatus(environment, product)
  }

  static let fields: Fields<ProductState> = [
    Field(\.name, "What it is.", as: .title), Field(\.picture, "How it looks."),
    Field(\.about, "What is said of it.", as: .longText), Field(\.price, "What one costs."),
    .requests("Why there is no product."),
    Field(\.addDisabledReason, "Why it cannot be bought."),
    Field(\.basket, "What will be bought."),
  ]
}

enum ProductEvent: ScreenEvent {
  case viewDidAppear
  case addButtonWasTapped
  case retryButtonWasTapped
  case basket(BasketEvent)
  case payButtonWasTapped

  static let cases: [EventCase<ProductEvent>] = [
    EventCase(.viewDidAppear, "The product is shown."),
    EventCase(.addButtonWasTapped, "Put one into the basket.").labelled("Add to basket").purpose(.primary)
      .disabled(by: \ProductState.addDisabledReason),
    EventCase(.retryButtonWasTapped, "Load the product again.").retries(ProductState.self),
    EventCase(part: \ProductState.basket, basket, "What will be bought."),
    EventCase(.payButtonWasTapped, "Go to the till.").labelled("To the till").purpose(.navigate),
  ]
}

/// One product, with its picture.
final class ProductViewModel: FactsViewModel<ProductFacts, ProductState, ProductEvent>, ViewModel {
  typealias Parameters = ProductParameters

  private let id: Int
  private lazy var basket = Part(of: eventSubject, as: ProductEvent.basket, in: environment) { BasketViewModel($0) }

  init(_ id: Int, _ environment: AppEnvironment) {
    self.id = id
    super.init(ProductFacts(), environment, ProductState.init)
    basket.statePublisher.sink { [unowned self] in facts.basket = $0 }.store(in: &cancellables)
  }

  override func handle(_ event: ProductEvent) {
    switch event {
    case .viewDidAppear: if facts.product.value == nil { load() }
    case .addButtonWasTapped: if let product = facts.product.value { environment.basket.add(product) }
    case .retryButtonWasTapped: load()
    case .basket: break
    case .payButtonWasTapped: environment.navigator.select(tab: "basket")
    }
  }

  private func load() { load(\.product, environment.backend.answer(.product, id)) }
}

extension Screen<ProductViewModel> {
  static var product: Self {
    Screen("product", about: "A product.", appearance: .viewDidAppear) { ProductViewModel($0.id, $1) }
  }
}
