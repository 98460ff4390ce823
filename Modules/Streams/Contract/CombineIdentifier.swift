import Synchronization

/// A unique identifier of a subscriber or subscription.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  private let value: UInt

  /// Creates a unique identifier.
  public init() {
    // Odd, because an object's address never is, so the two kinds differ. Relaxed, because the counter guards no memory.
    value = counter.wrappingAdd(2, ordering: .relaxed).oldValue
  }

  /// Creates the identifier of an object, which is unique during the object's lifetime.
  public init(_ object: AnyObject) {
    value = UInt(bitPattern: ObjectIdentifier(object))
  }

  init(address: UInt) { value = address }

  public var description: String { "0x" + String(value, radix: 16) }
}

private let counter = Atomic<UInt>(1)

/// A type with an identifier for debugging.
public protocol CustomCombineIdentifierConvertible {
  /// The identifier of this instance.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
