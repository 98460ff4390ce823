/// An event of the whole application, published to every screen.
public enum ApplicationEvent: CaseIterable, ScreenEvent {
  /// The application is about to lose the user's attention.
  case willResignActive
  /// The application has the user's attention.
  case didBecomeActive

  public static let cases: [EventCase<ApplicationEvent>] = [
    EventCase(.willResignActive, "The application is about to lose the user's attention."),
    EventCase(.didBecomeActive, "The application has the user's attention."),
  ]
}
