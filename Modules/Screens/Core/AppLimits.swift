/// How many screens may be open in an app, and how many of its fronts may be away, and how long.
public struct AppLimits: Hashable, Sendable {
  /// How many screens a front may hold when one is opened by name, or by a screen.
  public var screensOfFront: Int
  /// How many screens may be open then.
  public var screens: Int
  /// How long a front may be away before it leaves. It counts for those that go away from now on.
  public var absence: Duration
  /// How many fronts may be away: with one more, the one that has been away the longest leaves.
  public var awayFronts: Int

  /// Limits. Screens that the host of the app opens by value do not count.
  public init(screensOfFront: Int = 256, screens: Int = 1_024, absence: Duration = .seconds(600), awayFronts: Int = 256)
  {
    self.screensOfFront = screensOfFront
    self.screens = screens
    self.absence = absence
    self.awayFronts = awayFronts
  }
}
