import Synchronization

/// The value of a published property, its subscribers and its sources.
@usableFromInline package final class PublishedBox<Value>: Sendable {
  @usableFromInline package let subscribers = SubscriberList()
  /// The value that was published last. During a delivery it is ahead of `stored`.
  @usableFromInline package let published: CurrentValue<Value>
  @usableFromInline package let stored: CurrentValue<Value>
  private let state = Locked(State())
  private let mayHaveObjectPublisher = Atomic<Bool>(true)
  private let hasObjectPublisher = Atomic<Bool>(false)

  private struct State {
    var objectPublisher = ObjectPublisher.unknown
    var sources: [ObjectIdentifier: ClosureSubscriber] = [:]
  }

  /// The publisher of the object that has this property.
  private enum ObjectPublisher {
    case unknown
    /// Threads are looking for it.
    case searching
    case absent
    case present(ObservableObjectPublisher)
  }

  @usableFromInline package init(_ value: Value) {
    published = CurrentValue(value)
    stored = CurrentValue(value)
  }

  deinit {
    for source in state.withLock({ $0.sources }).values { source.cancel() }
  }

  @inlinable package var value: Value { stored.value }

  @inlinable package func set(_ value: Value) {
    if sendsWillChange { sendWillChange() }
    // NB: stored after the delivery, unless a newer value was set from inside it.
    subscribers.send(value, as: published) { stored.replace(value, version: $0) }
  }

  /// Keeps a subscriber that assigns to this property until the property is deallocated.
  @usableFromInline package func retain(_ source: ClosureSubscriber) {
    state.withLock { $0.sources[ObjectIdentifier(source)] = source }
  }

  /// Releases a subscriber that has completed.
  @usableFromInline package func release(_ source: ClosureSubscriber) {
    _ = state.withLock { $0.sources.removeValue(forKey: ObjectIdentifier(source)) }
  }

  /// Whether the object has to be attached before a change: it is not known yet, or it has a publisher.
  @usableFromInline package var needsObject: Bool { mayHaveObjectPublisher.load(ordering: .acquiring) }

  /// Whether the object has a publisher. That of one which is not known yet is not asked for its lock.
  @usableFromInline package var sendsWillChange: Bool { hasObjectPublisher.load(ordering: .acquiring) }

  /// Finds the publisher of the object that has this property, if it was requested. It searches once on each thread that comes
  /// before that has succeeded or failed.
  @usableFromInline package func attach(to object: AnyObject) {
    let mustSearch = state.withLock { state in
      switch state.objectPublisher {
      case .unknown, .searching:
        state.objectPublisher = .searching
        return true
      case .absent, .present: return false
      }
    }
    guard mustSearch else { return }
    // An object whose publisher was not requested has no subscribers to it, and connects its properties at the first request. A publisher
    // that the class declares is not among them.
    if let willChange = objectPublishers.knownPublisher(for: object) { return connect(to: willChange) }
    state.withLock { state in
      // Another thread may have requested the object's publisher for the first time.
      guard case .searching = state.objectPublisher else { return }
      state.objectPublisher = .absent
      mayHaveObjectPublisher.store(false, ordering: .releasing)
    }
  }

  /// Emits from the publisher of the object that has this property.
  @usableFromInline package func sendWillChange() {
    if case .present(let willChange) = state.withLock({ $0.objectPublisher }) { willChange.send() }
  }
}

/// A published property of any type.
protocol WillChangeSource {
  func connect(to willChange: ObservableObjectPublisher)
}

extension WillChangeSource {
  /// Connects the property at an address.
  static func connect(at address: UnsafeRawPointer, to willChange: ObservableObjectPublisher) {
    address.assumingMemoryBound(to: Self.self).pointee.connect(to: willChange)
  }
}

extension PublishedBox {
  func connect(to willChange: ObservableObjectPublisher) {
    state.withLock {
      $0.objectPublisher = .present(willChange)
      mayHaveObjectPublisher.store(true, ordering: .releasing)
      hasObjectPublisher.store(true, ordering: .releasing)
    }
  }
}

extension Published: WillChangeSource {
  func connect(to willChange: ObservableObjectPublisher) { box.connect(to: willChange) }
}
