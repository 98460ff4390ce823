import Synchronization

/// A type-erased cancellable that cancels when it is released.
///
/// `cancel()` works once, whoever calls it and from whatever thread; what it holds is released at that moment.
///
/// ```swift
/// var cancellables: Set<AnyCancellable> = []
/// subject.sink { print($0) }.store(in: &cancellables)
/// ```
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // NB: `action` is touched by `init` and by the one caller that wins `spent`; that makes the class Sendable.
  private let spent = Atomic<Bool>(false)
  @exclusivity(unchecked) private var action: (any Cancellable)?

  /// Wraps a closure.
  ///
  /// - Parameter cancel: What to run, once, at `cancel()` or when the last reference goes.
  public init(_ cancel: @escaping () -> Void) { action = Closure(body: cancel) }

  /// Wraps another cancellable.
  public init<C: Cancellable>(_ canceller: C) { action = canceller }

  public func cancel() {
    guard !spent.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = self.action
    self.action = nil
    action?.cancel()
  }

  deinit {
    if !spent.load(ordering: .acquiring) { action?.cancel() }
  }

  /// Keeps this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Keeps this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  private struct Closure: Cancellable {
    let body: () -> Void
    func cancel() { body() }
  }
}
