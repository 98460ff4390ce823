import Synchronization

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
  public var objectWillChange: ObservableObjectPublisher { objectPublishers.publisher(for: self) }
}

/// A publisher that emits before an object changes.
///
/// - Demand: Not counted. Each subscriber receives each element.
public final class ObservableObjectPublisher: Publisher, Sendable {
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline package let source = PassthroughSubject<Void, Never>()
  /// Whether the published properties of its object, if it is the publisher of one, send to it.
  fileprivate let isConnected = Atomic<Bool>(false)

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
    /// The published properties of the classes whose objects had their publishers requested.
    var properties: [ObjectIdentifier: [PublishedProperty]] = [:]
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

  /// The publisher of an object, to which its published properties send.
  func publisher(for object: AnyObject) -> ObservableObjectPublisher {
    let publisher = knownPublisher(for: object) ?? addPublisher(for: object)
    // By each thread that comes before the first has done so: a change that it makes next must find the publisher.
    if !publisher.isConnected.load(ordering: .acquiring) {
      for property in properties(of: type(of: object)) { property.connect(object, to: publisher) }
      publisher.isConnected.store(true, ordering: .releasing)
    }
    return publisher
  }

  private func properties(of type: AnyObject.Type) -> [PublishedProperty] {
    if let known = state.withLock({ $0.properties[ObjectIdentifier(type)] }) { return known }
    let properties = PublishedProperty.all(of: type)
    state.withLock { $0.properties[ObjectIdentifier(type)] = properties }
    return properties
  }

  private func addPublisher(for object: AnyObject) -> ObservableObjectPublisher {
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
    return publisher
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

/// A published property of a class.
///
/// Found in the fields that the compiler describes, and not in a mirror: a class may show other things there.
private struct PublishedProperty {
  let type: any WillChangeSource.Type
  /// Where it is in an object.
  let offset: Int

  /// The published properties of a class and its superclasses.
  static func all(of type: Any.Type) -> [PublishedProperty] {
    (0..<fieldCount(of: type)).compactMap { index in
      var description = FieldDescription()
      let field = fieldType(of: type, at: index, &description)
      description.free?(description.name)
      guard let field = field as? any WillChangeSource.Type else { return nil }
      return PublishedProperty(type: field, offset: fieldOffset(of: type, at: index))
    }
  }

  func connect(_ object: AnyObject, to publisher: ObservableObjectPublisher) {
    withExtendedLifetime(object) {
      type.connect(at: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset, to: publisher)
    }
  }
}

/// What the runtime says of a field besides its type, as `Mirror` gets it.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

// The functions of the runtime with which `Mirror` looks at a type, the superclasses' fields included.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  of type: Any.Type, at index: Int, _ description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(of type: Any.Type, at index: Int) -> Int
