import Screens

struct ProductRow: ListRow {
  let id: Int
  var picture: Picture
  var name: String
  var price: Price

  init(_ product: Product, _ words: Words) {
    id = product.id
    name = words.string(product.title)
    picture = Picture(Link(product.picture), words: name)
    price = product.price
  }

  static let fields: Fields<ProductRow> = [
    Field(\.id, "The product's number."), Field(\.picture, "How it looks."),
    Field(\.name, "What it is.", as: .title), Field(\.price, "What one costs."),
  ]
}

struct CatalogFacts {
  var search = ""
  var products = Loading<[Product]>.idle
}

struct CatalogState: RequestState {
  var search: String
  var products: [ProductRow]
  var requests: RequestStatus

  init(_ facts: CatalogFacts, _ environment: AppEnvironment) {
    let words = environment.words
    search = facts.search
    products = (facts.products.value ?? []).map { ProductRow($0, words) }
    requests = RequestStatus(environment, facts.products)
  }

  static let fields: Fields<CatalogState> = [
    .requests("Why there are no products."),
    Field(\.search, "What is looked for.", as: .search).prompting("What do you need?"),
    Field(\.products, "What we sell.")
      .shownAsList(emptyText: "Nothing was found.", columns: [\ProductRow.picture, \.price]),
  ]
}

enum CatalogEvent: ScreenEvent {
  case viewDidAppear
  case searchChanged(String)
  case retryButtonWasTapped
  case openButtonWasTapped(Int)

  static let cases: [EventCase<CatalogEvent>] = [
    EventCase(.viewDidAppear, "The catalogue is shown."),
    EventCase(searchChanged, member: "text", "Enter what is looked for."),
    EventCase(.retryButtonWasTapped, "Load the products again.").retries(CatalogState.self),
    EventCase(openButtonWasTapped, member: "id", "Show a product.").purpose(.navigate).row(of: \CatalogState.products),
  ]
}

/// All products, and a search among them.
final class CatalogViewModel: FactsViewModel<CatalogFacts, CatalogState, CatalogEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(CatalogFacts(), environment, CatalogState.init)
    eventSubject
      .filter { if case .searchChanged = $0 { true } else { false } }
      .debounce(for: .milliseconds(300), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [unowned self] _ in load() }
      .store(in: &cancellables)
  }

  override func handle(_ event: CatalogEvent) {
    switch event {
    case .viewDidAppear: if facts.products.value == nil { load() }
    case .searchChanged(let text): facts.search = text
    case .retryButtonWasTapped: load()
    case .openButtonWasTapped(let id): try? environment.navigator.open(.product, ProductParameters(id: id))
    }
  }

  private func load() { load(\.products, environment.backend.answer(.products, ProductQuery(text: facts.search))) }
}

extension Screen<CatalogViewModel> {
  static var catalog: Self {
    Screen("catalog", about: "What the shop sells.", appearance: .viewDidAppear) { CatalogViewModel($1) }
  }
}
