import Screens

struct BasketRow: ListRow {
  let id: Int
  var picture: Picture
  var name: String
  var count: Int
  var price: Price
  var fewerDisabledReason: String?

  init(_ line: Line, _ words: Words) {
    id = line.id
    name = words.string(line.product.title)
    picture = Picture(Link(line.product.picture), words: name)
    count = line.count
    price = [line].total
    fewerDisabledReason = line.count == 1 ? words.text("This is the last one.") : nil
  }

  static let fields: Fields<BasketRow> = [
    Field(\.id, "The product's number."), Field(\.picture, "How it looks.").forPrograms(),
    Field(\.name, "What it is.", as: .title), Field(\.count, "How many.", as: .count),
    Field(\.price, "What they cost."),
    Field(\.fewerDisabledReason, "Why there cannot be fewer."),
  ]
}

struct BasketState: ScreenState {
  var lines: [BasketRow] = []
  var total: Price?

  init() {}

  init(_ lines: [Line], _ environment: AppEnvironment) {
    self.lines = lines.map { BasketRow($0, environment.words) }
    total = lines.isEmpty ? nil : lines.total
  }

  static let fields: Fields<BasketState> = [
    Field(\.lines, "What will be bought.").labelled("Basket")
      .shownAsList(emptyText: "The basket is empty.", columns: [\BasketRow.count, \.price]),
    Field(\.total, "What it costs.").labelled("Total"),
  ]
}

enum BasketEvent: ScreenEvent {
  case moreButtonWasTapped(Int)
  case fewerButtonWasTapped(Int)
  case removeButtonWasTapped(Int)

  static let cases: [EventCase<BasketEvent>] = [
    EventCase(moreButtonWasTapped, member: "id", "One more of it.").labelled("More").row(of: \BasketState.lines),
    EventCase(fewerButtonWasTapped, member: "id", "One fewer of it.").labelled("Fewer")
      .row(of: \BasketState.lines, disabledBy: \.fewerDisabledReason),
    EventCase(removeButtonWasTapped, member: "id", "Remove it from the basket.").labelled("Remove")
      .row(of: \BasketState.lines),
  ]
}

/// The basket, as a part of the screens that show it.
final class BasketViewModel: FactsViewModel<[Line], BasketState, BasketEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init([], environment, BasketState.init)
    environment.basket.publisher.sink { [unowned self] in facts = $0 }.store(in: &cancellables)
  }

  override func handle(_ event: BasketEvent) {
    switch event {
    case .moreButtonWasTapped(let id): environment.basket.change(id, by: 1)
    case .fewerButtonWasTapped(let id): environment.basket.change(id, by: -1)
    case .removeButtonWasTapped(let id): environment.basket.remove(id)
    }
  }
}
