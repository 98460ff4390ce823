import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension JSONEncoder: TopLevelEncoder {
  public typealias Output = Data
}
extension JSONDecoder: TopLevelDecoder {
  public typealias Input = Data
}
extension PropertyListEncoder: TopLevelEncoder {
  public typealias Output = Data
}
extension PropertyListDecoder: TopLevelDecoder {
  public typealias Input = Data
}

extension NotificationCenter {
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher { fatalError() }

  public struct Publisher: CombineDeclarations.Publisher, Equatable {
    public typealias Output = Notification
    public typealias Failure = Never
    public let center: NotificationCenter
    public let name: Notification.Name
    public let object: AnyObject?
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) { fatalError() }
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Notification { fatalError() }
    public static func == (lhs: Publisher, rhs: Publisher) -> Bool { fatalError() }
  }
}

extension URLSession {
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { fatalError() }
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher { fatalError() }

  public struct DataTaskPublisher: Publisher {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError
    public let request: URLRequest
    public let session: URLSession
    public init(request: URLRequest, session: URLSession) { fatalError() }
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { fatalError() }
  }
}

extension Timer {
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher { fatalError() }

  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never
    public let interval: TimeInterval
    public let tolerance: TimeInterval?
    public let runLoop: RunLoop
    public let mode: RunLoop.Mode
    public let options: RunLoop.SchedulerOptions?
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) { fatalError() }
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output { fatalError() }
    public func connect() -> any Cancellable { fatalError() }
  }
}
