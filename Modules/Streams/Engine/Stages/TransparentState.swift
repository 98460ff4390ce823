/// The state of an operator that hands on its upstream's own subscription, as stateless operators do.
///
/// Nothing passes it after the end. What an upstream sends after a cancel does, because the cancel goes to the upstream
/// directly: whatever follows the operator stops that.
@usableFromInline package final class TransparentState<Value>: StageState<Value> {
  // Unchecked because it is read and written at once, by the thread that delivers.
  @usableFromInline @exclusivity(unchecked) package var hasEnded = false
  @usableFromInline package let overlapCheck: OverlapCheck

  /// - Parameters:
  ///   - value: The state of a subscription that has received nothing.
  ///   - operation: The type of the operator's publisher.
  @inlinable package init(_ value: Value, of operation: Any.Type) {
    overlapCheck = OverlapCheck(operation)
    super.init(value)
  }

  /// Handles a value, unless a completion has come before it.
  ///
  /// - Parameter handle: Returns the additional demand.
  // NB: not a closure around that of the operator, which would cost every value another call.
  @inlinable @inline(__always) package func receive(_ handle: () -> UInt) -> UInt {
    let outer = overlapCheck.begin()
    defer { overlapCheck.end(outer) }
    return hasEnded ? 0 : handle()
  }

  /// The subscriber to attach to upstream.
  ///
  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - value: Receives the address of a value, in ``receive(_:)``, and returns the additional demand.
  ///   - completion: Called before a completion is passed on.
  @inlinable @inline(__always) package func makeSubscriber<Input, Output, Failure: Error>(
    for downstream: ErasedSubscriber<Output, Failure>,
    subscription: @escaping (any Subscription) -> Void,
    value: @escaping (UnsafeRawPointer) -> UInt,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) -> ErasedSubscriber<Input, Failure> {
    let next = downstream.unretained
    return ErasedSubscriber(
      owner: downstream.raw.forwardedOwner, subscription: subscription,
      value: value,
      completion: { [self] in
        let outer = overlapCheck.begin()
        defer { overlapCheck.end(outer) }
        guard !hasEnded else { return }
        hasEnded = true
        completion($0)
        next.receive(completion: $0)
      })
  }
}
