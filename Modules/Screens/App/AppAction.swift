/// What happens to the screens of an app, apart from application events, which the environment publishes.
public enum AppAction {
  /// The front opened a screen with parameters.
  case open(AnyScreenInstance, any ScreenParameters)
  /// The front sent an event to a screen, which did not refuse it.
  ///
  /// One that is sent by ``AnyScreenInstance/send(_:)`` is reported before what comes of it. One that is sent to the view
  /// model's `eventSubject` is reported when the view model has handled it.
  case event(any ScreenEvent, AnyScreenInstance)
  /// The front closed a screen.
  case close(AnyScreenInstance)
  /// The front wanted to leave a screen that was not to be left; see ``AnyScreenInstance/leave()``.
  case leave(AnyScreenInstance)
  /// A screen opened another one with parameters.
  case opened(AnyScreenInstance, any ScreenParameters, by: AnyScreenInstance)
  /// A screen was closed, and not by the front: a screen asked for it, or the front closed its opener.
  case closed(AnyScreenInstance, reason: CloseReason, outcome: (any ScreenOutcome)?, by: AnyScreenInstance)
}
