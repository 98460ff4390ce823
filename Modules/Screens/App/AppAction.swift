/// What a front does to an app, apart from application events, which the environment publishes.
public enum AppAction {
  /// It opened a screen with parameters.
  case open(AnyScreenInstance, any ScreenParameters)
  /// It sent an event to a screen.
  case event(any ScreenEvent, AnyScreenInstance)
  /// It closed a screen.
  case close(AnyScreenInstance)
}
