import Foundation
import Screens

struct TillFacts {
  var basket = BasketState()
  var isPaying = false
  var failure: IdempotentRequestError?
  /// When an earlier try was made that has paid for the same goods, unknown to the person.
  var paidBefore: Date?
}

struct TillState: ScreenState {
  var basket: BasketState
  var message: String?
  var note: String?
  var paidAt: Date?
  var payDisabledReason: String?
  var isBusy: Bool

  init(_ facts: TillFacts, _ environment: AppEnvironment) {
    let words = environment.words
    basket = facts.basket
    message = facts.failure.map { failure in
      let text = words.string(failure.text)
      // The key of this wish is kept, so another try pays no second time.
      return failure.serviceError?.mayHaveBeenCarriedOut == true
        ? words.text("\(text) Perhaps it is paid. Pay again: it is paid only once.") : text
    }
    paidAt = facts.paidBefore
    note = paidAt == nil ? nil : words.text("This was paid for before. Pay again to have it twice.")
    isBusy = facts.isPaying
    if isBusy {
      payDisabledReason = words.text("It is being paid.")
    } else if basket.lines.isEmpty {
      payDisabledReason = words.text("The basket is empty.")
    }
  }

  static let fields: Fields<TillState> = [
    Field(\.basket, "What will be bought."), Field(\.message, "Why it is not paid.").shown(as: .failure),
    Field(\.note, "What has happened before.").shown(as: .note),
    Field(\.paidAt, "When that was."), Field(\.payDisabledReason, "Why it cannot be paid."),
    Field(\.isBusy, "Whether it is being paid."),
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
  private var request: AnyCancellable?

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
    let (backend, lines) = (environment.backend, lines)
    let isConfirmed = facts.failure == .confirmationNeeded
    facts.isPaying = true
    facts.failure = nil
    facts.paidBefore = nil
    request = environment.request(.pay, for: lines, isConfirmed: isConfirmed) { key in
      backend.answer(.pay, NewOrder(lines: lines, total: lines.total, key: key))
    }
    .sink { [unowned self] in receive($0) }
  }

  private func receive(_ result: Result<IdempotentAnswer<Order>, IdempotentRequestError>) {
    facts.isPaying = false
    switch result {
    case .success(let success) where success.earlierWish != nil: facts.paidBefore = success.earlierWish
    case .success(let success):
      environment.basket.removeAll()
      environment.front.tell(
        .notify(environment.words.text("Order \(count: success.answer.id, isGrouped: false) is paid.")))
      try? environment.navigator.open(.order, OrderParameters(id: success.answer.id))
    case .failure(let error): facts.failure = error
    }
  }
}

extension Screen<TillViewModel> {
  static var till: Self { Screen("till", about: "What will be bought, and where it is paid.") { TillViewModel($1) } }
}
