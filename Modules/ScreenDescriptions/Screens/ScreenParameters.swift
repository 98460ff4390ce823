public import Descriptions

/// What a screen takes to open: a value that is read from a JSON object by the fields from which its schema is made.
///
///     struct BookParameters: ScreenParameters {
///       var id = 0
///       var isOpen: Bool?
///
///       static let fields: Fields<BookParameters> = [
///         Field(required: \.id, "The number of the book."),
///         Field(\.isOpen, "Whether the book is open."),
///       ]
///
///       static let defaults = BookParameters()
///     }
///
/// A screen that can be opened without parameters has ``OptionalParameters``.
public protocol ScreenParameters: DescribedObject {
  /// The parameters before the members of an object are read: what a parameter is that is absent. A required one is set
  /// from its member in any case.
  static var defaults: Self { get }
}

extension ScreenParameters {
  /// Reads the parameters from the members of an object. Unknown members are refused.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value.
  public init(_ members: Members) throws(InputError) {
    self = Self.defaults
    try Self.fields.read(members, into: &self)
  }

  public static var shape: Shape { .record("\(Self.self)", fields.membersToRead, isClosed: true) }
}

/// Parameters of which none is required, so that the screen can be opened without any.
///
///     struct ShelfParameters: OptionalParameters {
///       var title = ""
///
///       static let fields: Fields<ShelfParameters> = [Field(\.title, "What stands above the books.")]
///     }
public protocol OptionalParameters: ScreenParameters {
  /// The parameters of a front that passes none.
  init()
}

extension OptionalParameters {
  public static var defaults: Self { Self() }
}

/// The parameters of a screen that needs none: `{}`.
public struct NoParameters: OptionalParameters {
  public static let fields: Fields<NoParameters> = []

  /// No parameters.
  public init() {}
}
