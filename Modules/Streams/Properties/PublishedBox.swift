import Synchronization

/// The value of a published property, its subscribers, and what feeds it.
final class PublishedBox<Value>: @unchecked Sendable {
  // NB: Sendable because everything variable is behind a lock or inside the roster's gate.
  let roster = Roster()
  /// What has been told to the subscribers; ahead of `stored` during a delivery.
  let announced: Current<Value>
  private let stored: Locked<Stored>
  private let ties = Locked(Ties())

  private struct Stored {
    var value: Value
    var version = 0
  }

  private struct Ties {
    var isOwned = false
    var willChange: ObservableObjectPublisher?
    var sources: [ObjectIdentifier: Terminal] = [:]
  }

  init(_ value: Value) {
    announced = Current(value)
    stored = Locked(Stored(value: value))
  }

  deinit {
    for source in ties.withLock({ $0.sources }).values { source.cancel() }
    roster.abandon()
  }

  var value: Value { stored.withLock { $0.value } }

  func set(_ value: Value) {
    ties.withLock { $0.willChange }?.send()
    let who = currentThread()
    if roster.gate.isInside(who) {
      let version = announced.replace(value)
      store(value, version)
      _ = roster.gate.enter(who, orLeave: { self.deliver(value, version) })
    } else {
      // NB: this thread is not inside, so it never leaves work here.
      _ = roster.gate.enter(who, waitingOrLeave: {})
      let version = announced.replace(value)
      deliver(value, version)
      store(value, version)
      roster.gate.leave(who)
    }
  }

  private func deliver(_ value: Value, _ version: Int) {
    roster.version = version
    withUnsafePointer(to: value) { roster.deliver($0) }
  }

  /// Stores the value, unless a newer one was set from inside the delivery.
  private func store(_ value: Value, _ version: Int) {
    // NB: the old value is released after the lock: its deinit may be anybody's code.
    let old = stored.withLock { stored -> Value? in
      guard stored.version < version else { return nil }
      let old = stored.value
      stored = Stored(value: value, version: version)
      return old
    }
    _ = old
  }

  /// Keeps what sets this property, as long as the property lives.
  func keep(_ source: Terminal) { ties.withLock { $0.sources[ObjectIdentifier(source)] = source } }

  /// Lets go of what has ended.
  func forget(_ source: Terminal) { _ = ties.withLock { $0.sources.removeValue(forKey: ObjectIdentifier(source)) } }

  /// Finds out, once, whether the object that has this property wants to hear of its changes.
  func belong(to object: AnyObject) {
    let isKnown = ties.withLock { ties in
      defer { ties.isOwned = true }
      return ties.isOwned
    }
    guard !isKnown, let observable = object as? any ObservableObject else { return }
    if let willChange = observable.objectWillChange as? ObservableObjectPublisher { announce(to: willChange) }
  }
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
    }
  }
}

extension Published: AnnouncesChanges {
  func announce(to willChange: ObservableObjectPublisher) { box.announce(to: willChange) }
}
