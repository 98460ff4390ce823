#if canImport(Foundation)
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
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
      public init(request: URLRequest, session: URLSession) { (self.request, self.session) = (request, session) }

      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
        let downstream = UnsafeTransfer(subscriber)
        // Used only inside the subscription's serializer.
        var task: URLSessionDataTask?
        let produce: (SourceSubscription) -> Void = { [session, request] source in
          guard task == nil else { return }
          task = session.dataTask(with: request) { data, response, error in
            source.enqueue {
              let subscriber = downstream.value
              if let response, error == nil {
                if source.outstanding.consume() { _ = subscriber.receive((data ?? Data(), response)) }
                if source.close() { subscriber.receive(completion: .finished) }
              } else if source.close() {
                subscriber.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
              }
            }
          }
          task?.resume()
        }
        subscriber.receive(
          subscription: SourceSubscription(
            label: { "DataTaskPublisher" }, needsDemand: true, onCancel: { task?.cancel() }, produce: produce))
      }
    }
  }
#endif
