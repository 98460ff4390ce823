public import Descriptions

/// What a front shows of a screen: a value that is written to JSON by the fields from which its schema is made.
///
/// A stored property is in a field, or `.leftOut(\.property)` says that it is in none on purpose.
public protocol ScreenState: DescribedObject {
  /// States that `AnyScreen.check(_:)` compares with the fields; by default, none. One is enough for a state without optional
  /// parts.
  static var samples: [Self] { get }
  /// Whether a request is in flight whose answer will change the state. It is `false` by default, and what `RequestState.requests`
  /// says in a state that has them.
  var isBusy: Bool { get }
}

extension ScreenState {
  public static var samples: [Self] { [] }
  public var isBusy: Bool { false }
  public static var expectation: String { "a state" }
}
