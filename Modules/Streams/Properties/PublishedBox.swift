import Synchronization

/// The value of a published property.
@usableFromInline package final class PublishedBox<Value>: PublishedSource, @unchecked Sendable {
  // Sendable as its superclass is; what it adds is constant.
  /// The value that was published last. During a delivery it is ahead of `stored`.
  @usableFromInline package let published: CurrentValue<Value>
  @usableFromInline package let stored: CurrentValue<Value>

  // NB: never inlined: the optimiser could put a box, whose making it sees, on the stack.
  @inlinable @inline(never) package init(_ value: Value) {
    published = CurrentValue(value)
    stored = CurrentValue(value)
    super.init()
  }

  @inlinable package var value: Value { stored.value }

  @inlinable package func set(_ value: Value) {
    if sendsWillChange { sendWillChange() }
    // NB: stored after the delivery, unless a newer value was set from inside it.
    subscribers.send(value, as: published) { stored.replace(value, version: $0) }
  }
}

/// A published property without the type of its value: its subscribers, its sources, and the publisher of its object.
@usableFromInline package class PublishedSource: @unchecked Sendable {
  // Sendable because what is variable is atomic or locked.
  @usableFromInline package final let subscribers = SubscriberList()
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

  @usableFromInline package init() {}

  deinit {
    for source in state.withLock({ $0.sources }).values { source.cancel() }
  }

  /// Keeps a subscriber that assigns to this property until the property is deallocated.
  @usableFromInline package final func retain(_ source: ClosureSubscriber) {
    state.withLock { $0.sources[ObjectIdentifier(source)] = source }
  }

  /// Releases a subscriber that has completed.
  @usableFromInline package final func release(_ source: ClosureSubscriber) {
    _ = state.withLock { $0.sources.removeValue(forKey: ObjectIdentifier(source)) }
  }

  /// Whether the object has to be attached before a change: it is not known yet, or it has a publisher.
  @usableFromInline package final var needsObject: Bool { mayHaveObjectPublisher.load(ordering: .acquiring) }

  /// Whether the object has a publisher. That of one which is not known yet is not asked for its lock.
  @usableFromInline package final var sendsWillChange: Bool { hasObjectPublisher.load(ordering: .acquiring) }

  /// Finds the publisher of the object that has this property, if it was requested. It searches once on each thread that comes
  /// before that has succeeded or failed.
  @usableFromInline package final func attach(to object: AnyObject) {
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
  @usableFromInline package final func sendWillChange() {
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

extension PublishedSource {
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
