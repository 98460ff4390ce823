public import Streams

/// The logic of a screen (seed 000): events go in, one state comes out.
///
/// Events report what happened (`refreshButtonWasTapped`), not what to do. The state is a value with everything that a
/// front shows, and nothing that it must not show. Asynchronous work ends on the main scheduler of the environment.
///
/// View models share nothing but their environment, so a screen may be open more than once.
@preconcurrency @MainActor public protocol ViewModel<State, Event>: AnyObject {
  // NB: `@preconcurrency`, as on `AppCore`, because the main program of a Swift 5 front is not isolated.

  /// What the screen needs to open.
  associatedtype Parameters: ScreenParameters = NoParameters
  /// What a front shows.
  associatedtype State: ScreenState
  /// What a front reports.
  associatedtype Event: ScreenEvent
  /// The result with which the screen closes itself; by default, it has none.
  associatedtype Outcome: ScreenOutcome = NoOutcome

  /// The type of ``eventSubject``.
  associatedtype Events: Subject where Events.Output == Event, Events.Failure == Never

  /// Receives the events, and publishes those that the screen has accepted: an ``EventSubject``. An event is applied when
  /// `send` returns, unless it is sent by a subscriber of the states while one is published: the view model does not have that
  /// state yet. Put `receive(on: DispatchQueue.main)` before that subscriber.
  ///
  /// A `PassthroughSubject` works, too. What is sent to it directly is not refused, and is reported after it was handled.
  var eventSubject: Events { get }
  /// The current state.
  var state: State { get }
  /// The current state and every later one. As `@Published` does, it publishes just before the property changes.
  var statePublisher: Published<State>.Publisher { get }

  /// Why the state does not allow an event, as a text for people; `nil` if it does. It must not change anything.
  ///
  /// A front that sends a refused event gets the reason, and the view model does not receive the event, whether it comes by
  /// ``AnyScreenInstance/send(_:confirmed:)`` or by an ``EventSubject``.
  ///
  /// By default, it is what the description of the event says: see `EventCase.disabled(by:)` and `EventCase.row(of:)`. A view
  /// model that adds reasons of its own begins with `event.describedRefusal(in: state)`.
  func refusal(of event: Event) -> String?

  /// Whether the screen may be left. A view model that returns `false`, for a form that is not saved, asks a person whether it may
  /// close itself, or shows its question in its state.
  ///
  /// Every front asks before a person leaves the screen, and an assistant before it closes it. A screen that is closed by its opener,
  /// or by a client's `screen/close`, is not asked.
  /// By default, it may be left.
  func canLeave() -> Bool
}

extension ViewModel {
  public func refusal(of event: Event) -> String? { event.describedRefusal(in: state) }

  public func canLeave() -> Bool { true }
}
