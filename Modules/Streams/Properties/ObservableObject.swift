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
    let (publisher, isNew) = objectPublishers.publisher(for: self)
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
      trapsOnRequestForNone: false)
    subscription.start()
    // After `start`, so that no element precedes the subscription.
    subscription.outstanding.add(.unlimited)
  }
}

/// The publishers of the objects whose publisher was requested.
package let objectPublishers = ObjectPublishers()

package final class ObjectPublishers: Sendable {
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var pruneAt = 64
  }

  private let state = Locked(State())

  // NB: a weak reference is read under the lock only where the object is the caller's own: one that is read may be the last, and the
  // object's `deinit` runs any code.

  /// The publisher of an object, if it was requested.
  package func knownPublisher(for object: AnyObject) -> ObservableObjectPublisher? {
    state.withLock { state in
      // Another object may have had the address of this one.
      guard let entry = state.entries[ObjectIdentifier(object)], entry.object === object else { return nil }
      return entry.publisher
    }
  }

  /// The publisher of an object, and whether this is the first request.
  func publisher(for object: AnyObject) -> (ObservableObjectPublisher, isNew: Bool) {
    if let known = knownPublisher(for: object) { return (known, false) }
    let key = ObjectIdentifier(object)
    let new = ObservableObjectPublisher()
    let (publisher, replaced, isFull) = state.withLock { state in
      // Another thread may have been faster.
      if let entry = state.entries[key], entry.object === object { return (entry.publisher, nil as Entry?, false) }
      let replaced = state.entries.updateValue(Entry(object: object, publisher: new), forKey: key)
      return (new, replaced, state.entries.count > state.pruneAt)
    }
    // Released here, because a publisher releases its subscribers, whose `deinit` runs any code, too.
    withExtendedLifetime(replaced) {}
    if isFull { prune() }
    return (publisher, publisher === new)
  }

  /// Removes the publishers of objects that have been deallocated.
  private func prune() {
    let entries = state.withLock { state in
      state.pruneAt = .max
      return state.entries
    }
    let dead = entries.filter { $0.value.object == nil }
    let removed = state.withLock { state -> [Entry] in
      defer { state.pruneAt = max(64, state.entries.count * 2) }
      // One whose address has been reused has another publisher.
      return dead.compactMap { key, entry in
        state.entries[key]?.publisher === entry.publisher ? state.entries.removeValue(forKey: key) : nil
      }
    }
    withExtendedLifetime(removed) {}
  }
}
