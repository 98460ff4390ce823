/// What the user did on the blog screen (seed 002).
public enum BlogEvent: ScreenEvent {
  /// The text in the title's field changed.
  case titleChanged(String)
  /// The user publishes the post.
  case publishButtonWasTapped

  public static let cases: [EventCase<BlogEvent>] = [
    EventCase(titleChanged, "text", "The title's field holds this text."),
    EventCase(.publishButtonWasTapped, "Publish the post."),
  ]
}
