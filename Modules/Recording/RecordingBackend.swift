import Dispatch
import Requests
import Screens
import Streams
import StreamsExtras

/// A backend whose answers and feeds are recorded: each is delivered in a turn of its own on the main scheduler.
struct RecordingBackend: Backend, FeedRecorder {
  let base: any Backend
  let changes = ServiceChanges()
  var address: String { base.address }
  var credentials: [ServerCredentials] { base.credentials }
  private let main: AnySchedulerOf<DispatchQueue>
  private let recorder: Recorder

  init(_ base: any Backend, main: AnySchedulerOf<DispatchQueue>, recorder: Recorder) {
    self.base = base
    self.main = main
    self.recorder = recorder
  }

  func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    deliver(operation, base.answer(operation, input))
  }

  func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    recorded(base.follow(feed, input), of: feed)
  }

  func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool {
    let isOffered = base.offers(feed)
    if isOffered { recorder.offered(feed.name) }
    return isOffered
  }

  func recorded<Input, Element>(
    _ events: AnyPublisher<FeedEvent<Element>, ServiceError>, of feed: ServiceFeed<Input, Element>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    TurnsOfFeed(upstream: events.paced(on: main), feed: feed, recorder: recorder).eraseToAnyPublisher()
  }

  /// Delivers the answer to an operation in a turn of its own.
  func deliver<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ answer: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    AnyPublisher.create { [self] subscriber in
      let number = recorder.requests.next()
      return answer.oneAnswer(of: operation.name) { [recorder] fault in onMain { recorder.report(fault: fault) } }
        .map(Result.success).catch { Just(.failure($0)) }
        .replaceEmpty(with: .failure(.cancelled))
        .receive(on: main)
        .sink { result in
          MainActor.assumeIsolated { recorder.beginAnswer(number, operation, result) }
          switch result {
          case .success(let answer):
            subscriber.send(answer)
            subscriber.send(completion: .finished)
          case .failure(let error): subscriber.send(completion: .failure(error))
          }
          MainActor.assumeIsolated { recorder.endTurn() }
        }
    }
  }
}
