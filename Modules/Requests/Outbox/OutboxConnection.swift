package import Dispatch
package import Foundation
import Locking
package import Storage
package import Streams
package import StreamsExtras

/// The outbox of a core: the worker that it shares with the other cores of its storage, for as long as it is retained.
package final class OutboxConnection: Sendable {
  package let worker: OutboxWorker
  private let id: Int
  private let account: LockedValue<AnyCancellable?>

  /// - Parameters:
  ///   - storage: what has the entries.
  ///   - backend: sends requests.
  ///   - account: the name of the account.
  ///   - scheduler: the main scheduler.
  ///   - now: the clock by which keys grow old.
  package init(
    _ storage: Storage, backend: any Backend, account: CurrentValueSubject<String, Never>,
    scheduler: AnySchedulerOf<DispatchQueue>, now: @escaping @Sendable () -> Date
  ) {
    let address = backend.address
    let worker = storage.user("outbox \(address)") {
      OutboxWorker(storage, address: address, scheduler: scheduler, now: now)
    }
    self.worker = worker
    let id = worker.connect(backend, account: account.value)
    self.id = id
    self.account = LockedValue(
      account.removeDuplicates().dropFirst().sink { [weak worker] in worker?.setAccount($0, of: id) })
  }

  deinit {
    account.withLock { $0.take() }?.cancel()
    worker.disconnect(id)
  }

  /// The backend that answers the commands of an operation, and tells its entries.
  package func backend<Input, Answer>(_ operation: OutboxOperation<Input, Answer>) -> any Backend {
    worker.add([AnyOutboxOperation(operation)])
    return OutboxBackend(worker: worker, operation: operation)
  }
}

/// The outbox of an operation as a backend, so that it is answered on the main scheduler, recorded and replayed as each other one.
private struct OutboxBackend<Sent: Sendable, Reply: Sendable>: Backend {
  let worker: OutboxWorker
  let operation: OutboxOperation<Sent, Reply>

  func answer<Input, Answer>(
    _ commands: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    guard let command = input as? OutboxCommand<Sent> else {
      return Fail(error: .noSuchOperation(commands.name)).eraseToAnyPublisher()
    }
    return .create { subscriber in
      perform(command) { result in
        guard let reply = OutboxReply(result: result) as? Answer else { return }
        subscriber.send(reply)
        subscriber.send(completion: .finished)
      }
      return AnyCancellable {}
    }
  }

  func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    feed.publisher { source in
      let follower = OutboxFollower(operation.operation.name) {
        source.hasRoom
      } send: { changes in
        if let news = OutboxNews(changes, of: operation) as? Element { source.send(news) }
      }
      source.onRoom { follower.deliver() }
      return worker.follow(follower)
    }
  }

  func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { feed.name == operation.news.name }

  private func perform(
    _ command: OutboxCommand<Sent>, completion: @escaping @Sendable (Result<IdempotencyKey, OutboxError>) -> Void
  ) {
    switch command {
    case .add(let input, let key):
      let (json, files) = operation.json(input, with: key)
      worker.add(
        operation.operation.name, lane: operation.lane(input), input: json, files: files, key: key,
        completion: completion)
    case .edit(let key, let input, let newKey):
      worker.edit(
        key, of: operation.operation.name, lane: operation.lane(input), files: operation.json(input, with: key).files,
        newKey: newKey
      ) {
        operation.json(input, with: $0).result
      } completion: {
        completion($0)
      }
    case .retry(let key, let newKey):
      worker.decide(
        .retry(rekey: AnyOutboxOperation(operation).rekey), about: key, newKey: newKey, completion: completion)
    case .drop(let key): worker.decide(.drop, about: key, newKey: key, completion: completion)
    case .skip(let key): worker.decide(.skip, about: key, newKey: key, completion: completion)
    }
  }
}
