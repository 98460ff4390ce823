/// A pipeline that stands ready, and one portion of work for it.
public struct Slice {
  /// Sends a portion of events through the pipeline: what is measured.
  public let send: () -> Void

  /// Waits for whatever is still under way, and returns a number made of everything that arrived since the last check.
  /// Every side of a row must return the same one: that is how a broken pipeline is told from a fast one.
  public let check: () -> Int

  /// What has to live as long as the pipeline: its subscriptions.
  private let kept: Any?

  public init(keeping kept: Any? = nil, send: @escaping () -> Void, check: @escaping () -> Int) {
    self.kept = kept
    self.send = send
    self.check = check
  }

  /// A slice whose subscribers add what they receive to `total`.
  public init(_ total: Total, keeping kept: Any? = nil, send: @escaping () -> Void) {
    self.init(keeping: kept, send: send, check: total.take)
  }
}

/// The scenarios that one side can run: from the number of events in a slice to the slice.
public typealias Scenarios = [Row: @Sendable (_ events: Int) -> Slice]
