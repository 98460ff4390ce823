import Synchronization

/// Stops the program where two threads send events into an operator with one upstream at the same time.
///
/// Such an operator relies on the contract, by which a publisher sends a subscriber one event at a time, and has no lock. An
/// event from inside another on the same thread is well-defined, and passes.
///
/// A debug build finds every overlap. In a release build this is a net and not a lock: it loads and stores without a
/// read-modify-write, so two threads that begin at the same instant can pass.
// NB: what `DEBUG` is when Streams is compiled decides, also for code that is inlined into a client, which gets it with the
// conditions applied. So the size of this type and its uses always agree. (An `assert` would follow the client's build.)
@usableFromInline package struct OverlapCheck: ~Copyable, Sendable {
  @usableFromInline package let operation: Any.Type
  /// The thread whose event is in progress; 0 if there is none.
  // In a debug build acquired and released, so that `depth` passes from one event to the next; otherwise relaxed.
  @usableFromInline package let thread = Atomic<UInt>(0)
  #if DEBUG
    /// How many events are in progress, one inside the other. Only that thread uses it.
    private let depth = Atomic<Int>(0)
  #endif

  /// - Parameter operation: The type of the operator's publisher.
  @inlinable package init(_ operation: Any.Type) { self.operation = operation }

  #if DEBUG
    /// Begins an event.
    @usableFromInline package func begin() -> UInt {
      let current = currentThread()
      let (isFirst, found) = thread.compareExchange(expected: 0, desired: current, ordering: .acquiring)
      guard isFirst || found == current else { stop() }
      depth.add(1, ordering: .relaxed)
      return found
    }

    /// Ends an event.
    @usableFromInline package func end(_ previous: UInt) {
      if depth.subtract(1, ordering: .relaxed).newValue == 0 { thread.store(0, ordering: .releasing) }
    }
  #else
    /// Begins an event.
    ///
    /// - Returns: What `end(_:)` gets.
    @inlinable @inline(__always) package func begin() -> UInt {
      let previous = thread.load(ordering: .relaxed)
      let current = currentThread()
      if previous != 0, previous != current { stop() }
      thread.store(current, ordering: .relaxed)
      return previous
    }

    /// Ends an event.
    @inlinable @inline(__always) package func end(_ previous: UInt) { thread.store(previous, ordering: .relaxed) }
  #endif

  @usableFromInline @inline(never) package func stop() -> Never {
    fatalError(
      """
      \(operatorName(of: operation)) received events from two threads at the same time, which a publisher must not send: \
      put receive(on:) before it, or let the publisher send to a subject
      """)
  }
}
