/// How often a feed is connected again after an interruption.
///
/// The time before a try is drawn at random between half of a delay and the delay, which doubles with each try that has brought no
/// element. A server of server-sent events may set the first delay with `retry`, and no shorter one than a second. At least a second
/// passes after a try that has brought no element. An app may set less. After a refusal with `Retry-After`, no try is made earlier
/// than that says, up to a day.
public struct FeedReconnection: Hashable, Sendable {
  /// The delay before the first try.
  public let first: Duration
  /// The longest delay, unless the server asks for a longer one.
  public let longest: Duration
  /// How many tries without receiving anything end the feed with the reason of its interruption; `nil` for any number.
  public let attempts: Int?

  /// A feed that is connected again, at most as often as stated.
  public init(first: Duration = .seconds(1), longest: Duration = .seconds(30), attempts: Int? = nil) {
    precondition(first > .zero && longest >= first, "A feed is connected again after some time.")
    precondition(attempts ?? 0 >= 0, "A number of tries is not negative.")
    self.first = first
    self.longest = longest
    self.attempts = attempts
  }

  /// A feed that ends with its first interruption.
  public static let never = FeedReconnection(attempts: 0)

  /// The time before a try.
  ///
  /// - Parameters:
  ///   - number: the number of the try, from 1, since something was received.
  ///   - round: the number of the try since an element came; by default the same.
  ///   - isFruitless: whether the last try has brought no element.
  ///   - retry: what the server asks for, in milliseconds.
  ///   - least: what the server has asked for with its refusal.
  ///   - random: from 0 up to 1.
  /// - Returns: whole milliseconds, at least one; `nil` after the last try.
  func delay(
    before number: Int, round: Int? = nil, isFruitless: Bool = false, retry: Int?, least: Duration? = nil,
    random: Double
  ) -> Duration? {
    if let attempts, number > attempts { return nil }
    let shortest = min(.seconds(1), first)
    let first = max(retry.map(Duration.milliseconds) ?? first, shortest)
    let longest = max(longest, first)
    // After 30 doublings even a millisecond is longer than the longest sensible delay.
    let doubled = first * (1 << min((round ?? number) - 1, 30))
    let delay = min(doubled, longest)
    let drawn = Duration.milliseconds(max(1, Int(Double(delay.wholeMilliseconds) * (0.5 + 0.5 * random))))
    return max(drawn, least ?? .zero, isFruitless ? shortest : .zero)
  }
}
