/// The way of an owner's events to one of its parts.
@MainActor struct PartRoute<Event: ScreenEvent> {
  /// Why the part does not take an event; `nil` if it does, or the event is for another one.
  let refusal: (Event) -> Refusal?
  /// Lets the part handle an event that is for it.
  ///
  /// - Returns: `false` if the event is for a part that is not there.
  let deliver: (Event) -> Bool
  /// Whether the part may be left.
  let canLeave: () -> Bool
}

/// Where the events of a view model's parts go. The part handles its event before its owner receives it, so the owner may
/// remove it then.
@MainActor final class PartRoutes<Event: ScreenEvent> {
  private var routes: [PartRoute<Event>] = []
  /// What was sent during a delivery, without an app that keeps it in order.
  private var waiting: [Event] = []
  private var isDelivering = false

  nonisolated init() {}

  func add(_ route: PartRoute<Event>) { routes.append(route) }

  /// Why the part that an event is for does not take it; `nil` if it does, or the event is for no part.
  func refusal(of event: Event) -> Refusal? {
    for route in routes {
      if let reason = route.refusal(event) { return reason }
    }
    return nil
  }

  /// Whether every part may be left.
  var canBeLeft: Bool { routes.allSatisfy { $0.canLeave() } }

  /// Delivers an event to the part that it is for, and then to the subscribers. What is sent meanwhile follows. An event for a
  /// part that is not there reaches nothing.
  func deliver(_ event: Event, toSubscribers send: (Event) -> Void) {
    waiting.append(event)
    guard !isDelivering else { return }
    isDelivering = true
    while !waiting.isEmpty {
      let events = waiting
      waiting = []
      for event in events where routes.allSatisfy({ $0.deliver(event) }) { send(event) }
    }
    isDelivering = false
  }
}
