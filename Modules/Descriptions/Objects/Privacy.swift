import JSON

/// What takes the place of a value while what is private is hidden.
public struct Privacy<Value>: Sendable {
  let placeholder: @Sendable (Value) -> Value
  /// The placeholder, if it is the same for all values that there are.
  var constant: (@Sendable () -> Value)?
  /// Whether the value itself is private.
  var isPrivate = true

  /// The value is replaced by a placeholder.
  public static func isPrivate(as placeholder: Value) -> Privacy where Value: Sendable {
    Privacy(placeholder: { _ in placeholder }, constant: { placeholder })
  }

  /// The value is replaced by a placeholder, unless there is none.
  public static func isPrivate<Wrapped: Sendable>(as placeholder: Wrapped) -> Privacy where Value == Wrapped? {
    Privacy(placeholder: { $0 == nil ? nil : placeholder }, constant: { placeholder })
  }

  /// The value is replaced by one that is made of it, and that contains nothing private.
  public static func isPrivate(as placeholder: @escaping @Sendable (Value) -> Value) -> Privacy {
    Privacy(placeholder: placeholder)
  }
}

extension Privacy where Value == Bool {
  /// The value says whether what is private is hidden: it is false in the state, and true where that is hidden.
  ///
  ///     Field(\.isRedacted, "Show the overlay for hidden values.", .saysWhetherHidden)
  public static var saysWhetherHidden: Privacy { Privacy(placeholder: { _ in true }, isPrivate: false) }
}

extension Optional {
  /// A value without what is private: its placeholder, or itself with its own private fields hidden.
  func hiding<Value: Described>(_ value: Value) -> Value where Wrapped == Privacy<Value> {
    switch self {
    case .some(let privacy): privacy.placeholder(value)
    case .none: value.hidingPrivateFields
    }
  }
}

extension JSONWritable {
  /// The value to its last digit, as a recording has it.
  var exactJSON: [UInt8] {
    var writer = JSONWriter(isExact: true)
    write(to: &writer)
    return writer.bytes
  }
}
