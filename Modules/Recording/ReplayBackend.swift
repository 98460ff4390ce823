import JSON
import Locking
import Requests
import Screens
import Streams
import StreamsExtras

/// Answers requests as a recording does, and asks no service.
final class ReplayBackend: FeedRecorder, Sendable {
  let changes = ServiceChanges()

  private let counter = RequestCounter()
  private let waiting = LockedValue<[Int: Request]>([:])
  private let feeds = LockedValue(OpenFeeds())
  private let shown: [AnswerID: [String: [UInt8]]]
  private let offered: Set<String>
  private let onRequest: @Sendable () -> Void

  /// - Parameters:
  ///   - shown: private members of answers and elements, as far as a state shows them.
  ///   - offered: the names of the feeds that the recorded backend offered.
  ///   - onRequest: runs when a request was made or a feed was followed, on any thread.
  init(
    shown: [AnswerID: [String: [UInt8]]], offered: Set<String> = [], onRequest: @escaping @Sendable () -> Void
  ) {
    self.shown = shown
    self.offered = offered
    self.onRequest = onRequest
  }

  /// The number of the request that an answer is for: the recorded one, or the first of this operation if threads made
  /// their requests in another order; `nil` if no such request waits.
  func request(_ number: Int, of operation: String) -> Int? {
    waiting.withLock { requests in
      if requests[number]?.operation == operation { return number }
      return requests.filter { $0.value.operation == operation }.keys.min()
    }
  }

  /// The operations of the requests that wait, in order.
  var waitingOperations: [String] { waiting.withLock { $0.sorted { $0.key < $1.key }.map(\.value.operation) } }

  /// Answers a request that waits.
  ///
  /// - Parameters:
  ///   - request: the number of the request.
  ///   - number: the number that it has in the recording.
  /// - Returns: false if the operation cannot read the answer.
  @MainActor func answer(_ request: Int, as number: Int, isFailure: Bool, _ value: [UInt8]) -> Bool {
    waiting.withLock { $0.removeValue(forKey: request) }?.answer(number, isFailure, value) ?? false
  }

  /// The backend of the replay. Nothing but a recording has answers for it.
  var backend: Backend {
    Backend(
      address: "", credentials: [], changes: changes, services: [], offers: { [offered] in offered.contains($0) },
      perform: { [self] request in
        switch request.definition {
        case .operation(let operation) where request.kind == .answer:
          answer(operation).map { .answer($0) }.eraseToAnyPublisher()
        case .operation(let operation):
          play(operation.updates).compactMap { $0.element.map(ServiceUpdate.init) }.eraseToAnyPublisher()
        case .feed(let feed): play(feed).map(ServiceUpdate.init).eraseToAnyPublisher()
        }
      })
  }

  func answer<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) -> AnyPublisher<Answer, ServiceError> {
    AnyPublisher.create { [self] subscriber in
      let request = Request(operation: operation.name) { [shown] number, isFailure, value in
        let value = PrivateMembers(of: operation.answer, isFailure: isFailure, value).insert(
          shown[AnswerID(request: number)] ?? [:], into: value)
        let text = JSONText(scanned: value[...])
        if isFailure {
          guard let error = ServiceError(text) else { return false }
          subscriber.send(completion: .failure(error))
        } else {
          guard let answer = operation.answer.read(text) else { return false }
          subscriber.send(answer)
          subscriber.send(completion: .finished)
        }
        return true
      }
      let number = counter.next()
      waiting.withLock { $0[number] = request }
      onRequest()
      return AnyCancellable {}
    }
  }

  // MARK: - Feeds

  /// The number of the feed that an event is for: the recorded one, or the first open one of this name that no other recorded
  /// feed has become, if threads followed their feeds in another order; `nil` if there is none.
  func openFeed(of event: RecordedFeedEvent) -> Int? { feeds.withLock { $0.number(of: event) } }

  /// The names of the open feeds, in order.
  var openFeedNames: [String] {
    feeds.withLock { feeds in feeds.open.sorted { $0.key < $1.key }.map(\.value.name) }
  }

  /// Publishes a recorded event in an open feed, or ends it.
  ///
  /// - Returns: false if the feed cannot read it.
  @MainActor func publish(_ event: RecordedFeedEvent, in number: Int) -> Bool {
    feeds.withLock { $0.feed(number, for: event) }?.publish(event) ?? false
  }

  private func play<Input, Element>(
    _ feed: ServiceFeed<Input, Element>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    AnyPublisher.create { [self] subscriber in
      let open = OpenFeed(name: feed.name) { [shown] event in
        var event = event
        event.value = event.privateMembers(of: feed).insert(shown[event.id] ?? [:], into: event.value)
        switch event.signal(of: feed) {
        case .event(let event): subscriber.send(event)
        case .completion(let completion): subscriber.send(completion: completion)
        case nil: return false
        }
        return true
      }
      let number = counter.next()
      feeds.withLock { $0.open[number] = open }
      onRequest()
      return AnyCancellable { [self] in
        feeds.withLock { _ = $0.open.removeValue(forKey: number) }
      }
    }
  }

  func recorded<Element>(
    _ events: AnyPublisher<FeedEvent<Element>, ServiceError>, of feed: ServiceFeed<Void, Element>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    play(feed)
  }

  /// A feed that is followed. Sendable because it publishes on the main queue only.
  private struct OpenFeed: @unchecked Sendable {
    let name: String
    let publish: (RecordedFeedEvent) -> Bool
  }

  private struct OpenFeeds {
    var open: [Int: OpenFeed] = [:]
    /// The number in the replay of each feed of the recording that has published.
    private var numbers: [Int: Int] = [:]

    func number(of event: RecordedFeedEvent) -> Int? {
      if let number = numbers[event.id.request] { return open[number] == nil ? nil : number }
      let known = Set(numbers.values)
      if open[event.id.request]?.name == event.feed, !known.contains(event.id.request) { return event.id.request }
      return open.filter { $0.value.name == event.feed && !known.contains($0.key) }.keys.min()
    }

    mutating func feed(_ number: Int, for event: RecordedFeedEvent) -> OpenFeed? {
      numbers[event.id.request] = number
      return open[number]
    }
  }

  // MARK: - Requests

  /// A request that waits for its answer. Sendable because the answer is sent once, on the main queue.
  private struct Request: @unchecked Sendable {
    let operation: String
    let answer: (_ number: Int, _ isFailure: Bool, _ value: [UInt8]) -> Bool
  }
}
