/// A property that publishes each of its changes, just before it takes effect.
///
/// Subscribers get the new value while the property still reads the old one. A change made from inside such a delivery is
/// in effect at once, and is published when the current one has reached every subscriber.
///
/// ```swift
/// final class ViewModel {
///   @Published private(set) var state = State()
/// }
/// viewModel.$state.sink { render($0) }.store(in: &cancellables)
/// ```
@propertyWrapper public struct Published<Value> {
  @usableFromInline package let box: PublishedBox<Value>

  /// Makes a published property.
  @inlinable public init(wrappedValue: Value) { box = PublishedBox(wrappedValue) }

  /// Makes a published property.
  @inlinable public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  /// The publisher of the property: its value, and each change.
  @inlinable public var projectedValue: Publisher {
    get { Publisher(box: box) }
    // NB: so that `assign(to: &$property)` may have it `inout`; the publisher that comes back is the same.
    set {}
  }

  // NB: inlined where the key path is written down, a change reads the property itself; otherwise it asks the runtime.
  @inlinable @inline(__always)
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].box.value }
    set {
      let box = object[keyPath: storageKeyPath].box
      if box.mayAnnounce { box.belong(to: object) }
      box.set(newValue)
    }
    // NB: no `_modify`: a subscriber may read the property while it changes.
  }

  /// The publisher of a published property.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline package let box: PublishedBox<Value>

    @inlinable package init(box: PublishedBox<Value>) { self.box = box }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      CurrentValueSubscription(
        ErasedSubscriber(subscriber).raw, of: nil, subscribers: box.subscribers, memory: box.announced,
        name: "PublishedSubject"
      )
      .introduce()
    }
  }
}

extension Published: Sendable where Value: Sendable {}
extension Published.Publisher: Sendable where Value: Sendable {}

extension Publisher where Failure == Never {
  /// Sets a published property to each value, as long as the property lives.
  ///
  /// - Demand: Unlimited.
  /// - Cancellation: With the property; there is nothing to keep.
  ///
  /// ```swift
  /// names.assign(to: &$name)
  /// ```
  public func assign(to published: inout Published<Output>.Publisher) {
    let box = published.box
    let closures = ClosureSubscriber(isolation: nil)
    box.keep(closures)
    receive(
      subscriber: closures.makeSubscriber(completion: { [weak box, unowned closures] _ in box?.forget(closures) }) {
        [weak box] in
        if closures.admits() { box?.set($0.input()) }
        return 0
      })
  }
}
