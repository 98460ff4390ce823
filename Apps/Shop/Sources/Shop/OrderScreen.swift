import Screens

struct OrderParameters: ScreenParameters {
  var id: Int

  static let defaults = OrderParameters(id: 0)
  static let fields: Fields<OrderParameters> = [Field(required: \.id, "The order's number.")]
}

struct LineRow: ListRow {
  let id: Int
  var name: String
  var count: Int
  var price: Price

  init(_ line: Line, _ words: Words) {
    id = line.id
    name = words.string(line.product.title)
    count = line.count
    price = [line].total
  }

  static let fields: Fields<LineRow> = [
    Field(\.id, "The product's number."), Field(\.name, "What it is.", as: .title),
    Field(\.count, "How many.", as: .count), Field(\.price, "What they have cost."),
  ]
}

struct OrderFacts {
  var id: Int
  var order = Loading<Order>.idle
  var delivery = Loading<Delivery>.idle
  var condition: FeedCondition?
}

struct OrderState: RequestState {
  var title: String
  var stage: Stage?
  var tone: Tone
  var courier: String?
  var arrival: String?
  var connection: String?
  var lines: [LineRow]
  var total: Price?
  var requests: RequestStatus

  init(_ facts: OrderFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = words.text("Order \(count: facts.id, isGrouped: false)")
    stage = facts.delivery.value?.stage
    tone = stage == .delivered ? .positive : .neutral
    courier = facts.delivery.value?.courier
    arrival = (facts.delivery.value?.minutes).map { words.text("In about \(count: $0) minutes") }
    if case .interrupted = facts.condition {
      connection = words.text("Not connected. The courier may be further than this.")
    }
    lines = (facts.order.value?.lines ?? []).map { LineRow($0, words) }
    total = facts.order.value?.total
    requests = RequestStatus(environment, facts.order, facts.delivery)
  }

  static let fields: Fields<OrderState> = [
    Field(\.title, "The order.", as: .title), .requests("What went wrong."),
    Field(\.stage, "How it stands.").shownAsStatus(tone: \.tone), Field(\.courier, "Who brings it."),
    Field(\.tone, "How good that is.").forPrograms(), Field(\.arrival, "When it is there."),
    Field(\.connection, "Why this may be old.", as: .note),
    Field(\.lines, "What was bought.").shownAsList(columns: [\LineRow.count, \.price]),
    Field(\.total, "What it has cost."),
  ]
}

enum OrderEvent: ScreenEvent {
  case viewDidAppear
  case retryButtonWasTapped
  case writeButtonWasTapped

  static let cases: [EventCase<OrderEvent>] = [
    EventCase(.viewDidAppear, "The order is shown."),
    EventCase(.retryButtonWasTapped, "Load the order again.").retries(OrderState.self),
    EventCase(.writeButtonWasTapped, "Write to the courier, for example that something is damaged.")
      .labelled("Write to the courier").purpose(.navigate),
  ]
}

/// An order, which follows its courier.
final class OrderViewModel: FactsViewModel<OrderFacts, OrderState, OrderEvent>, ViewModel {
  typealias Parameters = OrderParameters

  init(_ id: Int, _ environment: AppEnvironment) { super.init(OrderFacts(id: id), environment, OrderState.init) }

  override func handle(_ event: OrderEvent) {
    switch event {
    case .viewDidAppear, .retryButtonWasTapped: load()
    case .writeButtonWasTapped:
      try? environment.navigator.open(.conversation, ConversationParameters(order: facts.id))
    }
  }

  private func load() {
    load(\.order, environment.backend.answer(.order, facts.id))
    follow(\.delivery, condition: \.condition, environment.backend.follow(.courier, facts.id))
  }
}

extension Screen<OrderViewModel> {
  static var order: Self {
    Screen("order", about: "An order, and where its courier is.", appearance: .viewDidAppear) {
      OrderViewModel($0.id, $1)
    }
  }
}
