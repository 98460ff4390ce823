#if canImport(Foundation)
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension URLSession {
    /// A publisher of the answer to a request.
    ///
    /// - Demand: The task starts at the first demand; each subscriber has one of its own.
    /// - Cancellation: Cancels the task.
    /// - Completion: After the answer.
    /// - Failure: A `URLError`. An answer whose HTTP status tells of a failure is a value.
    ///
    /// ```swift
    /// URLSession.shared.dataTaskPublisher(for: url).map(\.data)
    /// ```
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
      DataTaskPublisher(request: URLRequest(url: url), session: self)
    }

    /// A publisher of the answer to a request.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
      DataTaskPublisher(request: request, session: self)
    }

    /// A publisher of the answer to a request.
    public struct DataTaskPublisher: Publisher, Sendable {
      public typealias Output = (data: Data, response: URLResponse)
      public typealias Failure = URLError

      /// The request.
      public let request: URLRequest
      /// The session that the task belongs to.
      public let session: URLSession

      /// Makes a publisher.
      public init(request: URLRequest, session: URLSession) {
        self.request = request
        self.session = session
      }

      public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
        let downstream = UnsafeTransfer(subscriber)
        // NB: touched only inside the source's serializer, where the answer is delivered too.
        var task: URLSessionDataTask?
        let produce: (SourceSubscription) -> Void = { [session, request] source in
          guard task == nil else { return }
          task = session.dataTask(with: request) { data, response, error in
            source.enqueue {
              let subscriber = downstream.value
              if let response, error == nil {
                if source.consume() { _ = subscriber.receive((data ?? Data(), response)) }
                if source.finish() { subscriber.receive(completion: .finished) }
              } else if source.finish() {
                subscriber.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
              }
            }
          }
          task?.resume()
        }
        subscriber.receive(
          subscription: SourceSubscription(
            label: { "DataTaskPublisher" }, isStrict: true, stop: { task?.cancel() }, produce: produce))
      }
    }
  }
#endif
