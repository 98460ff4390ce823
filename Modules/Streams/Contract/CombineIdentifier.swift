import Synchronization

/// Tells one subscriber or subscription from another.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  private let value: UInt

  /// Makes an identifier that no other has.
  public init() {
    // NB: odd numbers; an object's address is never odd, so the two kinds cannot meet.
    value = counter.wrappingAdd(2, ordering: .relaxed).oldValue
  }

  /// Makes the identifier of an object; it is unique as long as the object lives.
  public init(_ object: AnyObject) {
    value = UInt(bitPattern: ObjectIdentifier(object))
  }

  init(address: UInt) { value = address }

  public var description: String { "0x" + String(value, radix: 16) }
}

private let counter = Atomic<UInt>(1)

/// A type with an identity for debugging.
public protocol CustomCombineIdentifierConvertible {
  /// The identity of this instance.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
