import Foundation
import Screens

struct TillFacts {
  var basket = BasketState()
  var payment = Loading<IdempotentAnswer<Order>>.idle
}

struct TillState: RequestState {
  var title: String
  var basket: BasketState
  var note: String?
  var paidAt: Date?
  var payDisabledReason: String?
  var requests: RequestStatus

  init(_ facts: TillFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = words.text("Basket")
    basket = facts.basket
    // When an earlier try has paid for the same goods, unknown to the person.
    paidAt = facts.payment.value?.earlierWish
    note = paidAt == nil ? nil : words.text("This was paid for before. Pay again to have it twice.")
    requests = RequestStatus(environment, facts.payment)
    if isBusy {
      payDisabledReason = words.text("It is being paid.")
    } else if basket.lines.isEmpty {
      payDisabledReason = words.text("The basket is empty.")
    }
  }

  static let fields: Fields<TillState> = [
    Field(\.title, "What this is.", as: .title), Field(\.basket, "What will be bought."),
    .requests("Why it is not paid."),
    Field(\.note, "What has happened before.", as: .note),
    Field(\.paidAt, "When that was."), Field(\.payDisabledReason, "Why it cannot be paid."),
  ]
}

enum TillEvent: ScreenEvent {
  case basket(BasketEvent)
  case payButtonWasTapped

  static let cases: [EventCase<TillEvent>] = [
    EventCase(part: \TillState.basket, basket, "What will be bought."),
    EventCase(.payButtonWasTapped, "Pay for the basket.").labelled("Pay").purpose(.primary)
      .disabled(by: \TillState.payDisabledReason).notForAssistants(),
  ]
}

/// Pays for the basket, once. A guest signs in first.
final class TillViewModel: FactsViewModel<TillFacts, TillState, TillEvent>, ViewModel {
  private lazy var basket = Part(of: eventSubject, as: TillEvent.basket, in: environment) { BasketViewModel($0) }
  private var lines: [Line] = []

  init(_ environment: AppEnvironment) {
    super.init(TillFacts(), environment, TillState.init)
    basket.statePublisher.sink { [unowned self] in facts.basket = $0 }.store(in: &cancellables)
    environment.basket.publisher.sink { [unowned self] in lines = $0 }.store(in: &cancellables)
  }

  override func handle(_ event: TillEvent) {
    switch event {
    case .basket: break
    case .payButtonWasTapped: if state.payDisabledReason == nil { pay() }
    }
  }

  private func pay() {
    let lines = lines
    // The key of this wish is kept until an answer is here, so another try pays no second time.
    let isConfirmed = facts.payment.error == .confirmationNeeded
    let payment = environment.request(.pay, for: lines, isConfirmed: isConfirmed) {
      NewOrder(lines: lines, total: lines.total, key: $0)
    }
    load(\.payment, payment) { [environment] payment in
      guard payment.earlierWish == nil else { return }
      let id = payment.answer.id
      environment.basket.removeAll()
      environment.front.tell(.notify(environment.words.text("Order \(count: id, isGrouped: false) is paid.")))
      try? environment.navigator.open(.order, OrderParameters(id: id))
    }
  }
}

extension Screen<TillViewModel> {
  static var till: Self { Screen("till", about: "What will be bought, and where it is paid.") { TillViewModel($1) } }
}
