internal import Dispatch
internal import Foundation
import Locking
import Requests
import Storage
import Streams
internal import StreamsExtras

/// Sends the entries of an outbox, for all cores of a process that have one storage and one backend.
///
/// Each change of an entry is a file of its own, so it costs the same however many entries wait. An attempt is on the disk before it
/// is sent, and its result when it has come, so after a crash an entry is known to be perhaps sent. Without a folder the entries
/// are in memory.
final class OutboxWorker: Sendable {
  /// A core, with what sends its requests.
  struct Core {
    let backend: Backend
    let account: String
  }

  struct State {
    var queue = OutboxQueue()
    var operations: [String: AnyOutboxOperation] = [:]
    /// The cores, oldest first. The first one sends.
    var cores: [(id: Int, core: Core)] = []
    var coreCount = 0
    /// Whose entries these are; `nil` before the first account is known.
    var account: String?
    /// Counts the accounts, so that what was begun for an earlier one ends without effect.
    var epoch = 0
    /// The files of the account; `nil` without a folder.
    var files: Storage?
    /// Why there are no files although there is a folder.
    var problem: StorageError?
    /// Whether nothing is sent because the account ends.
    var isStopped = false
    /// Whether nothing is sent because the app has said so.
    var isPaused = false
    /// The requests in flight, by the ids of their attempts.
    var requests: [Int: (attempt: OutboxQueue.Attempt, request: AnyCancellable)] = [:]
    /// The entries of other accounts and their files, by the names of their parts, if there is no folder.
    var parked: [String: (records: [OutboxRecord], files: OutboxFiles)] = [:]
    var followers: [Int: OutboxFollower] = [:]
    var followerCount = 0

    /// What sends for the account; `nil` while nothing is sent.
    var backend: Backend? {
      isStopped || isPaused ? nil : cores.first { $0.core.account == account }?.core.backend
    }
  }

  /// How many bytes the entries of an account may have together.
  static let maximumSize = 4 << 20

  let storage: Storage
  let address: String
  private let scheduler: AnySchedulerOf<DispatchQueue>
  let now: @Sendable () -> Date
  // Unchecked because a queue holds closures of operations, which are Sendable, and answers, which are, too.
  let state = LockedValue<State>(unchecked: State())

  /// - Parameters:
  ///   - storage: what has the entries, in a part for each account.
  ///   - address: the address of the backend.
  ///   - scheduler: measures the time between attempts.
  ///   - now: the clock by which keys grow old.
  init(
    _ storage: Storage, address: String, scheduler: AnySchedulerOf<DispatchQueue>, now: @escaping @Sendable () -> Date
  ) {
    self.storage = storage
    self.address = address
    self.scheduler = scheduler
    self.now = now
  }

  /// Adds operations, whose entries are sent from now on.
  func add(_ operations: [AnyOutboxOperation]) {
    change { [self] state, _ in
      for operation in operations { state.operations[operation.name] = operation }
      let all = state.operations
      state.queue.update { isKnown($0, all) }
    }
  }

  /// What is wrong, in sentences: entries that this version of the app does not send, and files that cannot be used.
  var problems: [String] {
    state.withLockUnchecked { state in
      var counts: [String: Int] = [:]
      for record in state.queue.unknownRecords { counts[record.operation, default: 0] += 1 }
      let unknown = counts.sorted { $0.key < $1.key }.map { name, count in
        "The outbox keeps \(count == 1 ? "an entry" : "\(count) entries") of \"\(name)\" that this version does not send."
      }
      let damaged = state.files?.damagedFiles.filter(\.isNew).map(\.message) ?? []
      return (state.problem.map { ["The outbox is not used: \($0.message)"] } ?? []) + damaged
        + state.queue.unreadable.map(\.problem) + unknown
    }
  }

  /// What is not sent yet of the present account: how many entries, and whether the next process has them; `nil` if nothing is.
  var unsent: (count: Int, isKept: Bool)? {
    state.withLockUnchecked { state in
      let count = state.queue.records.count
      return count == 0 ? nil : (count, state.files != nil)
    }
  }

  // MARK: - Signs that sending may succeed

  /// Another request has succeeded, so there is a network.
  func requestHasSucceeded() { change { state, _ in state.queue.wake(all: false) } }

  /// The app has the attention of its user.
  func becomeActive() { change { state, _ in state.queue.wake(all: true) } }

  // MARK: - Commands of the app

