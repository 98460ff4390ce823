/// Something that can be stopped.
public protocol Cancellable {
  /// Stops the activity and releases what it holds. May be called from any thread, any number of times.
  func cancel()
}

extension Cancellable {
  /// Keeps this cancellable, type-erased, in a collection.
  @inlinable public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Keeps this cancellable, type-erased, in a set.
  @inlinable public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}
