public import Descriptions

/// The result with which a screen closes itself, as a value that fronts and recordings read as JSON.
///
/// ```swift
/// enum Answer: String, CaseIterable, JSONReadable, JSONWritable, ScreenOutcome {
///   case yes, no
/// }
/// ```
public protocol ScreenOutcome: JSONReadable, JSONWritable, Equatable, Sendable {}

/// The outcome of a screen that closes without a result.
public struct NoOutcome: ScreenOutcome {
  /// No outcome.
  public init() {}

  public init?(_ json: JSONText) { if !json.isNull { return nil } }

  public static var shape: Shape { .nothing }
  public static var example: NoOutcome { NoOutcome() }

  public func write(to writer: inout JSONWriter) { writer.null() }
}

extension ScreenOutcome {
  /// The result as fronts read it.
  package var outgoing: Outgoing<any ScreenOutcome> {
    guard Self.hasPrivateFields else { return Outgoing(self) }
    return Outgoing(self, hiding: hidingPrivateFields, privateNames: Self.shape.privatePaths)
  }
}