  /// Keeps a request, and sends it.
  ///
  /// - Parameters:
  ///   - files: the files of the input, which are copied first.
  ///   - completion: is called when it is kept, or cannot be, on any thread.
  func add(
    _ operation: String, lane: String, input: [UInt8], files: [FileReference], key: IdempotencyKey,
    completion: @escaping @Sendable (Result<IdempotencyKey, OutboxError>) -> Void
  ) {
    copy(files, of: operation) { [self] result in
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let copies): add(operation, lane: lane, input: input, copies, key: key, completion: completion)
      }
    }
  }

  private func add(
    _ operation: String, lane: String, input: [UInt8], _ copies: OutboxCopies, key: IdempotencyKey,
    completion: @escaping @Sendable (Result<IdempotencyKey, OutboxError>) -> Void
  ) {
    change { [self] state, after in
      // While files were copied the account may have ended.
      guard state.queue.files === copies.place else {
        return after.append { completion(copies.refuse(.notKept(reason: ServiceError.signedOut.message))) }
      }
      let number = state.queue.makeNumber()
      let record = OutboxRecord(
        number: number, operation: operation, lane: lane, input: input, files: copies.files, key: key, now: now())
      guard state.files != nil || state.queue.size + input.count <= Self.maximumSize else {
        let error = StorageError.full(name: operation, limit: Self.maximumSize)
        return after.append { completion(copies.refuse(.notKept(reason: error.message))) }
      }
      write(record, in: state, &after) { [self] result, epoch in
        switch result {
        case .success:
          change(in: epoch) { [self] state, _ in insert([record], &state) }
          completion(.success(key))
        case .failure(let error): completion(copies.refuse(.notKept(reason: error.message)))
        }
      }
    }
  }

  /// Edits an entry, whose new files are copied first.
  func edit(
    _ key: IdempotencyKey, of operation: String, lane: String, files: [FileReference], newKey: IdempotencyKey,
    input: @escaping @Sendable (IdempotencyKey) -> [UInt8],
    completion: @escaping @Sendable (Result<IdempotencyKey, OutboxError>) -> Void
  ) {
    copy(files, of: operation) { [self] result in
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let copies):
        decide(.edit(lane: lane, files: copies.files, input: input), about: key, newKey: newKey) { result in
          if case .failure(let error) = result { completion(copies.refuse(error)) } else { completion(result) }
        }
      }
    }
  }

  private func copy(
    _ files: [FileReference], of operation: String,
    completion: @escaping @Sendable (Result<OutboxCopies, OutboxError>) -> Void
  ) {
    let (place, problem) = state.withLockUnchecked { ($0.queue.files, $0.problem) }
    if let problem { return completion(.failure(.notKept(reason: problem.message))) }
    place.keep(files, of: operation, completion: completion)
  }

  /// Changes an entry as the app has decided.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - key: the key of the entry.
  ///   - newKey: takes the place of a key that the backend has had.
  ///   -  completion: is called with the key of the entry when the change is kept, on any thread.
  func decide(
    _ decision: OutboxQueue.Decision, about key: IdempotencyKey, newKey: IdempotencyKey,
    completion: @escaping @Sendable (Result<IdempotencyKey, OutboxError>) -> Void
  ) {
    change { [self] state, after in
      do throws(OutboxError) {
        let (files, old) = (state.queue.files, state.queue.record(key)?.files ?? [])
        let record = try state.queue.beginChange(key, decision, newKey: newKey, now: now())
        write(decision.isDrop ? nil : record, number: record.number, in: state, &after) { [self] result, epoch in
          if case .success = result { files.remove(decision.isDrop ? old : old.filter { !record.files.contains($0) }) }
          change(in: epoch) { state, _ in
            state.queue.endChange(record, decision, isWritten: (try? result.get()) != nil)
          }
          completion(result.map { record.key }.mapError { .notKept(reason: $0.message) })
        }
      } catch {
        after.append { completion(.failure(error)) }
      }
    }
  }

  /// The backend has named keys: their requests were carried out.
  func see(_ keys: [IdempotencyKey]) {
    change { [self] state, after in
      for key in keys { perform(state.queue.see(key), &state, &after) }
    }
  }

  // MARK: - Followers

  /// Follows the entries of an operation.
  ///
  /// - Returns: what ends it.
  func follow(_ follower: OutboxFollower) -> AnyCancellable {
    let id = state.withLockUnchecked { state in
      state.followerCount += 1
      state.followers[state.followerCount] = follower
      follower.append(state.queue.all)
      return state.followerCount
    }
    follower.deliver()
    return AnyCancellable { [weak self] in
      self?.state.withLockUnchecked { state in _ = state.followers.removeValue(forKey: id) }
    }
  }

  // MARK: - Changes

  /// Changes the state, begins what can be sent, and publishes what has changed.
  ///
  /// - Parameter body: changes the state, and appends what is done without the lock.
  @discardableResult func change<Result>(
    _ body: (inout State, inout [() -> Void]) -> Result
  ) -> Result {
    let (result, after) = state.withLockUnchecked { state -> (Result, [() -> Void]) in
      var after: [() -> Void] = []
      let result = body(&state, &after)
      while state.backend != nil, state.problem == nil,
        let attempt = state.queue.nextAttempt(at: now())
      {
        begin(attempt, in: state, &after)
      }
      let changes = state.queue.takeChanges()
      if !changes.isEmpty {
        for follower in state.followers.values {
          follower.append(changes)
          after.append { follower.deliver() }
        }
      }
      return (result, after)
    }
    for action in after { action() }
    return result
  }

  /// Changes the state, unless the account has changed since an epoch: what was begun for it ends without effect.
  private func change(in epoch: Int, _ body: (inout State, inout [() -> Void]) -> Void) {
    change { state, after in
      if state.epoch == epoch { body(&state, &after) }
    }
  }

  /// Writes the file of an entry, or removes it.
  ///
  /// The files change in the order of these calls, because the lock is held.
  ///
  /// - Parameter completion: is called without the lock, with the epoch of this call.
  private func write(
    _ record: OutboxRecord?, number: Int, in state: State, _ after: inout [() -> Void],
    completion: @escaping @Sendable (Result<Void, StorageError>, _ epoch: Int) -> Void = { _, _ in }
  ) {
    let epoch = state.epoch
    guard let files = state.files else { return after.append { completion(.success(()), epoch) } }
    files.set(record, for: .entry(number)) { completion($0, epoch) }
  }

  private func write(
    _ record: OutboxRecord, in state: State, _ after: inout [() -> Void],
    completion: @escaping @Sendable (Result<Void, StorageError>, _ epoch: Int) -> Void = { _, _ in }
  ) {
    write(record, number: record.number, in: state, &after, completion: completion)
  }

  func perform(_ changes: [OutboxQueue.Change], _ state: inout State, _ after: inout [() -> Void]) {
    for change in changes {
      switch change {
      case .write(let record): write(record, in: state, &after)
      case .remove(let record):
        let files = state.queue.files
        write(nil, number: record.number, in: state, &after) { result, _ in
          if case .success = result { files.remove(record.files) }
        }
      case .cancel(let id):
        let request = state.requests.removeValue(forKey: id)
        after.append { request?.request.cancel() }
      case .wait(let lane, let id, let delay):
        let epoch = state.epoch
        after.append { [scheduler] in
          scheduler.schedule(after: scheduler.now.advanced(by: .init(saturating: delay))) { [weak self] in
            self?.change(in: epoch) { state, _ in state.queue.endWait(in: lane, id: id) }
          }
        }
      }
    }
  }

  // MARK: - Attempts

  private func begin(_ attempt: OutboxQueue.Attempt, in state: State, _ after: inout [() -> Void]) {
    write(attempt.record, in: state, &after) { [self] result, epoch in
      switch result {
      case .success: scheduler.schedule { [weak self] in self?.send(attempt, in: epoch) }
      case .failure: change(in: epoch) { [self] state, after in perform(state.queue.fail(attempt), &state, &after) }
      }
    }
  }

  /// Sends a request, on the main scheduler: the account does not change between the look at it and the subscription.
  ///
  /// - Parameter epoch: that of the attempt. The entries of another account have the same numbers.
  private func send(_ attempt: OutboxQueue.Attempt, in epoch: Int) {
    let files = attempt.record.files
    let request = change { [self] state, after -> AnyPublisher<Result<any Sendable, ServiceError>, Never>? in
      guard state.epoch == epoch, state.queue.isInFlight(attempt) else { return nil }
      if let problem = state.queue.files.problem(of: files) {
        perform(state.queue.refuse(attempt, .file(problem.description)), &state, &after)
        return nil
      }
      guard let backend = state.backend, let operation = state.operations[attempt.record.operation],
        let request = operation.send(attempt.record.input, state.queue.files.references(to: files), backend)
      else {
        perform(state.queue.fail(attempt), &state, &after)
        return nil
      }
      return request
    }
    guard let request else { return }
    let cancellable = request.first().sink { [weak self] result in
      self?.change(in: epoch) { [weak self] state, after in
        let request = state.requests.removeValue(forKey: attempt.id)
        // NB: released without the lock.
        after.append { _ = request }
        guard let self else { return }
        perform(state.queue.end(attempt, with: result, at: now()), &state, &after)
      }
    }
    let isOver = state.withLockUnchecked { state in
      let isOver = state.epoch != epoch || !state.queue.isInFlight(attempt)
      if !isOver { state.requests[attempt.id] = (attempt, cancellable) }
      return isOver
    }
    if isOver { cancellable.cancel() }
  }
}
