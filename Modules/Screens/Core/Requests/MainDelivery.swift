import Dispatch
import Foundation
import Requests
import Streams
import StreamsExtras

/// Performs the requests of an environment: what answers on any thread reaches the view models on the main scheduler, whichever backend
/// it is. An immediate scheduler delivers in the same call.
struct MainDelivery: Sendable {
  let main: AnySchedulerOf<DispatchQueue>
  let reporter: Reporter?
  /// Publishes that a request has succeeded, which what waits for a connection follows; `nil` for what waits itself.
  let successes: PassthroughSubject<Void, Never>?
  /// The account for which is asked, or which refuses what is asked.
  let session: AccountSession
  /// That of the screen that asks; `nil` for none.
  let lifetime: Lifetime?
  /// That of the screen that asks; `nil` for none.
  var pendingWork: PendingWork?
  /// Whether what answers follows the account itself. What else is asked for an account ends with it.
  var followsAccount = false

  /// A backend whose requests it performs. Changes arrive at once where they are published on the main actor, so that what happens in a turn
  /// stays in it, and the others on the main scheduler.
  func backend(_ base: Backend) -> Backend {
    var backend = base
    backend.changes = base.changes.delivered { [main] names in
      names.flatMap { name in
        isMainQueue ? Just(name).eraseToAnyPublisher() : Just(name).receive(on: main).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    }
    return backend.wrapped { request, next in
      switch request.kind {
      case .answer: bounding(answer(request, next(request)))
      case .transfer: bounding(transfer(request, next(request)))
      case .feed: feed(next(request))
      }
    }
  }

  /// What is asked for an account ends with it. An answer to which the app changes the account is followed by no failure.
  private func bounding(_ updates: ServiceUpdates) -> ServiceUpdates {
    guard followsAccount else { return session.bounding(updates, for: lifetime) { $0.answer != nil } }
    return Deferred { [session, lifetime] in
      session.refusal(for: lifetime).map { Fail(error: $0).eraseToAnyPublisher() } ?? updates
    }
    .eraseToAnyPublisher()
  }

  /// The hop to the scheduler is part of the request that `switchToLatest` cancels: an answer that waits on the scheduler is
  /// dropped with its request, so it never reaches a screen that has asked again.
  private func answer(_ request: ServiceRequest, _ updates: ServiceUpdates) -> ServiceUpdates {
    let answer = updates.oneAnswer(of: request.name, onAnswer: onSuccess) { [reporter] in
      Reporter.report(fault: $0, to: reporter)
    }
    #if DEBUG
      if let reporter {
        return Deferred { [main] in
          reporter.willRequest(request.name, changesSomething: request.operation?.changesSomething == true)
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

  private func transfer(_ request: ServiceRequest, _ updates: ServiceUpdates) -> ServiceUpdates {
    Deferred { [main, reporter] in
      var scheduler = main
      #if DEBUG
        reporter?.willRequest(request.name, changesSomething: request.operation?.changesSomething == true)
        scheduler = reporter?.continuing(main) ?? main
      #endif
      return TransferPublisher(on: { [scheduler] in scheduler.schedule($0) }, updates)
    }
    .handleEvents(receiveOutput: { [successes] in if $0.answer != nil { successes?.send() } })
    .eraseToAnyPublisher()
  }

  private func feed(_ updates: ServiceUpdates) -> ServiceUpdates {
    let events = paced(updates)
    guard followsAccount else { return awaited(bounding(events)) }
    return events.filter { [lifetime] _ in lifetime?.isOfEndedAccount != true }.eraseToAnyPublisher()
  }

  private func paced(_ events: ServiceUpdates) -> ServiceUpdates {
    #if DEBUG
      if let reporter {
        return Deferred { [main] in events.paced(on: reporter.continuing(main)) }.eraseToAnyPublisher()
      }
    #endif
    return events.paced(on: main).eraseToAnyPublisher()
  }

  /// Counts a feed as work of its screen until its first element, so that what comes of an event includes it.
  private func awaited(_ events: ServiceUpdates) -> ServiceUpdates {
    guard let pendingWork else { return events }
    return Deferred { [main] in
      let wait = MainActor.assumeIsolated { FirstElementWait(pendingWork, main) }
      return events.handleEvents(
        receiveOutput: { event in
          switch event {
          case .condition(.connecting), .condition(.open), .answer, .progress: break
          case .element, .unreadable, .condition(.interrupted): wait.endLater()
          }
        }, receiveCompletion: { _ in wait.endLater() }, receiveCancel: { wait.end() })
    }
    .eraseToAnyPublisher()
  }
}
