internal import Dispatch
internal import Foundation
import Locking
import Requests
import Storage
import Streams
internal import StreamsExtras

/// The outbox of a core: the worker that it shares with the other cores of its storage, for as long as it is retained.
final class OutboxConnection: Sendable {
  let worker: OutboxWorker
  private let id: Int
  private let account: LockedValue<AnyCancellable?>

  /// - Parameters:
  ///   - storage: what has the entries.
  ///   - backend: sends requests.
  ///   - account: the name of the account.
  ///   - scheduler: the main scheduler.
  ///   - now: the clock by which keys grow old.
  init(
    _ storage: Storage, backend: Backend, account: CurrentValueSubject<String, Never>,
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
  func backend<Input, Answer>(_ operation: OutboxOperation<Input, Answer>) -> Backend {
    worker.add([AnyOutboxOperation(operation)])
    return .handlers([
      ServiceHandler(publishing: operation.commands) { [worker] command in
        .create { subscriber in
          worker.perform(command, of: operation) { result in
            subscriber.send(OutboxReply(result: result))
            subscriber.send(completion: .finished)
          }
          return AnyCancellable {}
        }
      },
      ServiceHandler(following: operation.news) { [worker] _, source in
        let follower = OutboxFollower(operation.operation.name) {
          source.hasRoom
        } send: { changes in
          source.send(OutboxNews(changes, of: operation))
        }
        source.onRoom { follower.deliver() }
        return worker.follow(follower)
      },
    ])
  }
}

extension OutboxWorker {
  fileprivate func perform<Input, Answer>(
    _ command: OutboxCommand<Input>, of operation: OutboxOperation<Input, Answer>,
    completion: @escaping @Sendable (Result<IdempotencyKey, OutboxError>) -> Void
  ) {
    switch command {
    case .add(let input, let key):
      let (json, files) = operation.json(input, with: key)
      add(
        operation.operation.name, lane: operation.lane(input), input: json, files: files, key: key,
        completion: completion)
    case .edit(let key, let input, let newKey):
      edit(
        key, of: operation.operation.name, lane: operation.lane(input), files: operation.json(input, with: key).files,
        newKey: newKey
      ) {
        operation.json(input, with: $0).result
      } completion: {
        completion($0)
      }
    case .retry(let key, let newKey):
      decide(.retry(rekey: AnyOutboxOperation(operation).rekey), about: key, newKey: newKey, completion: completion)
    case .drop(let key): decide(.drop, about: key, newKey: key, completion: completion)
    case .skip(let key): decide(.skip, about: key, newKey: key, completion: completion)
    }
  }
}
