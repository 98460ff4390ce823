internal import Dispatch
import Requests
import Storage

// Whose entries an outbox has, and when it sends them.
extension OutboxWorker {
  /// Adds a core. Until the result is cancelled or released, its backend may send.
  func connect(_ backend: Backend, account: String) -> Int {
    let id = change { state, _ in
      state.coreCount += 1
      state.cores.append((state.coreCount, Core(backend: backend, account: account)))
      return state.coreCount
    }
    setAccount(account, of: id)
    return id
  }

  /// Removes a core.
  func disconnect(_ id: Int) {
    change { state, _ in state.cores.removeAll { $0.id == id } }
  }

  /// The account of a core has changed: its entries take the place of those of the earlier one, whose requests are cancelled.
  func setAccount(_ account: String, of id: Int) {
    let isNew = change { state, after in
      if let index = state.cores.firstIndex(where: { $0.id == id }) {
        state.cores[index].core = Core(backend: state.cores[index].core.backend, account: account)
      }
      guard state.account != account else { return false }
      if let old = state.account, !storage.hasFolder {
        state.parked[name(of: old)] = (state.queue.records, state.queue.files)
      }
      state.account = account
      state.isStopped = false
      empty(&state, &after)
      return true
    }
    if isNew { load(account) }
  }

  /// Removes the entries from memory, and cancels their requests.
  private func empty(_ state: inout State, _ after: inout [() -> Void]) {
    state.epoch += 1
    for follower in state.followers.values {
      follower.append(state.queue.all.mapValues { _ in nil })
      after.append { follower.deliver() }
    }
    state.queue = OutboxQueue()
    state.files = nil
    state.problem = nil
    let requests = state.requests.values
    state.requests = [:]
    after.append { for request in requests { request.request.cancel() } }
  }

  /// The name of the part of the storage that has the entries of an account.
  func name(of account: String) -> String { "outbox-" + KeyOwner(account: account, backend: address).name }

  private func part(of account: String) throws(StorageError) -> Storage {
    let part = try storage.part(named: name(of: account), maximumSize: Self.maximumSize)
    // A process was killed while it discarded the entries.
    if (try? part.value(for: .isDiscarded)) == true { part.removeAll { _ in } }
    return part
  }

  private func load(_ account: String) {
    let files = storage.hasFolder ? Result { () throws(StorageError) in try part(of: account) } : nil
    // NB: what was begun when the account was here before is on the disk then, so that no number is given twice.
    try? files?.get().flush()
    change { [self] state, after in
      guard state.account == account, state.files == nil else { return }
      defer { perform(state.queue.hold(at: now()), &state, &after) }
      switch files {
      case .failure(let error): state.problem = error
      case .success(let files):
        state.files = files
        let stored = StoredEntries(files)
        let copies = OutboxFiles(files)
        copies.open(
          stored.records.flatMap(\.files), removesOthers: files.damagedFiles.isEmpty && stored.unreadable.isEmpty)
        state.queue = OutboxQueue(copies, lastNumber: stored.lastNumber)
        state.queue.setUnreadable(stored.unreadable)
        insert(stored.records, &state)
      case nil:
        guard let parked = state.parked.removeValue(forKey: name(of: account)) else { return }
        state.queue = OutboxQueue(parked.files)
        insert(parked.records, &state)
      }
    }
  }

  func insert(_ records: [OutboxRecord], _ state: inout State) {
    let operations = state.operations
    state.queue.insert(records) { isKnown($0, operations) }
  }

  func isKnown(_ record: OutboxRecord, _ operations: [String: AnyOutboxOperation]) -> Bool {
    operations[record.operation]?.reads(record.input) == true
  }

  // MARK: - What this version cannot read

  /// The entries that cannot be read, and for which others wait.
  var unreadable: [UnreadableEntry] {
    state.withLockUnchecked { $0.queue.unreadable.filter { !$0.isSkipped } }
  }

  /// Decides about an entry that cannot be read.
  func decide(_ decision: UnreadableEntry.Decision, aboutUnreadable number: Int) {
    change { state, _ in
      guard let index = state.queue.unreadable.firstIndex(where: { $0.number == number }), let files = state.files
      else {
        return
      }
      var entries = state.queue.unreadable
      switch decision {
      case .skip: entries[index].isSkipped = true
      case .drop:
        let (entry, copies) = (entries.remove(at: index), state.queue.files)
        files.remove(named: entry.name) { if case .success = $0 { copies.remove(named: entry.copies) } }
      }
      let skipped = entries.filter(\.isSkipped).map(\.number)
      files.set(skipped.isEmpty ? nil : skipped, for: .skippedEntries) { _ in }
      state.queue.setUnreadable(entries)
    }
  }

  // MARK: - Pausing, and the end of an account

  /// Whether the app has paused sending.
  var isPaused: Bool {
    get { state.withLockUnchecked { $0.isPaused } }
    set {
      change { state, _ in
        guard state.isPaused != newValue else { return }
        state.isPaused = newValue
        if !newValue { state.queue.wake(all: true) }
      }
    }
  }

  /// Stops sending, until the account changes: requests in flight are cancelled, and are perhaps sent.
  func stop() {
    change { [self] state, after in
      state.isStopped = true
      let requests = state.requests.values
      state.requests = [:]
      for (attempt, request) in requests {
        perform(state.queue.end(attempt, with: .failure(.cancelled), at: now()), &state, &after)
        after.append { request.cancel() }
      }
    }
  }

  /// Drops all entries of an account, those that are perhaps sent, too.
  ///
  /// - Parameters:
  ///   - account: the name of the account.
  ///   - decision: is waited for before anything is removed from the disk.
  ///   - completion: is called when they are gone, or cannot be removed, on any thread.
  func discard(
    _ account: String, after decision: DispatchSemaphore? = nil,
    completion: @escaping @Sendable (Result<Void, StorageError>) -> Void
  ) {
    let files = storage.hasFolder ? Result { () throws(StorageError) in try part(of: account) } : nil
    change { [self] state, after in
      state.parked[name(of: account)] = nil
      if state.account == account {
        let files = state.files
        empty(&state, &after)
        state.queue = OutboxQueue(OutboxFiles(files))
        state.files = files
      }
      switch files {
      case .success(let files):
        if let decision { files.perform { decision.wait() } }
        files.set(true, for: .isDiscarded) { _ in }
        files.removeAll { result in
          // What was copied before for an entry that is not kept yet is removed, too.
          OutboxFiles(files).removeCopies()
          completion(result)
        }
      case .failure(let error): after.append { completion(.failure(error)) }
      case nil: after.append { completion(.success(())) }
      }
    }
  }
}
