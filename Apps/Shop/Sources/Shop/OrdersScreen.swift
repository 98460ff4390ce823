import Foundation
import Screens

struct OrderRow: ListRow {
  let id: Int
  var title: String
  var placedAt: Date
  var total: Price

  init(_ order: Order, _ words: Words) {
    id = order.id
    title = words.text("Order \(count: order.id, isGrouped: false)")
    placedAt = order.placedAt
    total = order.total
  }

  static let fields: Fields<OrderRow> = [
    Field(\.id, "The order's number."), Field(\.title, "The order.", as: .title),
    Field(\.placedAt, "When it was paid."), Field(\.total, "What it has cost."),
  ]
}

struct OrdersFacts {
  var account = ""
  var orders = Loading<[Order]>.idle
}

struct OrdersState: RequestState {
  var orders: [OrderRow]
  var isSignedIn: Bool
  var requests: RequestStatus

  init(_ facts: OrdersFacts, _ environment: AppEnvironment) {
    let words = environment.words
    orders = (facts.orders.value ?? []).map { OrderRow($0, words) }
    isSignedIn = !facts.account.isEmpty
    requests = RequestStatus(environment, facts.orders)
  }

  static let fields: Fields<OrdersState> = [
    .requests("Why there are no orders."),
    Field(\.orders, "What you have bought, the newest first.")
      .shownAsList(emptyText: "No orders.", columns: [\OrderRow.placedAt, \.total]),
    Field(\.isSignedIn, "Whether a person is signed in.").forPrograms(),
  ]
}

enum OrdersEvent: ScreenEvent {
  case viewDidAppear
  case retryButtonWasTapped
  case signInButtonWasTapped
  case openButtonWasTapped(Int)

  static let cases: [EventCase<OrdersEvent>] = [
    EventCase(.viewDidAppear, "The orders are shown."),
    EventCase(.retryButtonWasTapped, "Load the orders again.").retries(OrdersState.self),
    EventCase(.signInButtonWasTapped, "Sign in, to see them.").labelled("Sign in").purpose(.navigate)
      .hidden(by: \OrdersState.isSignedIn),
    EventCase(openButtonWasTapped, member: "id", "Show an order.").purpose(.navigate).row(of: \OrdersState.orders),
  ]
}

/// What the person has bought.
final class OrdersViewModel: FactsViewModel<OrdersFacts, OrdersState, OrdersEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(OrdersFacts(account: environment.account), environment, OrdersState.init)
    // Nothing of one account is left to the next.
    environment.accountChanges.sink { [unowned self] account in
      facts.account = account
      forget(\.orders)
      if !account.isEmpty { load() }
    }
    .store(in: &cancellables)
  }

  override func handle(_ event: OrdersEvent) {
    switch event {
    // A guest has none, and is not asked who it is.
    case .viewDidAppear: if !facts.account.isEmpty { load() }
    case .retryButtonWasTapped: load()
    case .signInButtonWasTapped: try? environment.navigator.present(.signIn) { _ in }
    case .openButtonWasTapped(let id): try? environment.navigator.open(.order, OrderParameters(id: id))
    }
  }

  private func load() { load(\.orders, environment.backend.answer(.orders)) }
}

extension Screen<OrdersViewModel> {
  static var orders: Self {
    Screen("orders", about: "What you have bought.", appearance: .viewDidAppear) { OrdersViewModel($1) }
  }
}
