import Foundation
import Screens

/// A span of time in which the goods can come, as a server offers it.
struct Slot: ListRow {
  let id: Int
  var span: String
  var day: LocalDate
  var price: String
  var fullReason: String?
  var isGone = false

  static let fields: Fields<Slot> = [
    Field(\.id, "The number."), Field(\.span, "When it is.", as: .title), Field(\.day, "The day."),
    Field(\.price, "What it costs."), Field(\.fullReason, "Why it cannot be chosen."),
    Field(\.isGone, "Whether it is over.").forPrograms(),
  ]
}

/// An order whose slot and place are chosen from what the state has, and the slots of before in sections by day.
struct DeliveryState: ScreenState {
  var slots: [Slot] = []
  var slot: Int?
  var places = ["The door", "The porter"]
  var place = "The door"
  var past: [Slot] = []

  static let fields: Fields<DeliveryState> = [
    Field(\.slots, "The slots that are free."),
    Field(\.slot, "When it comes.").prompting("any time"),
    Field(\.places, "Where it can be left."), Field(\.place, "Where it is left."),
    Field(\.past, "What came before.").shownAsList(emptyText: "Nothing came.").sectioned(by: \Slot.day),
  ]

  static let samples = [DeliveryState()]
}

enum DeliveryEvent: ScreenEvent {
  case slotWasChosen(Int?)
  case placeChanged(String)
  case slotsWereLoaded

  static let cases: [EventCase<DeliveryEvent>] = [
    EventCase(slotWasChosen, member: "slot", "It comes then.")
      .field(\DeliveryState.slot).chosen(from: \DeliveryState.slots, disabledBy: \.fullReason, hiddenBy: \.isGone),
    EventCase(placeChanged, member: "place", "It is left there.").chosen(from: \DeliveryState.places),
    EventCase(.slotsWereLoaded, "Ask for the slots."),
  ]
}

final class DeliveryModel: FactsViewModel<DeliveryState, DeliveryState, DeliveryEvent>, ViewModel {
  static let monday = LocalDate("2026-11-30")!

  init(_ environment: AppEnvironment) {
    super.init(DeliveryState(), environment) { facts, _ in facts }
    load()
  }

  override func handle(_ event: DeliveryEvent) {
    switch event {
    case .slotWasChosen(let slot): facts.slot = slot
    case .placeChanged(let place): facts.place = place
    case .slotsWereLoaded: facts.slots.removeAll { $0.id == 7 }
    }
  }

  private func load() {
    facts.slots = [
      Slot(id: 7, span: "9 to 12", day: Self.monday, price: "€4"),
      Slot(id: 8, span: "12 to 15", day: Self.monday, price: "€4", fullReason: "It is full."),
      Slot(id: 9, span: "9 to 12", day: LocalDate("2026-12-01")!, price: "€2"),
      Slot(id: 10, span: "15 to 18", day: Self.monday, price: "€3", isGone: true),
    ]
    facts.past = [
      Slot(id: 1, span: "9 to 12", day: Self.monday, price: "€4"),
      Slot(id: 2, span: "12 to 15", day: Self.monday, price: "€4"),
      Slot(id: 3, span: "9 to 12", day: LocalDate("2026-11-27")!, price: "€2"),
    ]
  }
}

extension Screen<DeliveryModel> {
  static var delivery: Self {
    Screen("delivery", about: "When it comes.") { _, environment in DeliveryModel(environment) }
  }
}
