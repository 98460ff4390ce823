/// The subscription of a source that produces its values on demand.
///
/// It counts demand, runs one production at a time, and ends once. What is requested from inside a delivery is produced by the
/// loop that is running, so nothing nests. Only this subscription's own work enters its serializer, and never waits for it: so
/// `produce` may call foreign code inside.
@usableFromInline package final class SourceSubscription: SerializedSubscription, CustomDescribed, @unchecked Sendable {
  // Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let label: () -> String
  @usableFromInline @exclusivity(unchecked) package var onCancel: (() -> Void)?
  @usableFromInline @exclusivity(unchecked) package var produce: ((SourceSubscription) -> Void)?

  /// - Parameters:
  ///   - label: How the subscription describes itself.
  ///   - trapsOnRequestForNone: Whether a request for no values is a programming error.
  ///   - onCancel: Runs at cancellation.
  ///   - produce: Sends a value whenever `outstanding.consume()` returns true, and calls `endForCompletion()` before the
  ///     completion.
  @inlinable package init(
    label: @escaping () -> String, trapsOnRequestForNone: Bool = false, onCancel: (() -> Void)? = nil,
    produce: @escaping (SourceSubscription) -> Void
  ) {
    self.label = label
    self.onCancel = onCancel
    self.produce = produce
    super.init(trapsOnRequestForNone: trapsOnRequestForNone, isWaitingForDemand: true)
  }

  /// Books what a delivery has requested.
  @inlinable @inline(__always) package func add(_ raw: UInt) {
    if raw > 0 { outstanding.add(Subscribers.Demand(raw: raw)) }
  }

  /// Ends the subscription before its completion is sent.
  ///
  /// - Returns: Whether the subscriber is to receive the completion.
  @usableFromInline package func endForCompletion() -> Bool {
    produce = nil
    onCancel = nil
    return outstanding.close()
  }

  /// Produces what the outstanding demand allows.
  @usableFromInline package func run() { runOrHandOver { self.produce?(self) } }

  @usableFromInline package override func fulfill() { produce?(self) }

  @usableFromInline package override func takeContents() -> Any? {
    let (onCancel, produce) = (onCancel.take(), produce.take())
    if let onCancel { serializer.afterExit(onCancel) }
    return produce
  }

  @usableFromInline package var description: String { label() }
}
