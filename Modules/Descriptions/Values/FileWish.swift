/// Which file is asked for: in the description of the event that asks, and in the question.
///
/// ```swift
/// extension FileWish {
///   static let photo = FileWish(types: ["image/*"], limit: 10 << 20, isWhole: false)
/// }
/// ```
public struct FileWish: Hashable, Sendable {
  /// The kinds of files: media types such as `image/*`, or endings such as `.csv`; any if it is empty. A front offers only these, and the
  /// app does not rely on it.
  public var types: [String]
  /// How many bytes it may have.
  public var limit: Int
  /// Whether it is read whole, into memory.
  public var isWhole: Bool

  /// A wish for a file.
  public init(types: [String] = [], limit: Int, isWhole: Bool = true) {
    self.types = types
    self.limit = limit
    self.isWhole = isWhole
  }
}
