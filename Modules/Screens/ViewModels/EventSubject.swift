public import Streams

/// The events of a view model: a subject to which views and code send, and which the app that has opened the screen performs.
///
///     shelf.eventSubject.send(.sortButtonWasTapped)
///     print(shelf.state.title)
///
/// An event that is sent here is treated as one of any front: it may be refused (``ViewModel/refusal(of:)``), and it is
/// reported (``AppCore/reports``) before what comes of it. Subscribers receive the accepted events only.
///
/// On the main actor `send(_:)` is synchronous: the state that is read in the next line is the new one. What a subscriber
/// sends while it receives an event follows when every subscriber has that event, and is accepted or refused then. On another
/// thread `send(_:)` stops the program and names the remedy, `receive(on:)`.
///
/// Without an app, as in a unit test, and after its screen was closed, it is a plain subject, which may be used on any thread.
///
/// The event of a part is handled by the part before a subscriber receives it; see ``Part``. A subject with parts is used on the
/// main actor.
///
/// A front sends by the subject of the screen as it sees it (``ScreenInstance/eventSubject``), which has the same events.
///
/// - Demand: As with `PassthroughSubject`: a value is dropped for a subscriber without demand.
/// - Completion: As with `PassthroughSubject`: a later subscriber receives it at once. One that is sent to the subject of a front is
///   ignored: the view model has other senders.
public final class EventSubject<Event: ScreenEvent>: Subject {
  public typealias Output = Event
  public typealias Failure = Never

  /// The events that were accepted.
  let accepted: PassthroughSubject<Event, Never>
  /// Whether the accepted events are those of a view model that has other senders, too.
  private let isShared: Bool
  /// Takes the events while the screen is open; false if it is not.
  private var performer: (@MainActor @Sendable (Event) -> Bool)?
  /// Where the events of parts go; `nil` without parts.
  private var routes: PartRoutes<Event>?

  /// The events of a view model.
  public init() {
    accepted = PassthroughSubject()
    isShared = false
  }

  /// The events of a screen, as a front sends them.
  init(_ accepted: PassthroughSubject<Event, Never>, sentBy front: @escaping @MainActor @Sendable (Event) -> Void) {
    self.accepted = accepted
    isShared = true
    performer = { event in
      front(event)
      return true
    }
  }

  public func send(_ event: Event) {
    guard let performer else { return deliver(event) }
    precondition(
      isMainQueue,
      "An event was sent to the eventSubject of an open screen off the main actor; put receive(on:) with the environment's "
        + "main scheduler before it.")
    if !MainActor.assumeIsolated({ performer(event) }) { deliver(event) }
  }

  public func send(completion: Subscribers.Completion<Never>) {
    if !isShared { accepted.send(completion: completion) }
  }

  public func send(subscription: any Subscription) { accepted.send(subscription: subscription) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Event, S.Failure == Never {
    accepted.receive(subscriber: subscriber)
  }
}

extension EventSubject {
  /// From here on `send(_:)` passes events to a closure, which returns false for one that it does not take. Without it, `send(_:)` delivers.
  func setPerformer(_ performer: (@MainActor @Sendable (Event) -> Bool)?) { self.performer = performer }

  /// Delivers an event that was accepted.
  func deliver(_ event: Event) {
    guard let routes else { return accepted.send(event) }
    MainActor.assumeIsolated { [accepted] in routes.deliver(event) { accepted.send($0) } }
  }

  /// Why the part that an event is for does not take it; `nil` if it does, or the event is for no part.
  @MainActor func refusalOfPart(_ event: Event) -> Refusal? { routes?.refusal(of: event) }

  /// Whether the parts may be left.
  @MainActor var partsCanBeLeft: Bool { routes?.canBeLeft ?? true }

  /// Lets the events of a part go to it, before the subscribers receive them.
  @MainActor func add(_ route: PartRoute<Event>) {
    let routes = routes ?? PartRoutes()
    routes.add(route)
    self.routes = routes
  }
}
