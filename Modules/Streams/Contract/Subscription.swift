/// The connection of one subscriber to one publisher.
///
/// Both methods may be called from any thread, and from inside a delivery. They never wait for one.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values.
  ///
  /// - Parameter demand: How many values the subscriber wants in addition to those it asked for before. A demand of none is a
  ///   programming error where it is one in Combine (subjects, publishers of one value, `flatMap`, `switchToLatest`, `zip`,
  ///   `replaceEmpty`, `dropFirst` and `collect` by count), and does nothing elsewhere.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription that brings nothing: what a subscriber gets from a publisher that has already ended.
  public static var empty: any Subscription { Empty.shared }

  struct Empty: Subscription, CustomDescribed, Sendable {
    static let shared = Empty()
    let combineIdentifier = CombineIdentifier()
    var description: String { "Empty" }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}
