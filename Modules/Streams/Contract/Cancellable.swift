/// An activity that can be cancelled.
public protocol Cancellable {
  /// Cancels the activity and releases its resources. Thread-safe and idempotent.
  func cancel()
}

extension Cancellable {
  /// Stores this cancellable, type-erased, in a collection.
  @inlinable public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Stores this cancellable, type-erased, in a set.
  @inlinable public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}
