public import Streams

/// A view model inside of another one, its owner: a part that is always there, such as the voucher of a basket.
///
/// A part is an ordinary view model. It knows no owner, can be tested alone, and may be a screen of its own as well. Its state is a
/// member of the owner's state, and its events are the owner's:
///
/// ```swift
/// @MainActor func voucher(
///   of events: EventSubject<BasketEvent>, in environment: AppEnvironment
/// ) -> Part<VoucherViewModel> {
///   Part(of: events, as: BasketEvent.voucher, in: environment) { VoucherViewModel($0) }
/// }
/// ```
///
/// <doc:AScreenInAScreen> has the whole of this basket.
///
/// An event of the part (`.voucher(.clearButtonWasTapped)`) goes to the part first, and then to the subscribers of the owner's
/// ``EventSubject``. What is sent to the part's own `eventSubject` is sent to the owner as such an event: it is accepted or refused,
/// recorded and ordered like all others. The part's own ``ViewModel/refusal(of:)`` is asked before the owner's, and so is
/// ``ViewModel/canLeave()``.
///
/// While the part is busy, so is the owner. In the part's environment, the navigator opens screens that belong to the owner's, and
/// to close with an outcome is to publish it as one of ``outcomes``: this part stays. An ``OptionalPart`` and a part of a
/// ``PartList`` end then.
///
/// The part ends with this object, which its owner retains.
@preconcurrency @MainActor public final class Part<Model: ViewModel> where Model.Events == EventSubject<Model.Event> {
  private let live: LivePart<Model>
  private let closed = PartOutcomes<Model.Outcome?>()
  private let sendToOwner: @MainActor (Model.Event) -> Void

  /// Makes a part.
  ///
  /// - Parameters:
  ///   - owner: The owner's events.
  ///   - event: The case of the owner's events that `EventCase` describes with `part:`.
  ///   - environment: The owner's environment.
  ///   - make: Makes the view model, in the environment of the part.
  public init<Owner: ScreenEvent>(
    of owner: EventSubject<Owner>, as event: @escaping (Model.Event) -> Owner, in environment: AppEnvironment,
    make: (AppEnvironment) -> Model
  ) {
    let send: @MainActor (Model.Event) -> Void = { owner.send(event($0)) }
    sendToOwner = send
    let live = LivePart(in: environment, make: make, send: send)
    self.live = live
    let events = PartEvents<Owner, Model.Event>(event(.sample))
    owner.add(
      PartRoute { [weak live] in
        events.event(in: $0).flatMap { live?.refusal(of: $0.event) }
      } deliver: { [weak live] in
        guard let (_, event) = events.event(in: $0) else { return true }
        live?.deliver(event)
        return live != nil
      } canLeave: { [weak live] in
        live?.canBeLeft ?? true
      })
    live.start(show: { _ in }, onClose: { [closed] in closed.send($0) })
  }

  deinit {
    let live = live
    onMain { live.end() }
  }

  /// The view model.
  public var model: Model { live.model }
  /// The current state.
  public var state: Model.State { live.model.state }
  /// The current state and every later one, just before the property changes.
  public var statePublisher: Published<Model.State>.Publisher { live.model.statePublisher }

  /// Publishes each outcome with which the view model closes the part by its navigator; `nil` if it closes without one. What comes
  /// before the first subscriber waits for it.
  public var outcomes: AnyPublisher<Model.Outcome?, Never> { closed.publisher }

  /// Sends an event to the part, as an event of the owner. While the owner handles an event, it follows.
  public func send(_ event: Model.Event) { sendToOwner(event) }
}
