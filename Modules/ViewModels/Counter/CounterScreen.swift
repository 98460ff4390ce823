/// The screen of a number in a circle.
public enum CounterScreen: Screen {
  public static let name = "counter"
  public static let about = "A random number in a circle."

  public static func open(_: NoParameters, in environment: Environment) -> CounterViewModel {
    CounterViewModel(environment)
  }
}
