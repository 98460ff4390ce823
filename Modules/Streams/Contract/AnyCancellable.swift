import Synchronization

/// A type-erased cancellable that cancels when it is released.
///
/// It is thread-safe and idempotent: the first `cancel()` cancels and releases what it holds; later calls have no effect.
///
/// ```swift
/// var cancellables: Set<AnyCancellable> = []
/// subject.sink { print($0) }.store(in: &cancellables)
/// ```
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // Sendable because `action` is used only by `init` and by the one caller that sets `spent`, whose exchange acquires and
  // releases.
  private let spent = Atomic<Bool>(false)
  @exclusivity(unchecked) private var action: (() -> Void)?

  /// Wraps a closure.
  ///
  /// - Parameter cancel: A closure that runs once, at `cancel()` or when this is released.
  public init(_ cancel: @escaping () -> Void) { action = cancel }

  /// Wraps another cancellable.
  public init<C: Cancellable>(_ canceller: C) { action = canceller.cancel }

  public func cancel() {
    guard !spent.exchange(true, ordering: .acquiringAndReleasing) else { return }
    action.take()?()
  }

  deinit {
    if !spent.load(ordering: .acquiring) { action?() }
  }

  /// Stores this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Stores this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
