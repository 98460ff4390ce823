extension Screen<BlogViewModel> {
  /// A blog: publish a post, and read the newest title.
  public static var blog: Self {
    Screen("blog", "A blog: publish a post, and hear of the newest one.") { BlogViewModel($1) }
  }
}
