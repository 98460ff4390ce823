/// A post of the blog (seed 002).
public struct BlogPost: Hashable, Sendable, Codable {
  /// What stands in for the title that a post does not have.
  public static let untitled = "Coming soon"

  /// The post's title.
  public let title: String

  /// A post of exactly this title.
  public init(title: String) {
    self.title = title
  }

  /// A post of what the title field holds: no title, or white space alone, means "Coming soon".
  public init(draft: String?) {
    let title = draft?.trimmed ?? ""
    self.init(title: title.isEmpty ? Self.untitled : title)
  }
}
