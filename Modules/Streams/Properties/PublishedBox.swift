import Synchronization

/// The value of a published property, its subscribers and its sources.
@usableFromInline package final class PublishedBox<Value>: Sendable {
  @usableFromInline package let subscribers = SubscriberList()
  /// The value that was published last. During a delivery it is ahead of `stored`.
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
    // NB: stored after the delivery, unless a newer value was set from inside it.
    subscribers.send(value, as: announced) { stored.replace(value, version: $0) }
  }

  /// Keeps a subscriber that assigns to this property until the property is deallocated.
  func keep(_ source: ClosureSubscriber) { ties.withLock { $0.sources[ObjectIdentifier(source)] = source } }

  /// Releases a subscriber that has completed.
  func forget(_ source: ClosureSubscriber) {
    _ = ties.withLock { $0.sources.removeValue(forKey: ObjectIdentifier(source)) }
  }

  /// Whether a change may have to be announced: the object is not known yet, or it has a publisher.
  @usableFromInline package var mayAnnounce: Bool { isAnnouncing.load(ordering: .acquiring) }

  /// Finds the publisher of the object that has this property. It searches once.
  @usableFromInline package func belong(to object: AnyObject) {
    let isKnown = ties.withLock { ties in
      defer { ties.isOwned = true }
      return ties.isOwned
    }
    guard !isKnown else { return }
    if let willChange = (object as? any ObservableObject)?.synthesizedWillChange { announce(to: willChange) }
    // Locked, because another thread may request the object's publisher for the first time.
    ties.withLock { isAnnouncing.store($0.willChange != nil, ordering: .releasing) }
  }

  /// Emits from the publisher of the object that has this property.
  @usableFromInline package func announceChange() { ties.withLock { $0.willChange }?.send() }
}

/// A published property of any type.
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
