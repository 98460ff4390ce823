public import Requests
public import Streams
internal import StreamsExtras

/// Requests of one operation that must be sent sooner or later, each once.
///
///     let outbox = environment.outbox(.postNote)
///     outbox.entries.sink { entries in show(entries) }.store(in: &cancellables)
///     outbox.add { key in Note(room: 7, text: "Hello", key: key) }.sink { result in print(result) }
///       .store(in: &cancellables)
///
/// An entry is kept before it is sent, for the account and the backend of the moment: with a storage in a folder, it outlives the
/// process, and so do the files in its input, which are copied first. The entries of a lane are sent in order. One that fails is
/// sent again after 1, 2, 4, … seconds, at most 300, and at once when another request succeeds or the app becomes active. Its
/// `IdempotencyKey` is the same each time.
///
/// - An entry of which an attempt has no answer is ``OutboxState/perhapsSent``: it is sent again, and neither edited nor dropped. If
///   the first such attempt is 24 hours old, the server may have forgotten its key, so the entry waits for ``retry(_:)``.
/// - An entry that the server refuses for good (`ServiceError.isDefinite`, but not with a status 401, nor because the backend has
///   no such operation) stays, and stops its lane until it is retried, edited, dropped or skipped. Its next attempt has a new key,
///   unless an earlier one has no answer.
/// - An entry is ``OutboxState/sent`` with a success, or when the app has seen its key in what the server tells; see
///   ``didSee(_:)-(IdempotencyKey)``. The last 100 of these are still published until the process ends.
public struct Outbox<Input: Sendable, Answer: Sendable> {
  private let operation: OutboxOperation<Input, Answer>
  private let backend: Backend
  private let account: AnyPublisher<String, Never>
  private let newKey: () -> IdempotencyKey
  private let onChange: () -> AnyCancellable
  private let onSeen: ([IdempotencyKey]) -> Void

  /// - Parameters:
  ///   - operation: what is sent.
  ///   - backend: answers commands and tells the entries, on the main scheduler.
  ///   - account: publishes the present account, and each later one.
  ///   - newKey: makes a key.
  ///   - onChange: runs when a change begins. What it returns is cancelled when the change is kept.
  ///   - onSeen: receives keys that were seen.
  init(
    _ operation: OutboxOperation<Input, Answer>, backend: Backend, account: AnyPublisher<String, Never>,
    newKey: @escaping () -> IdempotencyKey, onChange: @escaping () -> AnyCancellable,
    onSeen: @escaping ([IdempotencyKey]) -> Void
  ) {
    self.operation = operation
    self.backend = backend
    self.account = account
    self.newKey = newKey
    self.onChange = onChange
    self.onSeen = onSeen
  }

  /// The entries of the present account in the order in which they were added, and again after each change. It begins
  /// with none, does so again when the account changes, and never finishes.
  public var entries: AnyPublisher<[OutboxEntry<Input, Answer>], Never> {
    account.map { [backend, operation] _ in
      backend.follow(operation.news).elements()
        .scan(OutboxEntries<Input, Answer>()) { $0.applying($1) }
        .map(\.all)
        .catch { _ in Empty(completeImmediately: false) }
        .prepend([])
    }
    .switchToLatest()
    .eraseToAnyPublisher()
  }

  /// Adds a request, which is kept and then sent.
  ///
  /// - Parameter make: makes the input with the key of the entry.
  /// - Returns: a publisher that adds the request when it is subscribed to, and publishes its key when it is kept, or why it is
  ///   not. It is kept also if the publisher is cancelled meanwhile.
  public func add(
    _ make: @escaping (IdempotencyKey) -> Input
  ) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> {
    perform { newKey in .add(make(newKey), newKey) }
  }

  /// Edits an entry that was not sent, or was refused; see ``OutboxEntry/isEditable``. It keeps its place, and has a new key if
  /// the server has had the present one.
  ///
  /// - Parameters:
  ///   - key: the key of the entry.
  ///   - input: the new input. The outbox sets the key in it.
  /// - Returns: a publisher of the key that the entry has from then on. It starts its work when it is subscribed to.
  public func edit(_ key: IdempotencyKey, _ input: Input) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> {
    perform { newKey in .edit(key, input, newKey: newKey) }
  }

  /// Sends an entry again, at once. One that was refused gets a new key, unless it is perhaps sent.
  ///
  /// - Parameter key: the key of the entry.
  /// - Returns: a publisher of the key that the entry has from then on. It starts its work when it is subscribed to.
  public func retry(_ key: IdempotencyKey) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> {
    perform { newKey in .retry(key, newKey: newKey) }
  }

  /// Drops an entry that was not sent, or was refused; see ``OutboxEntry/isEditable``.
  ///
  /// - Parameter key: the key of the entry.
  /// - Returns: a publisher of the key. It starts its work when it is subscribed to.
  public func drop(_ key: IdempotencyKey) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> {
    perform { _ in .drop(key) }
  }

  /// Lets the lane go on without an entry that needs a decision, and that stays.
  ///
  /// - Parameter key: the key of the entry.
  /// - Returns: a publisher of the key. It starts its work when it is subscribed to.
  public func skip(_ key: IdempotencyKey) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> {
    perform { _ in .skip(key) }
  }

  /// Tells the outbox that the server has named a key, in an answer, in a feed or in a page: the entry is sent, and is not sent
  /// again. Keys of no entry are ignored.
  public func didSee(_ key: IdempotencyKey) { onSeen([key]) }

  /// Tells the outbox that the server has named keys.
  public func didSee(_ keys: some Sequence<IdempotencyKey>) { onSeen(Array(keys)) }

  private func perform(
    _ command: @escaping (_ newKey: IdempotencyKey) -> OutboxCommand<Input>
  ) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never> {
    Deferred { [operation, backend, newKey, onChange] in
      let change = onChange()
      return backend.answer(operation.commands, command(newKey()))
        .map(\.result)
        .catch { Just(.failure(.notKept(reason: $0.message))) }
        .handleEvents(receiveCompletion: { _ in change.cancel() }, receiveCancel: { change.cancel() })
    }
    .eraseToAnyPublisher()
  }
}

/// The entries of an operation by their numbers.
private struct OutboxEntries<Input: Sendable, Answer: Sendable> {
  private(set) var all: [OutboxEntry<Input, Answer>] = []

  func applying(_ news: OutboxNews<Input, Answer>) -> OutboxEntries {
    var entries = self
    for entry in news.entries {
      let index = entries.index(of: entry.number)
      if index < entries.all.count, entries.all[index].number == entry.number {
        entries.all[index] = entry
      } else {
        entries.all.insert(entry, at: index)
      }
    }
    for number in news.removed {
      let index = entries.index(of: number)
      if index < entries.all.count, entries.all[index].number == number { entries.all.remove(at: index) }
    }
    return entries
  }

  /// Where the entry with a number is, or would be.
  private func index(of number: Int) -> Int {
    var range = 0..<all.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = all[middle].number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
