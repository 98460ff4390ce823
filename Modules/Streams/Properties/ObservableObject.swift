/// An object that publishes before it changes.
///
/// ```swift
/// final class Counter: ObservableObject {
///   @Published var count = 0
/// }
/// counter.objectWillChange.sink { print("about to change") }
/// ```
public protocol ObservableObject: AnyObject {
  /// The type of the publisher that emits before a change.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that emits before the object changes.
  ///
  /// By default it emits before each change of a ``Published`` property. If the class declares the publisher, the class sends
  /// to it.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// A publisher that emits before each change of a published property. There is one for each object.
  public var objectWillChange: ObservableObjectPublisher {
    // NB: released after the lock, because a publisher releases its subscribers, whose `deinit` may run any code.
    let (publisher, isNew, released) = registry.withLock { $0.publisher(for: self) }
    _ = released
    if isNew {
      var mirror: Mirror? = Mirror(reflecting: self)
      while let current = mirror {
        for child in current.children { (child.value as? any WillChangeSource)?.connect(to: publisher) }
        mirror = current.superclassMirror
      }
    }
    return publisher
  }
}

extension ObservableObject {
  /// The publisher that was created for this object, or `nil` if the class declares its own.
  var synthesizedWillChange: ObservableObjectPublisher? {
    guard let publisher = objectWillChange as? ObservableObjectPublisher else { return nil }
    return registry.withLock { $0.knownPublisher(for: self) } === publisher ? publisher : nil
  }
}

/// A publisher that emits before an object changes.
///
/// - Demand: Not counted. Each subscriber receives each element.
public final class ObservableObjectPublisher: Publisher, Sendable {
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline package let source = PassthroughSubject<Void, Never>()

  /// Creates a publisher.
  public init() {}

  /// Emits to the subscribers.
  public func send() { source.send(()) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    let subscription = SubjectSubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: source.subscribers, name: "ObservableObjectPublisher",
      isDemandRequired: false)
    subscription.start()
    // After `start`, so that no element precedes the subscription.
    subscription.outstanding.add(.unlimited)
  }
}

private let registry = Locked(ObjectPublishers())

/// The publishers of the objects whose publisher was requested.
private struct ObjectPublishers {
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var pruneAt = 64

  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  func knownPublisher(for object: AnyObject) -> ObservableObjectPublisher? {
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.publisher
  }

  mutating func publisher(
    for object: AnyObject
  ) -> (ObservableObjectPublisher, isNew: Bool, released: [ObservableObjectPublisher]) {
    let key = ObjectIdentifier(object)
    // Another object may have the address of one that was deallocated.
    if let entry = entries[key], entry.object === object { return (entry.publisher, false, []) }
    var released: [ObservableObjectPublisher] = []
    if entries.count >= pruneAt {
      released = entries.values.filter { $0.object == nil }.map(\.publisher)
      entries = entries.filter { $0.value.object != nil }
      pruneAt = max(64, entries.count * 2)
    }
    let publisher = ObservableObjectPublisher()
    if let old = entries.updateValue(Entry(object: object, publisher: publisher), forKey: key) {
      released.append(old.publisher)
    }
    return (publisher, true, released)
  }
}
