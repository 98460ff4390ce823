public import JSON

/// What a screen must be told to open: a value read from the members of a JSON object.
public protocol ScreenParameters: Equatable, Sendable, Decodable, Described {
  /// What a front that has nothing to say opens the screen with.
  init()
}

/// The parameters of a screen that needs none: `{}`.
public struct NoParameters: ScreenParameters {
  /// Nothing.
  public init() {}

  /// Reads `{}`, and refuses any member.
  public init(from decoder: any Decoder) throws {
    try Members(decoder).requireOnly([])
  }

  public static var schema: JSON { .closedObject([:]) }
  public static var expectation: String { "an empty object" }
}
