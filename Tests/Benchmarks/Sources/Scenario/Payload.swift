/// An object as a value of a stream.
public final class Payload: Sendable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }
}

/// What the payload rows send again and again: made once, so that only passing it on is measured.
public enum Payloads {
  public static let objects = (0..<16).map(Payload.init)
  /// Longer than a string that fits into its own two words.
  public static let strings = (0..<16).map { "a string that lives on the heap, number \(10 + $0)" }
}
