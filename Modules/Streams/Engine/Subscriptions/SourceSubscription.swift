/// The subscription of a source that produces its values on demand.
///
/// It counts demand, runs one production at a time, and ends once. What is requested from inside a delivery is produced by the
/// loop that is running, so nothing nests.
@usableFromInline package final class SourceSubscription: SerializedSubscription, CustomDescribed, @unchecked Sendable {
  // Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let label: () -> String
  @usableFromInline package let onCancel: () -> Void
  @usableFromInline @exclusivity(unchecked) package var produce: ((SourceSubscription) -> Void)?

  /// - Parameters:
  ///   - label: How the subscription describes itself.
  ///   - needsDemand: Whether a request for no values is a programming error.
  ///   - onCancel: Runs at cancellation.
  ///   - produce: Sends a value whenever `outstanding.consume()` returns true, and calls `close()` before the completion.
  @inlinable package init(
    label: @escaping () -> String, needsDemand: Bool = false, onCancel: @escaping () -> Void = {},
    produce: @escaping (SourceSubscription) -> Void
  ) {
    self.label = label
    self.onCancel = onCancel
    self.produce = produce
    super.init(needsDemand: needsDemand)
  }

  /// Books what a delivery has requested.
  @inlinable @inline(__always) package func add(_ raw: UInt) {
    if raw > 0 { outstanding.add(Subscribers.Demand(raw: raw)) }
  }

  /// Closes the subscription before its completion is sent.
  ///
  /// - Returns: Whether the subscriber is to receive the completion.
  @usableFromInline package func close() -> Bool {
    produce = nil
    return outstanding.close()
  }

  /// Produces what the outstanding demand allows.
  @usableFromInline package func run() { enqueue { self.produce?(self) } }

  @usableFromInline package override func fulfill(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    produce?(self)
  }

  @usableFromInline package override func releaseContents() {
    produce = nil
    onCancel()
  }

  @usableFromInline package var description: String { label() }
}
