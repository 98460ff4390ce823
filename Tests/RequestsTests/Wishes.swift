import Foundation
import JSON
import Locking
import Requests
import Storage
import Streams
import Support

/// Tries of wishes with keys in memory or in a folder.
final class Wishes {
  /// A clock that the test sets.
  final class SettableClock: Sendable {
    private let value = LockedValue(Date(timeIntervalSince1970: 1_795_187_045))

    var date: Date {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  let folder: TemporaryFolder
  let clock = SettableClock()
  let storage: Storage?
  let keys: IdempotencyKeys

  /// Keys without a wish, or those of an earlier process in a folder.
  init(
    _ place: KeyPlace, in folder: TemporaryFolder = TemporaryFolder(), maximumSize: Int = 1 << 20,
    after seconds: TimeInterval = 0
  ) throws {
    self.folder = folder
    clock.date += seconds
    let now: @Sendable () -> Date = { [clock] in clock.date }
    switch place {
    case .memory:
      storage = nil
      keys = IdempotencyKeys(now: now)
    case .folder:
      let storage = try Storage(folder: folder.path, maximumSize: maximumSize)
      self.storage = storage
      keys = IdempotencyKeys(storage: storage, now: now)
    }
  }

  /// Ends the use of the folder, as the end of a process does.
  func close() { storage?.close() }

  /// Tries once to get what the user wants.
  ///
  /// - Parameters:
  ///   - identity: what the user wants.
  ///   - result: the answer; `nil` if there is none yet.
  @discardableResult
  func tryOnce(
    _ identity: some JSONWritable, _ result: Result<Weather, ServiceError>? = nil, account: String = "",
    at address: String = "", isConfirmed: Bool = false
  ) -> Try {
    tryOnce(identity, result, of: .weather, account: account, at: address, isConfirmed: isConfirmed)
  }

  @discardableResult
  func tryOnce<Input, Answer>(
    _ identity: some JSONWritable, _ result: Result<Weather, ServiceError>? = nil,
    of operation: ServiceOperation<Input, Answer>, account: String = "", at address: String = "",
    isConfirmed: Bool = false
  ) -> Try {
    let attempt = Try(storage)
    let renamed = ServiceOperation<Input, Weather>(operation.name, input: operation.input, answer: .described)
    attempt.cancellable = keys.request(
      renamed, for: identity, account: account, at: address, isConfirmed: isConfirmed, newKey: .random(),
      on: ImmediateScheduler.shared
    ) { key in
      attempt.key = key
      return attempt.answers
    }
    .sink { result in
      attempt.results.append(result.map(\.answer))
      if case .success(let success) = result { attempt.earlierWishes.append(success.earlierWish) }
    }
    storage?.flush()
    if let result, attempt.key != nil { attempt.answer(result) }
    return attempt
  }
}

/// A try that the test answers.
final class Try {
  /// The key with which it was sent; `nil` if it was not.
  fileprivate(set) var key: IdempotencyKey?
  fileprivate(set) var results: [Result<Weather, ServiceError>] = []
  /// The date of the earlier wish of each success; `nil` for one that was new.
  fileprivate(set) var earlierWishes: [Date?] = []
  fileprivate let answers = PassthroughSubject<Result<Weather, ServiceError>, Never>()
  fileprivate var cancellable: AnyCancellable?
  private let storage: Storage?

  fileprivate init(_ storage: Storage?) { self.storage = storage }

  func answer(_ result: Result<Weather, ServiceError>) {
    answers.send(result)
    complete()
  }

  func complete() {
    answers.send(completion: .finished)
    // A success is marked, and then its key is removed.
    for _ in 1...2 { storage?.flush() }
  }

  func cancel() {
    cancellable?.cancel()
    storage?.flush()
  }
}
