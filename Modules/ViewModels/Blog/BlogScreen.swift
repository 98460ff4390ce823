/// The screen on which a blog post is published, and heard of.
public enum BlogScreen: Screen {
  public static let name = "blog"
  public static let about = "A blog: publish a post, and hear of the newest one."

  public static func open(_: NoParameters, in environment: Environment) -> BlogViewModel {
    BlogViewModel(environment)
  }
}
