/// A pipeline that several threads feed at the same time.
public struct ContendedPipeline: @unchecked Sendable {
  // Sendable because each sender is called from one thread, and whether the publishers behind them bear that is measured.

  /// What each thread does with its next element.
  public let senders: [(Int) -> Void]
  /// What its subscribers received.
  public let arrivals: Arrivals
  /// The threads that the row is about: the others only disturb them.
  public let counted: Range<Int>
  /// How many elements a thread may be ahead of what has arrived of its own; it then sleeps. For operators that
  /// have to keep what comes too early.
  public let lead: Int?
  /// How many elements have to arrive if each thread has sent so many; `nil` if that depends on the order of events.
  public let expected: ([Int]) -> Int?
  private let kept: Any?

  public init(
    _ arrivals: Arrivals, keeping kept: Any? = nil, counted: Range<Int>? = nil, lead: Int? = nil,
    expected: @escaping ([Int]) -> Int? = { $0.reduce(0, +) }, senders: [(Int) -> Void]
  ) {
    self.senders = senders
    self.arrivals = arrivals
    self.counted = counted ?? 0..<senders.count
    self.lead = lead
    self.expected = expected
    self.kept = kept
  }
}

/// The contended pipelines of one side: from the number of threads to the pipeline.
public typealias ContentionScenarios = [ContentionRow: @Sendable (_ threads: Int) -> ContendedPipeline]

/// An element says which thread sent it, and how many that thread sent before.
public enum NumberedElement {
  @inlinable public static func make(thread: Int, number: Int) -> Int { thread << 40 | number }
  @inlinable public static func thread(of element: Int) -> Int { element >> 40 }
  @inlinable public static func number(of element: Int) -> Int { element & (1 << 40 - 1) }
}
