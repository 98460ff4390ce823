public import Streams

extension Publisher where Failure == Never {
  /// Assigns each element to a property of an object without retaining the object.
  ///
  /// - Isolation: As `assign(to:on:)`.
  /// - Demand: Requests unlimited.
  /// - Cancellation: When the result is cancelled or released. The object's deallocation does not cancel.
  ///
  /// ```swift
  /// viewModel.$state.map(\.title).assign(to: \.title, onWeak: self).store(in: &cancellables)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - object: The object. It is not retained.
  /// - Returns: A cancellable that keeps the subscription alive.
  @_disfavoredOverload @inlinable public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, onWeak object: Root
  ) -> AnyCancellable {
    let closures = ClosureSubscriber()
    receive(
      subscriber: closures.makeSubscriber { [weak object] in
        if closures.mayReceiveValue() { object?[keyPath: keyPath] = $0.input() }
        return 0
      })
    return AnyCancellable { [closures = consume closures] in closures.cancel() }
  }
}
