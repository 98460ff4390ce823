/// How much of a feed may wait for the app, between the source and the scheduler on which the app takes its elements.
///
/// An element waits until the app has handled it: its delivery has returned. When the window is full, the source is paused, and
/// goes on when half of it is handled. A source that cannot be paused fails the feed with ``ServiceError/overrun(_:)``.
public struct FeedWindow: Hashable, Sendable {
  /// How many elements may wait.
  public let elements: Int
  /// How many bytes the waiting elements may have in all: those in which they came, or those of their JSON if they never were
  /// bytes. One element may be longer.
  public let bytes: Int
  /// Whether an element that waits is replaced by the next one.
  public let keepsNewest: Bool

  /// A window in which every element waits until it is handled.
  public init(elements: Int = 256, bytes: Int = 1 << 20) {
    precondition(elements > 0 && bytes > 0, "A window holds at least one element of one byte.")
    self.elements = elements
    self.bytes = bytes
    keepsNewest = false
  }

  private init(newest: Void) {
    elements = 1
    bytes = .max
    keepsNewest = true
  }

  /// A window in which only the newest element waits.
  public static let newest = FeedWindow(newest: ())
}
