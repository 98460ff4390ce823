/// A post of the blog (seed 002).
public struct BlogPost: Hashable, Sendable {
  /// The title of a post without a title.
  public static let untitled = "Coming soon"

  /// The post's title.
  public let title: String

  /// Creates a post with a title.
  public init(title: String) {
    self.title = title
  }

  /// Creates a post from the contents of the title field. An empty title or white space becomes `untitled`.
  public init(draft: String?) {
    let title = draft?.trimmed ?? ""
    self.init(title: title.isEmpty ? Self.untitled : title)
  }
}
