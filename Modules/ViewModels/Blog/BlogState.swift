/// What a front shows of the blog.
public struct BlogState: ScreenState {
  /// The text in the title's field.
  public let title: String
  /// The newest published title; `nil` before the first one.
  public let newestTitle: String?
  /// Whether a publication of this screen is in flight.
  public let isPublishing: Bool

  public var isBusy: Bool { isPublishing }

  init(_ facts: BlogFacts) {
    title = facts.title
    newestTitle = facts.newestTitle
    isPublishing = facts.isPublishing
  }

  public static let fields: Fields<BlogState> = [
    Field(\.title, "The text in the title's field."),
    Field(\.newestTitle, "The newest published title; null before the first one."),
    Field(\.isPublishing, "Whether a publication is in flight."),
  ]
}

/// What the blog screen knows.
struct BlogFacts {
  var title = ""
  var newestTitle: String?
  var isPublishing = false

  mutating func receive(title: String) {
    newestTitle = title
    isPublishing = false
  }
}
