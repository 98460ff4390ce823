public import Foundation
public import Streams

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// A publisher that emits the response to a request for a URL.
  ///
  /// - Demand: The task starts at the first request. Each subscriber has its own task.
  /// - Completion: Finishes after the response.
  /// - Failure: A `URLError`. A non-2xx status is not a failure.
  /// - Cancellation: Cancels the task.
  ///
  /// ```swift
  /// URLSession.shared.dataTaskPublisher(for: url).map(\.data)
  /// ```
  ///
  /// - Parameter url: The URL.
  /// - Returns: A publisher that emits the data and the response.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    DataTaskPublisher(request: URLRequest(url: url), session: self)
  }

  /// A publisher that emits the response to a request.
  ///
  /// - Demand, completion, failure, cancellation: As `dataTaskPublisher(for:)` for a URL.
  ///
  /// - Parameter request: The request.
  /// - Returns: A publisher that emits the data and the response.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// A publisher that emits the response to a request.
  public struct DataTaskPublisher: Publisher, Sendable {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    /// The request.
    public let request: URLRequest
    /// The session of the task.
    public let session: URLSession

    /// Creates a publisher that emits the response to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - session: The session of the task.
    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
      subscriber.receive(
        subscription: DataTaskSubscription(subscriber, session: session, request: request))
    }
  }
}
