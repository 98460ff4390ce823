import Dispatch
import Foundation
import Requests
import Streams
import StreamsExtras

/// The backend of an environment: what answers on any thread reaches the view models on the main scheduler, whichever backend
/// it is. An immediate scheduler delivers in the same call.
struct MainBackend: Backend {
  let base: any Backend
  let main: AnySchedulerOf<DispatchQueue>
  let reporter: Reporter?
  /// Publishes that a request has succeeded, which the outbox waits for; `nil` for the outbox itself.
  let successes: PassthroughSubject<Void, Never>?
  /// The account for which is asked, or which refuses what is asked.
  let session: AccountSession
  /// That of the screen that asks; `nil` for none.
  let lifetime: Lifetime?
  /// That of the screen that asks; `nil` for none.
  var pendingWork: PendingWork?
  /// Whether it is the outbox, which follows the account itself. What else is asked for an account ends with it.
  var isOutbox = false

  var address: String { base.address }

  var credentials: [ServerCredentials] { base.credentials }

  /// Changes at once where they are published on the main actor, so that what happens in a turn stays in it, and the others on
  /// the main scheduler.
  var changes: ServiceChanges {
    base.changes.delivered { [main] names in
      names.flatMap { name in
        isMainQueue ? Just(name).eraseToAnyPublisher() : Just(name).receive(on: main).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    }
  }

  /// The hop to the scheduler is part of the request that `switchToLatest` cancels: an answer that waits on the scheduler is
  /// dropped with its request, so it never reaches a screen that has asked again.
  func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    bounding(deliver(operation, input)) { _ in true }
  }

  private func bounding<Output>(
    _ publisher: AnyPublisher<Output, ServiceError>, isAnswer: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, ServiceError> {
    guard isOutbox else { return session.bounding(publisher, for: lifetime, isAnswer: isAnswer) }
    return Deferred { [session, lifetime] in
      session.refusal(for: lifetime).map { Fail(error: $0).eraseToAnyPublisher() } ?? publisher
    }
    .eraseToAnyPublisher()
  }

  private func deliver<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    let answer = base.answer(operation, input).mapError { $0.lost(in: operation) }
      .oneAnswer(of: operation.name, onAnswer: onSuccess) { [reporter] in Reporter.report(fault: $0, to: reporter) }
    #if DEBUG
      if let reporter {
        return Deferred { [main] in
          reporter.willRequest(operation)
          return answer.receive(on: reporter.continuing(main))
        }
        .eraseToAnyPublisher()
      }
    #endif
    return answer.receive(on: main).eraseToAnyPublisher()
  }

  private var onSuccess: (@Sendable () -> Void)? {
    guard let successes else { return nil }
    return { successes.send() }
  }

  func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    let updates = deliverTransfer(operation, input)
      .handleEvents(receiveOutput: { [successes] in if $0.answer != nil { successes?.send() } })
      .eraseToAnyPublisher()
    return bounding(updates) { $0.answer != nil }
  }

  private func deliverTransfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    let updates = base.transfer(operation, input).mapError { $0.lost(in: operation) }.eraseToAnyPublisher()
    return Deferred { [main, reporter] in
      var scheduler = main
      #if DEBUG
        reporter?.willRequest(operation)
        scheduler = reporter?.continuing(main) ?? main
      #endif
      return TransferPublisher(on: { [scheduler] in scheduler.schedule($0) }, updates)
    }
    .eraseToAnyPublisher()
  }

  func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    let events = deliver(feed, input)
    guard isOutbox else { return awaited(bounding(events) { _ in false }) }
    return events.filter { [lifetime] _ in lifetime?.isOfEndedAccount != true }.eraseToAnyPublisher()
  }

  /// Counts a feed as work of its screen until its first element, so that what comes of an event includes it.
  private func awaited<Element>(
    _ events: AnyPublisher<FeedEvent<Element>, ServiceError>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    guard let pendingWork else { return events }
    return Deferred { [main] in
      let wait = MainActor.assumeIsolated { FirstElementWait(pendingWork, main) }
      return events.handleEvents(
        receiveOutput: { event in
          switch event {
          case .condition(.connecting), .condition(.open): break
          case .element, .unreadable, .condition(.interrupted): wait.endLater()
          }
        }, receiveCompletion: { _ in wait.endLater() }, receiveCancel: { wait.end() })
    }
    .eraseToAnyPublisher()
  }

  private func deliver<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    let events = base.follow(feed, input)
    #if DEBUG
      if let reporter {
        return Deferred { [main] in events.paced(on: reporter.continuing(main)) }.eraseToAnyPublisher()
      }
    #endif
    return events.paced(on: main)
  }

  func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { base.offers(feed) }
}
