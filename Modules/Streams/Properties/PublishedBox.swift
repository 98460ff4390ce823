import Synchronization

/// The value of a published property, its subscribers, and what feeds it.
@usableFromInline package final class PublishedBox<Value>: Sendable {
  @usableFromInline package let subscribers = SubscriberList()
  /// What has been told to the subscribers; ahead of `stored` during a delivery.
  @usableFromInline package let announced: CurrentValue<Value>
  @usableFromInline package let stored: CurrentValue<Value>
  private let ties = Locked(Ties())
  private let isAnnouncing = Atomic<Bool>(true)

  private struct Ties {
    var isOwned = false
    var willChange: ObservableObjectPublisher?
    var sources: [ObjectIdentifier: ClosureSubscriber] = [:]
  }

  @usableFromInline package init(_ value: Value) {
    announced = CurrentValue(value)
    stored = CurrentValue(value)
  }

  deinit {
    for source in ties.withLock({ $0.sources }).values { source.cancel() }
  }

  @inlinable package var value: Value { stored.value }

  @inlinable package func set(_ value: Value) {
    if mayAnnounce { announceChange() }
    // NB: stored after everybody has been told, unless a newer value was set from inside the delivery.
    subscribers.send(value, as: announced) { stored.replace(value, version: $0) }
  }

  /// Keeps what sets this property, as long as the property lives.
  func keep(_ source: ClosureSubscriber) { ties.withLock { $0.sources[ObjectIdentifier(source)] = source } }

  /// Lets go of what has ended.
  func forget(_ source: ClosureSubscriber) {
    _ = ties.withLock { $0.sources.removeValue(forKey: ObjectIdentifier(source)) }
  }

  /// Whether there may be somebody to tell before a change: the object is not known, or it wants to hear.
  @usableFromInline package var mayAnnounce: Bool { isAnnouncing.load(ordering: .acquiring) }

  /// Finds out, once, whether the object that has this property wants to hear of its changes.
  @usableFromInline package func belong(to object: AnyObject) {
    let isKnown = ties.withLock { ties in
      defer { ties.isOwned = true }
      return ties.isOwned
    }
    guard !isKnown else { return }
    if let willChange = (object as? any ObservableObject)?.synthesizedWillChange { announce(to: willChange) }
    // NB: under the lock, because somebody may just ask for the object's publisher for the first time.
    ties.withLock { isAnnouncing.store($0.willChange != nil, ordering: .releasing) }
  }

  /// Tells the object that has this property that it is about to change.
  @usableFromInline package func announceChange() { ties.withLock { $0.willChange }?.send() }
}

/// A published property, whatever its type.
protocol AnnouncesChanges {
  func announce(to willChange: ObservableObjectPublisher)
}

extension PublishedBox: AnnouncesChanges {
  func announce(to willChange: ObservableObjectPublisher) {
    ties.withLock {
      $0.isOwned = true
      $0.willChange = willChange
      isAnnouncing.store(true, ordering: .releasing)
    }
  }
}

extension Published: AnnouncesChanges {
  func announce(to willChange: ObservableObjectPublisher) { box.announce(to: willChange) }
}
