/// A picture at an address, with words for those who do not see it.
///
/// ```swift
/// let cover = Picture(Link("https://covers.example/emma.png"), words: "A woman at a window")
/// ```
///
/// The address may come from a stranger. A front does not load it: it asks the core, which loads from the origins that the app allows, and
/// takes nothing but a picture for one. Where there is no picture, a front shows the words.
///
/// An address is enough for a file that a person has picked, too. A `FileReference` stands for bytes in this process, so no state and no
/// recording has one: the app keeps it, gives it an address of its own, such as `app:cover`, and `AppEnvironment.pictures` finds its bytes.
public struct Picture: Hashable, Sendable, JSONRecord {
  /// Where the picture is.
  public var address: Link
  /// What it shows, in words; empty for one that only decorates.
  public var words: String

  public static let record = Codec(
    Picture.init(_:words:), Field(\.address, "Where the picture is.", as: .image),
    Field(\.words, "What it shows, for those who do not see it."))

  /// A picture at an address.
  public init(_ address: Link, words: String) {
    self.address = address
    self.words = words
  }
}
