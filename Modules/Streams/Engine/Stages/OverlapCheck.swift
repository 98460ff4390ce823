import Synchronization

/// Stops a debug build where two threads send events into an operator with one upstream at the same time.
///
/// Such an operator relies on the contract, by which a publisher sends a subscriber one event at a time, and has no lock. An
/// event from inside another on the same thread is well-defined, and passes. In a release build this is empty.
// NB: what `DEBUG` is when Streams is compiled decides, also for code that is inlined into a client, which gets it with the
// conditions applied. So the size of this type and its uses always agree. (An `assert` would follow the client's build.)
@usableFromInline package struct OverlapCheck: ~Copyable, Sendable {
  #if DEBUG
    private let operation: Any.Type
    /// The thread whose event is in progress; 0 if there is none.
    // Acquired and released, so that `depth` passes from one event to the next.
    private let thread = Atomic<UInt>(0)
    /// How many events are in progress, one inside the other. Only that thread uses it.
    private let depth = Atomic<Int>(0)
  #endif

  #if DEBUG
    /// - Parameter operation: The type of the operator's publisher.
    @usableFromInline package init(_ operation: Any.Type) { self.operation = operation }

    /// Begins an event.
    @usableFromInline package func begin() {
      let current = currentThread()
      let (isFirst, found) = thread.compareExchange(expected: 0, desired: current, ordering: .acquiring)
      guard isFirst || found == current else {
        fatalError(
          """
          \(operatorName(of: operation)) received events from two threads at the same time, which a publisher must not send: \
          put receive(on:) before it, or let the publisher send to a subject
          """)
      }
      depth.add(1, ordering: .relaxed)
    }

    /// Ends an event.
    @usableFromInline package func end() {
      if depth.subtract(1, ordering: .relaxed).newValue == 0 { thread.store(0, ordering: .releasing) }
    }
  #else
    @inlinable @inline(__always) package init(_ operation: Any.Type) {}
    @inlinable @inline(__always) package func begin() {}
    @inlinable @inline(__always) package func end() {}
  #endif
}
