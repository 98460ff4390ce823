/// Why a screen was not opened.
public struct NavigationError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// As many screens are open as the app may open, or one navigation has caused as many others.
    public static let tooManyScreens = Code(rawValue: "tooManyScreens")
    /// The screen that wants to open another one is closed, or is about to be.
    public static let closed = Code(rawValue: "closed")
    /// The app's own view model is always open, so another screen cannot take its place.
    public static let appStaysOpen = Code(rawValue: "appStaysOpen")
  }

  /// The kind of the reason.
  public let code: Code
  /// How many screens may be open; `nil` if that is not the reason.
  public let limit: Int?

  /// As many screens are open as the app may open, or one navigation has caused as many others. Nothing was opened or
  /// closed.
  public static func tooManyScreens(limit: Int) -> Self { Self(code: .tooManyScreens, limit: limit) }
  /// The screen that wants to open another one is closed, or is about to be.
  public static let closed = Self(code: .closed, limit: nil)
  /// The app's own view model is always open, so another screen cannot take its place.
  public static let appStaysOpen = Self(code: .appStaysOpen, limit: nil)
}

extension NavigationError: CustomStringConvertible {
  /// The reason in a word, with the limit.
  public var description: String { code.rawValue + (limit.map { "(limit: \($0))" } ?? "") }
}
