/// The connection of one subscriber to one publisher.
///
/// Both methods are thread-safe and re-entrant. They never wait for a delivery.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests more values.
  ///
  /// - Parameter demand: The additional demand. A request for no values is a
  ///   programming error where it is one in Combine (subjects, publishers of one value, `flatMap`, `switchToLatest`, `zip`,
  ///   `replaceEmpty`, `dropFirst` and `collect` by count), and does nothing elsewhere.
  func request(_ demand: Subscribers.Demand)
}

/// A namespace for subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription without values, for a publisher that completes at once.
  public static var empty: any Subscription { Empty.shared }

  struct Empty: Subscription, CustomDescribed, Sendable {
    static let shared = Empty()
    let combineIdentifier = CombineIdentifier()
    var description: String { "Empty" }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}
