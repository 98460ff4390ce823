/// A subscription that describes itself by the name of the operator it belongs to.
@usableFromInline package protocol OperatorSubscription: Subscription, CustomStringConvertible {
  /// The type of the operator's publisher.
  var operation: Any.Type { get }
}

extension OperatorSubscription {
  @usableFromInline package var description: String { String("\(operation)".prefix { $0 != "<" }) }
}
