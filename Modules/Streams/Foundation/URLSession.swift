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
        subscriber.receive(subscription: DataTask(session, request, Port(subscriber)))
      }
    }
  }

  /// One task and its one subscriber.
  private final class DataTask: Subscription, CustomStringConvertible, @unchecked Sendable {
    // NB: Sendable because what is variable is behind its lock.
    private let port: Port<URLSession.DataTaskPublisher.Output, URLError>
    private let session: URLSession
    private let request: URLRequest
    private let state = Locked(State.idle)

    private enum State {
      case idle
      case running(URLSessionDataTask)
      case over
    }

    init(_ session: URLSession, _ request: URLRequest, _ port: Port<URLSession.DataTaskPublisher.Output, URLError>) {
      self.session = session
      self.request = request
      self.port = port
    }

    func request(_ demand: Subscribers.Demand) {
      precondition(demand > .none, "A subscriber must ask for at least one value")
      guard case .idle = state.withLock({ $0 }) else { return }
      let task = session.dataTask(with: request) { [self] data, response, error in
        answer(data, response, error)
      }
      let isOurs = state.withLock { state in
        guard case .idle = state else { return false }
        state = .running(task)
        return true
      }
      if isOurs { task.resume() } else { task.cancel() }
    }

    private func answer(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      guard finish() != nil else { return }
      if let response, error == nil {
        _ = port.receive((data ?? Data(), response))
        port.receive(completion: .finished)
      } else {
        port.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
      }
    }

    private func finish() -> State? {
      state.withLock { state in
        if case .over = state { return nil }
        defer { state = .over }
        return state
      }
    }

    func cancel() {
      if case .running(let task) = finish() { task.cancel() }
    }

    var description: String { "DataTaskPublisher" }
  }
#endif
