public import Streams

extension Publisher where Failure == Never {
  /// Sets a property of an object to each value, as long as the object is alive.
  ///
  /// - Isolation, demand, cancellation: As ``assign(to:on:)``. The object's end alone does not cancel.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title).assign(to: \.title, onWeak: self).store(in: &cancellables)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: The object, which is not kept alive.
  /// - Returns: What keeps the subscription alive.
  @_disfavoredOverload
  @inlinable public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
  ) -> AnyCancellable {
    let closures = ClosureSubscriber()
    receive(
      subscriber: closures.makeSubscriber { [weak object] in
        if closures.admits() { object?[keyPath: keyPath] = $0.input() }
        return 0
      })
    return AnyCancellable(action: closures)
  }
}
