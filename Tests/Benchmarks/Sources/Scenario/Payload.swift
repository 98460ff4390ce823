/// An object as a value of a stream.
///
/// Made by the scenario and not as a global constant, which the compiler would lay out statically: it would then not be
/// counted by reference at all, and neither would a string literal.
public final class Payload: Sendable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }
}

/// A string too long for its own two words, so that it lives on the heap.
public func longString(_ number: Int) -> String {
  String(repeating: "letters ", count: 4) + String(number)
}
