/// A subscription that describes itself with its operator's name.
@usableFromInline package protocol OperatorNamed: Subscription, CustomStringConvertible {
  /// The type of the operator's publisher.
  var operation: Any.Type { get }
}

extension OperatorNamed {
  @usableFromInline package var description: String { operatorName }

  @usableFromInline package var operatorName: String { Streams.operatorName(of: operation) }
}

/// The name of a publisher's type, the same for all arities of one operator.
func operatorName(of operation: Any.Type) -> String {
  let name = "\(operation)".prefix { $0 != "<" }
  let family = ["CombineLatest", "Zip", "Merge"].first {
    name.hasPrefix($0) && ["", "Many"].contains(name.dropFirst($0.count).drop(while: \.isNumber))
  }
  return family ?? String(name)
}
