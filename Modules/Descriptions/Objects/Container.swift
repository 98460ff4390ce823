/// A type whose values hold others of one type: an array or an optional value.
protocol Container {
  static var contentType: Any.Type { get }
  var contents: [Any] { get }
}

extension Array: Container {
  static var contentType: Any.Type { Element.self }
  var contents: [Any] { self }
}

extension Optional: Container {
  static var contentType: Any.Type { Wrapped.self }
  var contents: [Any] { map { [$0] } ?? [] }
}

/// A type without the arrays and optional values around it.
package func innermostType(of type: Any.Type) -> Any.Type {
  (type as? any Container.Type).map { innermostType(of: $0.contentType) } ?? type
}
