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

  /// Receives the events, and publishes events from any source. An event is applied when `send` returns, unless it is
  /// sent by a subscriber of the states while one is published: the view model does not have that state yet, and may
  /// ignore the event. Put `receive(on: DispatchQueue.main)` before that subscriber.
  var eventSubject: PassthroughSubject<Event, Never> { get }
  /// The current state.
  var state: State { get }
  /// The current state and every later one. As `@Published` does, it publishes just before the property changes.
  var statePublisher: Published<State>.Publisher { get }
}
