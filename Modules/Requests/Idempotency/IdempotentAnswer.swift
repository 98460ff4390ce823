public import Foundation

/// The answer to a request of ``IdempotencyKeys``, and which wish of the user it belongs to.
public struct IdempotentAnswer<Answer> {
  /// What the backend has answered.
  public var answer: Answer
  /// When an earlier wish was first tried, if this is the answer to that one; `nil` if it is the answer to this wish, and
  /// new.
  ///
  /// An earlier wish is one of another process that had no answer which was certainly published, or one whose answer was
  /// published before. Show the answer as that of the earlier wish, with this date, and ask whether the user wants it again:
  /// the next request has a new key.
  public var earlierWish: Date?

  /// An answer; by default to this wish.
  public init(_ answer: Answer, earlierWish: Date? = nil) {
    self.answer = answer
    self.earlierWish = earlierWish
  }
}

extension IdempotentAnswer: Sendable where Answer: Sendable {}
extension IdempotentAnswer: Equatable where Answer: Equatable {}
