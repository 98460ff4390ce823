/// An object that says when it is about to change.
///
/// ```swift
/// final class Counter: ObservableObject {
///   @Published var count = 0
/// }
/// counter.objectWillChange.sink { print("about to change") }
/// ```
public protocol ObservableObject: AnyObject {
  /// The publisher that tells of changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Tells of a change just before it happens.
  ///
  /// The one that is there by default tells of every change of a ``Published`` property. One that the class declares itself
  /// is left alone: the class sends to it.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Tells of a change of any published property just before it happens; one publisher per object.
  public var objectWillChange: ObservableObjectPublisher {
    // NB: what is forgotten is released after the lock: with a publisher go its subscribers, which may be anybody's.
    let (publisher, isNew, forgotten) = observed.withLock { $0.publisher(for: self) }
    _ = forgotten
    if isNew {
      var mirror: Mirror? = Mirror(reflecting: self)
      while let current = mirror {
        for child in current.children { (child.value as? any AnnouncesChanges)?.announce(to: publisher) }
        mirror = current.superclassMirror
      }
    }
    return publisher
  }
}

extension ObservableObject {
  /// The publisher that was made for the object, unless the class declares one itself.
  var synthesizedWillChange: ObservableObjectPublisher? {
    guard let publisher = objectWillChange as? ObservableObjectPublisher else { return nil }
    return observed.withLock { $0.knownPublisher(for: self) } === publisher ? publisher : nil
  }
}

/// A publisher that says no more than that something is about to change.
///
/// - Demand: Not counted; every subscriber gets every value.
public final class ObservableObjectPublisher: Publisher, Sendable {
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline package let source = PassthroughSubject<Void, Never>()

  /// Makes a publisher.
  public init() {}

  /// Tells the subscribers.
  public func send() { source.send(()) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    let subscription = SubjectSubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: source.subscribers, name: "ObservableObjectPublisher",
      needsDemand: false)
    subscription.introduce()
    // NB: after the introduction, so that no value comes before the subscription.
    subscription.outstanding.add(.unlimited)
  }
}

private let observed = Locked(Observed())

/// The publishers of the objects that have been asked for one.
private struct Observed {
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
  ) -> (ObservableObjectPublisher, isNew: Bool, forgotten: [ObservableObjectPublisher]) {
    let key = ObjectIdentifier(object)
    // NB: an entry whose object is gone may have left its address to another.
    if let entry = entries[key], entry.object === object { return (entry.publisher, false, []) }
    var forgotten: [ObservableObjectPublisher] = []
    if entries.count >= pruneAt {
      forgotten = entries.values.filter { $0.object == nil }.map(\.publisher)
      entries = entries.filter { $0.value.object != nil }
      pruneAt = max(64, entries.count * 2)
    }
    let publisher = ObservableObjectPublisher()
    if let old = entries.updateValue(Entry(object: object, publisher: publisher), forKey: key) {
      forgotten.append(old.publisher)
    }
    return (publisher, true, forgotten)
  }
}
