public import Streams

/// The brain of a screen (seed 000): one place that takes events, and one state that a front shows.
///
/// Events say what happened (`refreshButtonWasTapped`), never what to do. The state is a value that holds all a front
/// may show, and nothing that it may not. What is asynchronous ends on the main scheduler of the `Environment`.
///
/// Two view models never share anything but their environment, so a screen may be open twice.
@MainActor public protocol ViewModel<State, Event>: AnyObject {
  /// What a front may show.
  associatedtype State: ScreenState
  /// What a front may tell.
  associatedtype Event: ScreenEvent

  /// Takes the events, and tells whoever subscribes of events from any source. An event is applied when `send` returns.
  var eventSubject: PassthroughSubject<Event, Never> { get }
  /// What a front may show.
  var state: State { get }
  /// The state, and every state that follows. As `@Published` does, it publishes just before the property changes.
  var statePublisher: Published<State>.Publisher { get }
}
