#if canImport(Foundation)
  import Foundation

  extension NotificationCenter {
    /// A publisher of notifications.
    ///
    /// - Demand: A notification that finds none is dropped.
    /// - Cancellation: Ends the observation, which begins with the subscription.
    /// - Completion: None.
    ///
    /// ```swift
    /// NotificationCenter.default.publisher(for: .didBecomeActive).sink { _ in print("active") }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The notifications' name.
    ///   - object: Whose notifications; `nil` for everybody's.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
      Publisher(center: self, name: name, object: object)
    }

    /// A publisher of notifications.
    public struct Publisher: Streams.Publisher, Equatable {
      public typealias Output = Notification
      public typealias Failure = Never

      /// The center it observes.
      public let center: NotificationCenter
      /// The notifications' name.
      public let name: Notification.Name
      /// Whose notifications; `nil` for everybody's.
      public let object: AnyObject?

      /// Makes a publisher.
      public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
        self.center = center
        self.name = name
        self.object = object
      }

      public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
        let subscription = ObserverSubscription(ErasedSubscriber(subscriber).raw)
        subscription.observe(center, name, object)
      }

      public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
      }
    }
  }

  /// The one subscription of an observation: posts from several threads go through its subscribers, one at a time.
  private final class ObserverSubscription: SubjectSubscription, @unchecked Sendable {
    // NB: Sendable because the token is behind its lock.
    private let observation = Locked<UnsafeTransfer<(NotificationCenter, any NSObjectProtocol)>?>(nil)

    init(_ port: RawSubscriber) {
      super.init(port, of: nil, subscribers: SubscriberList(), name: "NotificationCenter Observer", needsDemand: false)
    }

    func observe(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      let token = center.addObserver(forName: name, object: object, queue: nil) { [subscribers] in subscribers.send($0)
      }
      observation.withLock { $0 = UnsafeTransfer((center, token)) }
      introduce()
    }

    override func cancel() {
      if let (center, token) = observation.withLock({ $0.take() })?.value { center.removeObserver(token) }
      super.cancel()
    }
  }

  // NB: Sendable because a notification center is, and the object is only compared.
  extension NotificationCenter.Publisher: @unchecked Sendable {}
#endif
