public import JSON

/// What a screen takes to open: a value that is read from a JSON object by the fields from which its schema is made.
///
///     struct BookParameters: ScreenParameters {
///       var title = ""
///       var isOpen: Bool?
///
///       static let fields: Fields<BookParameters> = [
///         Field(\.title, "The book's title."),
///         Field(\.isOpen, "Whether the book is open."),
///       ]
///     }
public protocol ScreenParameters: Equatable, Sendable, JSONWritable, Described {
  /// The parameters, each a variable. A member of the JSON that is absent leaves the value of ``init()``.
  static var fields: Fields<Self> { get }
  /// The parameters of a front that passes none.
  init()
}

extension ScreenParameters {
  /// Reads the parameters from the members of an object. Unknown members are refused.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value.
  public init(_ members: Members) throws(InputError) {
    self.init()
    try Self.fields.read(members, into: &self)
  }

  /// Writes every parameter, sorted by name.
  public func write(to writer: inout JSONWriter) {
    Self.fields.write(self, to: &writer)
  }

  public static var schema: JSON {
    .closedObject("\(Self.self)", fields.schemas, optional: Set(fields.sorted.map(\.name)))
  }
  public static var expectation: String { "an object" }
}

/// The parameters of a screen that needs none: `{}`.
public struct NoParameters: ScreenParameters {
  public static let fields: Fields<NoParameters> = []

  /// No parameters.
  public init() {}
}
