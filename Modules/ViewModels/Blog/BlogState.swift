/// What a front may show of the blog.
public struct BlogState: ScreenState {
  /// What the title's field holds.
  public internal(set) var title = ""
  /// The newest published title that this screen heard of; `nil` before the first one.
  public internal(set) var newestTitle: String?
  /// Whether a publication of this screen is on its way to it.
  public internal(set) var isPublishing = false

  public var isBusy: Bool { isPublishing }

  public static let fields: [Field<BlogState>] = [
    Field("title", "What the title's field holds.", \.title),
    Field("newestTitle", "The newest published title; null before the first one.", \.newestTitle),
    Field("isPublishing", "Whether a publication is on its way.", \.isPublishing),
  ]
}
