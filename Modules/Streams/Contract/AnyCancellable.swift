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
  @exclusivity(unchecked) private var action: CancelAction?

  /// Wraps a closure.
  ///
  /// - Parameter cancel: What to run, once, at `cancel()` or when the last reference goes.
  public init(_ cancel: @escaping () -> Void) { action = CancelClosure(cancel) }

  /// Wraps another cancellable.
  public init<C: Cancellable>(_ canceller: C) { action = CancelClosure(canceller.cancel) }

  /// Wraps what is a class already.
  @usableFromInline package init(action: CancelAction) { self.action = action }

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
}

/// What an ``AnyCancellable`` does.
///
/// NB: a class and no protocol, because an existential of any type costs more than the pipelines it ends.
@usableFromInline package class CancelAction {
  @usableFromInline package init() {}
  @usableFromInline package func cancel() {}
}

private final class CancelClosure: CancelAction {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  override func cancel() { body() }
}
