extension Screen<CounterViewModel> {
  /// A number in a circle.
  public static var counter: Self {
    Screen("counter", "A random number in a circle.") { CounterViewModel($1) }
  }
}
