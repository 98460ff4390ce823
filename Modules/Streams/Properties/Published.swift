/// A property that publishes each change just before it takes effect.
///
/// Subscribers receive the new value while the property still reads the old one. A change from inside a delivery takes
/// effect at once, and is published when every subscriber has received the current value.
///
/// ```swift
/// final class ViewModel {
///   @Published private(set) var state = State()
/// }
/// viewModel.$state.sink { render($0) }.store(in: &cancellables)
/// ```
@propertyWrapper public struct Published<Value> {
  @usableFromInline package let box: PublishedBox<Value>

  /// Creates a published property with an initial value.
  @inlinable public init(wrappedValue: Value) { box = PublishedBox(wrappedValue) }

  /// Creates a published property with an initial value.
  @inlinable public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  /// A publisher that emits the property's value and each change.
  @inlinable public var projectedValue: Publisher {
    get { Publisher(box: box) }
    // Allows `assign(to: &$property)`, which passes the publisher `inout` and does not change it.
    set {}
  }

  // NB: inlined, because an access through a literal key path then compiles to a direct one.
  @inlinable @inline(__always)
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].box.value }
    set {
      let box = object[keyPath: storageKeyPath].box
      if box.needsObject { box.attach(to: object) }
      box.set(newValue)
    }
    // There is no `_modify`, because a subscriber may read the property while it changes.
  }

  /// A publisher that emits a property's value and each change.
  ///
  /// - Demand: Emits the current value at the first request. Values without demand are replaced by the latest one, which is
  ///   emitted at the next request.
  public struct Publisher: Streams.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline package let box: PublishedBox<Value>

    @inlinable package init(box: PublishedBox<Value>) { self.box = box }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      BufferingSubjectSubscription(
        ErasedSubscriber(subscriber).raw, of: nil, subscribers: box.subscribers, name: "PublishedSubject",
        memory: CurrentValueMemory(box.published), copy: QueuedValue<Value>.copy
      ).start()
    }
  }
}

extension Published: Sendable where Value: Sendable {}
extension Published.Publisher: Sendable where Value: Sendable {}

extension Publisher where Failure == Never {
  /// Assigns each element to a published property.
  ///
  /// - Demand: Requests unlimited.
  /// - Completion: Ends the subscription.
  /// - Cancellation: Cancels the upstream when the property is deallocated. The call returns no cancellable.
  ///
  /// ```swift
  /// names.assign(to: &$name)
  /// ```
  ///
  /// - Parameter published: The projected value of the property.
  @inlinable public func assign(to published: inout Published<Output>.Publisher) {
    let box = published.box
    let closures = ClosureSubscriber(isolation: nil)
    box.retain(closures)
    receive(
      subscriber: closures.makeSubscriber(completion: { [weak box, unowned closures] _ in box?.release(closures) }) {
        [weak box] in
        if closures.mayReceiveValue() { box?.set($0.input()) }
        return 0
      })
  }
}
