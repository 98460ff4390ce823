/// The subscription of a source that makes its values when they are asked for.
///
/// It counts the demand, lets one production run at a time, and ends once. What is asked for from inside a delivery is
/// produced by the loop that is running, so nothing nests.
@usableFromInline package final class SourceSubscription: SerializedSubscription, CustomDescribed, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let label: () -> String
  @usableFromInline package let stop: () -> Void
  @usableFromInline package let isStrict: Bool
  @usableFromInline @exclusivity(unchecked) package var produce: ((SourceSubscription) -> Void)?

  /// Makes an source.
  ///
  /// - Parameters:
  ///   - label: How the subscription describes itself.
  ///   - isStrict: Whether a request for no values is a programming error.
  ///   - stop: What to do when it is cancelled.
  ///   - produce: Sends values as long as `consume()` says so, and calls `finish()` before the completion.
  @inlinable package init(
    label: @escaping () -> String, isStrict: Bool = false, stop: @escaping () -> Void = {},
    produce: @escaping (SourceSubscription) -> Void
  ) {
    self.label = label
    self.isStrict = isStrict
    self.stop = stop
    self.produce = produce
  }

  /// Whether one more value may be sent; books it.
  @inlinable @inline(__always) package func consume() -> Bool { outstanding.consume() }

  /// Books what a delivery has asked for.
  @inlinable @inline(__always) package func add(_ raw: UInt) {
    if raw > 0 { outstanding.add(Subscribers.Demand(raw: raw)) }
  }

  /// Ends it.
  ///
  /// - Returns: Whether the subscriber is still there to be told.
  @usableFromInline package func finish() -> Bool {
    produce = nil
    return outstanding.close()
  }

  /// Produces what may be produced.
  @usableFromInline package func run() { enqueue { self.produce?(self) } }

  @usableFromInline package override var needsDemand: Bool { isStrict }

  @usableFromInline package override func meet(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    produce?(self)
  }

  @usableFromInline package override func release() {
    produce = nil
    stop()
  }

  @usableFromInline package var description: String { label() }
}
