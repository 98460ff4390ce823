#if canImport(Foundation)
  import Foundation

  extension NotificationCenter {
    /// A publisher that emits notifications.
    ///
    /// It observes from the subscription to the cancellation.
    ///
    /// - Demand: A notification without demand is dropped.
    /// - Completion, failure: None.
    /// - Cancellation: Removes the observer.
    ///
    /// ```swift
    /// NotificationCenter.default.publisher(for: .didBecomeActive).sink { _ in print("active") }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them, or `nil` for any object.
    /// - Returns: A publisher that emits notifications.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
      Publisher(center: self, name: name, object: object)
    }

    /// A publisher that emits notifications.
    public struct Publisher: Streams.Publisher, Equatable {
      public typealias Output = Notification
      public typealias Failure = Never

      /// The notification center that the publisher observes.
      public let center: NotificationCenter
      /// The name of the notifications.
      public let name: Notification.Name
      /// The object that posts the notifications, or `nil` for any object.
      public let object: AnyObject?

      /// Creates a publisher that emits notifications.
      ///
      /// - Parameters:
      ///   - center: The notification center to observe.
      ///   - name: The name of the notifications.
      ///   - object: The object that posts them, or `nil` for any object.
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

  /// The subscription of one observation. Notifications from several threads are serialised by its subscriber list.
  private final class ObserverSubscription: SubjectSubscription, @unchecked Sendable {
    // Sendable because the observation is locked.
    private let observation = Locked<UnsafeTransfer<(NotificationCenter, any NSObjectProtocol)>?>(nil)

    init(_ downstream: RawSubscriber) {
      super.init(
        downstream, of: nil, subscribers: SubscriberList(), name: "NotificationCenter Observer",
        trapsOnRequestForNone: false
      )
    }

    func observe(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      let token = center.addObserver(forName: name, object: object, queue: nil) { [subscribers] notification in
        subscribers.send(notification)
      }
      _ = observation.exchange(UnsafeTransfer((center, token)))
      start()
    }

    override func cancel() {
      if let (center, token) = observation.exchange(nil)?.value { center.removeObserver(token) }
      super.cancel()
    }
  }

  // Sendable because a notification center is thread-safe, and the object is only compared.
  extension NotificationCenter.Publisher: @unchecked Sendable {}
#endif
