/// What the user did on the blog screen (seed 002).
public enum BlogEvent: ScreenEvent {
  /// The title's field holds this text.
  case titleChanged(String)
  /// The user publishes the post.
  case publishButtonWasTapped

  public static let cases: [EventCase<BlogEvent>] = [
    EventCase("titleChanged", "The title's field holds this text.", "text") { .titleChanged($0) },
    EventCase("publishButtonWasTapped", "Publish the post.", .publishButtonWasTapped),
  ]
}
