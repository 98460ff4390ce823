public import Screens

/// A state whose description has two mistakes.
public struct ForgetfulState: ScreenState {
  public var shown = 1
  public var forgotten = 2
  public var isBusy: Bool { false }

  public static let fields: Fields<ForgetfulState> = [Field(\.shown, "Shown."), Field(\.shown, "Shown again.")]
  public static let samples = [ForgetfulState()]
}

public enum ForgetfulEvent: ScreenEvent {
  case buttonWasTapped

  public static let cases: [EventCase<ForgetfulEvent>] = [EventCase(.buttonWasTapped, "The button was tapped.")]
}

public final class ForgetfulViewModel: ViewModel {
  public let eventSubject = EventSubject<ForgetfulEvent>()
  @Published public private(set) var state = ForgetfulState()
  public var statePublisher: Published<ForgetfulState>.Publisher { $state }
}

extension AppDefinition {
  /// An app whose description is wrong: no program serves it.
  public static var forgetful: AppDefinition {
    AppDefinition(screens: [
      AnyScreen(Screen<ForgetfulViewModel>("forgetful", about: "A screen.") { _, _ in ForgetfulViewModel() })
    ])
  }
}
