import Dispatch
import Requests
import Screens
import Streams
import StreamsExtras

/// Records answers and feeds: each is delivered in a turn of its own on the main scheduler.
struct RequestRecorder: FeedRecorder, Sendable {
  let main: AnySchedulerOf<DispatchQueue>
  let recorder: Recorder

  /// A backend whose answers and feeds are recorded. It publishes the changes of its own that are recorded.
  func backend(_ base: Backend, changes: ServiceChanges = ServiceChanges()) -> Backend {
    var backend = base
    backend.changes = changes
    backend.offersFeed = { [recorder] feed in
      let isOffered = base.offersFeed(feed)
      if isOffered { recorder.offered(feed) }
      return isOffered
    }
    return backend.wrapped { request, next in
      switch request.definition {
      case .operation(let operation) where request.kind == .answer:
        deliver(operation, oneAnswer(next(request), of: request.name)).map { .answer($0) }.eraseToAnyPublisher()
      case .operation(let operation): transfer(operation, next(request))
      case .feed(let feed): turns(next(request).paced(on: main), of: feed)
      }
    }
  }

  /// The updates are recorded as the elements of a feed: progress and answer, without the bytes of files.
  private func transfer(_ operation: AnyServiceOperation, _ updates: ServiceUpdates) -> ServiceUpdates {
    let updates = TransferPublisher(on: { [main] in main.schedule($0) }, updates)
      .compactMap { TransferUpdate<any Sendable>($0) { $0 } }.map(FeedEvent.element)
    return TurnsOfFeed(upstream: updates, feed: operation.updates, recorder: recorder)
      .compactMap { $0.element.map(ServiceUpdate.init) }.eraseToAnyPublisher()
  }

  private func turns(
    _ updates: some Publisher<ServiceUpdate, ServiceError>, of feed: AnyServiceFeed
  ) -> ServiceUpdates {
    TurnsOfFeed(upstream: updates.compactMap { FeedEvent<any Sendable>($0) { $0 } }, feed: feed, recorder: recorder)
      .map(ServiceUpdate.init).eraseToAnyPublisher()
  }

  func recorded<Element>(
    _ events: AnyPublisher<FeedEvent<Element>, ServiceError>, of feed: ServiceFeed<Void, Element>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    TurnsOfFeed(upstream: events.paced(on: main), feed: feed, recorder: recorder).eraseToAnyPublisher()
  }

  private func oneAnswer(_ updates: ServiceUpdates, of name: String) -> AnyPublisher<any Sendable, ServiceError> {
    updates.filter { $0.answer != nil }.eraseToAnyPublisher()
      .oneAnswer(of: name) { [recorder] fault in onMain { recorder.report(fault: fault) } }
      .compactMap(\.answer).eraseToAnyPublisher()
  }

  /// Delivers the answer to an operation in a turn of its own.
  func deliver<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ answer: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    AnyPublisher.create { [self] subscriber in
      let number = recorder.requests.next()
      return answer.result().receive(on: main)
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
