import Foundation
import Screens
import Streams

/// An amount, as an app has it.
struct Price: JSONRecord, Equatable {
  var amount: Decimal
  var currency: String

  static let record = Codec(
    { (amount: Decimal, currency: String) in Price(amount: amount, currency: currency) }, \.amount, \.currency
  ).asMoney
}

/// A form with a field for each kind of number.
struct TillState: ScreenState {
  var count: Int?
  var weight: Double?
  var price: Decimal?
  var share: Double?
  var took: Int?
  var stars: Int?
  var paid: [String] = []
  var total: Price?
  var isBusy: Bool { false }

  static let fields: Fields<TillState> = [
    Field(\.count, "How many."), Field(\.weight, "How heavy."), Field(\.price, "What it costs."),
    Field(\.share, "Which part.", as: .percent), Field(\.took, "How long.", as: .duration),
    Field(\.stars, "How good."), Field(\.paid, "What was paid."), Field(\.total, "What is to be paid."),
  ]
}

enum TillEvent: ScreenEvent {
  case countChanged(Int?)
  case weightChanged(Double?)
  case priceChanged(Decimal?)
  case shareChanged(Double?)
  case tookChanged(Int?)
  case starsChanged(Int?)
  case totalChanged(Price?)
  case wasPaid(amount: Decimal, note: String)
  case wasSplit([Decimal])

  static let cases: [EventCase<TillEvent>] = [
    EventCase(countChanged, member: "count", "How many."),
    EventCase(weightChanged, member: "weight", "How heavy.").value(from: -1_000),
    EventCase(priceChanged, member: "price", "What it costs.").value(to: 1_000_000),
    EventCase(shareChanged, member: "share", "Which part.").value(from: 0, to: 100),
    EventCase(starsChanged, member: "stars", "How good.").value(from: 1, to: 5),
    EventCase(tookChanged, member: "took", "How long."),
    EventCase(totalChanged, member: "total", "What is to be paid."),
    EventCase(wasPaid, members: ("amount", "note"), "Pay."),
    EventCase(wasSplit, member: "amounts", "Share."),
  ]
}

struct TillParameters: OptionalParameters {
  var price: Decimal?

  static let fields: Fields<TillParameters> = [Field(\.price, "What it costs.")]
}

final class TillModel: ViewModel {
  typealias Parameters = TillParameters

  let eventSubject = EventSubject<TillEvent>()
  @Published private(set) var state = TillState()
  var statePublisher: Published<TillState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  init(_ parameters: TillParameters) {
    state.price = parameters.price
    cancellable = eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .countChanged(let count): state.count = count
      case .weightChanged(let weight): state.weight = weight
      case .priceChanged(let price): state.price = price
      case .shareChanged(let share): state.share = share
      case .tookChanged(let seconds): state.took = seconds
      case .starsChanged(let stars): state.stars = stars
      case .totalChanged(let total): state.total = total
      case .wasPaid(let amount, let note): state.paid.append("\(amount) \(note)")
      case .wasSplit(let amounts): state.paid += amounts.map(\.description)
      }
    }
  }
}

extension Screen<TillModel> {
  static var till: Self { Screen("till", about: "A till.") { parameters, _ in TillModel(parameters) } }
}
