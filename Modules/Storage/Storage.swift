internal import Dispatch
package import JSON
import Locking
import StandardIO
public import Words

/// Values that outlive the process: in the files of a folder, or in memory for tests and for programs without a folder.
///
/// ```swift
/// let storage = try Storage(folder: "state")
/// try await storage.set(["wand", "cloak"], for: .searches)
/// let searches = try storage.value(for: .searches) ?? []
/// ```
///
/// Each value is a file that only its owner can read. A change writes the whole file or nothing, also if the process or the
/// machine stops, and is complete when it is on the disk. Changes run in order, on a queue of the storage, and
/// `value(for:)` returns the newest complete one without waiting: neither blocks the main thread.
///
/// A value belongs to the account which the user has signed in to, unless its key says that it belongs to the machine
/// (``StorageKey/device``): no other account sees it, and it is forgotten when the user signs out.
///
/// One storage at a time uses a folder. A damaged file is renamed, and `damagedFiles` lists it. Nothing is ever dropped to
/// make room: a change that would exceed the bound fails. Neither errors nor descriptions contain a value.
public final class Storage: Sendable {
  /// A file whose content was damaged, and which was therefore renamed.
  public struct DamagedFile: Hashable, Sendable {
    /// The name of the value.
    public let name: String
    /// The name of the file in the folder.
    public let file: String
    /// Whether this storage has renamed the file. Otherwise an earlier one has.
    public let isNew: Bool

    /// A sentence for the user.
    public var text: LocalizedText {
      Words.text("The stored value \"\(name)\" was damaged. Its file is kept as \(file).")
    }

    /// The sentence in English.
    public var message: String { text.description }
  }

  /// What a value was when a session used it first, for its recording and its replay.
  package struct InitialValue: Sendable {
    package let name: String
    /// The account to which it belongs: the number among those that the session has signed in to, counted from 1; 0 for none.
    package let account: Int
    package let version: Int
    package let value: JSONText

    package init(name: String, account: Int = 0, version: Int, value: JSONText) {
      self.name = name
      self.account = account
      self.version = version
      self.value = value
    }
  }

  struct State {
    private(set) var values: [StorageSlot: StoredValue] = [:]
    var damagedFiles: [DamagedFile] = []
    var accounts = StorageAccounts()
    var isClosed = false
    /// Why values cannot be read that were used.
    var unreadable: [StorageSlot: StorageError] = [:]
    /// Receives what is wrong with a file when that is found.
    var onProblem: (@Sendable (LocalizedText) -> Void)?
    /// Receives what a value was when the session used it first.
    var onFirstUse: (@Sendable (InitialValue) -> Void)?
    var used: Set<StorageSlot> = []
    /// The parts of the storage that are open, by name.
    var parts: [String: Storage] = [:]
    /// What uses the storage in this process, by name, as long as something else retains it.
    var users: [String: WeakUser] = [:]
    /// How many bytes all files have.
    private(set) var size = 0

    mutating func store(_ value: StoredValue?, for slot: StorageSlot) {
      size += (value?.fileSize ?? 0) - (values[slot]?.fileSize ?? 0)
      values[slot] = value
      unreadable[slot] = nil
    }

    /// Sentences for the user.
    var problems: [LocalizedText] {
      var problems = damagedFiles.filter(\.isNew).map(\.text)
      problems += unreadable.sorted { $0.key.file < $1.key.file }.map(\.value.text)
      guard accounts.hasLostMark else { return problems }
      return problems + [
        Words.text("The file \(StorageAccounts.name).json is missing. The stored values of the accounts are kept.")
      ]
    }
  }

  struct WeakUser: Sendable {
    weak var user: (any AnyObject & Sendable)?
  }

  /// How many bytes all files may have together.
  public let maximumSize: Int

  let folder: StateFolder?
  let state: LockedValue<State>
  let queue = DispatchQueue(label: "tributary.storage", qos: .userInitiated)

  /// A storage in memory, whose values end with it.
  public init(maximumSize: Int = 1 << 20) {
    self.maximumSize = maximumSize
    folder = nil
    state = LockedValue(State())
  }

  /// A storage in memory that holds values, for a replay.
  package convenience init(_ values: [InitialValue]) {
    self.init()
    state.withLock { state in
      for value in values {
        let stored = StoredValue(version: value.version, value: value.value)
        if value.account == 0 {
          state.store(stored, for: StorageSlot(name: value.name))
        } else {
          state.accounts.recorded[value.account, default: [:]][value.name] = stored
        }
      }
    }
  }

  /// A storage in a folder, which is created, with the folders above it, if it does not exist. Opening reads its files, and blocks
  /// until they are read.
  ///
  /// - Parameters:
  ///   - path: the folder's path.
  ///   - maximumSize: how many bytes all files may have together.
  public convenience init(folder path: String, maximumSize: Int = 1 << 20) throws(StorageError) {
    try self.init(folder: path, maximumSize: maximumSize, onStep: { _ in })
  }

  /// - Parameter onStep: is called on the storage's queue after each step of a change.
  package convenience init(
    folder path: String, maximumSize: Int = 1 << 20, onStep: @escaping @Sendable (StateFolder.Step) -> Void
  ) throws(StorageError) {
    try self.init(StateFolder(path, onStep: onStep), maximumSize: maximumSize)
  }

  private init(_ folder: StateFolder, maximumSize: Int) throws(StorageError) {
    let content = try folder.content(maximumSize: maximumSize)
    var state = State()
    var damaged = content.damagedFiles.map { StorageSlot(file: $0.name) }
    for file in content.files {
      let slot = StorageSlot(file: file.name)
      if let value = StoredValue(file: file.bytes) {
        state.store(value, for: slot)
      } else {
        let renamed = try folder.setAside(file.name)
        damaged.append(slot)
        state.damagedFiles.append(DamagedFile(name: slot.name, file: renamed, isNew: true))
      }
    }
    for file in content.damagedFiles {
      state.damagedFiles.append(DamagedFile(name: StorageSlot(file: file.name).name, file: file.file, isNew: false))
    }
    state.accounts.open(Array(state.values.keys), damaged: damaged)
    self.maximumSize = maximumSize
    self.folder = folder
    self.state = LockedValue(state)
    if hasNewerMark { note(.newerVersion(name: StorageAccounts.name), in: StorageAccounts.mark) }
    endForgetting()
  }

  /// Whether the values are files in a folder, and so outlive the process.
  public var hasFolder: Bool { folder != nil }

  /// Where the folder is; `nil` if the values are in memory.
  package var folderPath: String? { folder?.path }

  /// The damaged files in the folder, those of earlier runs included.
  public var damagedFiles: [DamagedFile] { state.withLock { $0.damagedFiles } }

  /// What is wrong with the files, in sentences for the user, apart from what an earlier storage has found. That a value is of a newer
  /// version, or cannot be understood, is found when it is used first.
  public var problems: [LocalizedText] { state.withLock { $0.problems } }

  /// Reports what is wrong with the files: at once what is known, and later what is found, on the thread that finds it.
  package func observeProblems(_ body: @escaping @Sendable (LocalizedText) -> Void) {
    let known = state.withLock { state in
      state.onProblem = body
      return state.problems
    }
    for problem in known { body(problem) }
  }

  /// The stored value of a key; `nil` if there is none. It does not wait for changes that are not complete.
  public func value<Value>(for key: StorageKey<Value>) throws(StorageError) -> Value? {
    noteKind(of: key)
    noteUse(of: key, state.withLock { $0.accounts.number })
    guard let slot = state.withLock({ $0.slot(of: key) }) else { return nil }
    return try value(for: key, in: slot)
  }

  /// Reports what each value was when it is used first, on the thread that uses it. A value of a key with functions of its
  /// own is a secret, and is not reported.
  package func observeFirstUses(_ body: @escaping @Sendable (InitialValue) -> Void) {
    state.withLock { $0.onFirstUse = body }
  }

  /// - Parameter account: the number of the account that uses it.
  private func noteUse<Value>(of key: StorageKey<Value>, _ account: Int) {
    let report = state.withLock { state -> (@Sendable () -> Void)? in
      let account = key.isDevice ? 0 : account
      let slot = StorageSlot(scope: account == 0 ? "" : state.accounts.known[account - 1], name: key.name)
      guard key.isDescribed, let report = state.onFirstUse, state.used.insert(slot).inserted,
        let stored = state.values[slot] ?? (key.isDevice ? state.slot(of: key).flatMap { state.values[$0] } : nil)
      else { return nil }
      return {
        report(InitialValue(name: key.name, account: account, version: stored.version, value: stored.value))
      }
    }
    report?()
  }

  // MARK: Parts

  /// A part of the storage: values in a folder inside its own, with a limit of their own, or in memory. Opening it reads its
  /// files, and blocks until they are read. It is open as long as the storage is.
  ///
  /// - Parameters:
  ///   - name: the name, which is also the name of the folder.
  ///   - maximumSize: how many bytes all files of the part may have together.
  package func part(named name: String, maximumSize: Int) throws(StorageError) -> Storage {
    try state.withLock { state throws(StorageError) in
      if let part = state.parts[name] { return part }
      guard !state.isClosed else { throw .closed }
      let part =
        if let folder { try Storage(folder.subfolder(name), maximumSize: maximumSize) } else {
          Storage(maximumSize: maximumSize)
        }
      state.parts[name] = part
      return part
    }
  }

  private var parts: [Storage] { state.withLock { Array($0.parts.values) } }

  /// The names of all values.
  package var names: [String] { state.withLock { $0.values.keys.map(\.name) } }

  /// The JSON of a value that belongs to no account, by its name, whatever version has written it; `nil` if there is none.
  package func json(named name: String) -> JSONText? { state.withLock { $0.values[StorageSlot(name: name)]?.value } }

  /// Removes a value that belongs to no account, whatever version has written it.
  package func remove(named name: String, completion: @escaping @Sendable (Result<Void, StorageError>) -> Void) {
    perform(completion) { storage throws(StorageError) in
      try storage.folder?.remove(name)
      storage.state.withLock { $0.store(nil, for: StorageSlot(name: name)) }
    }
  }

  /// What uses the storage for all cores of the process, under a name: it is made once, and again after it was released.
  package func user<User: AnyObject & Sendable>(_ name: String, _ make: () -> User) -> User {
    state.withLock { state in
      if let user = state.users[name]?.user as? User { return user }
      let user = make()
      state.users[name] = WeakUser(user: user)
      return user
    }
  }

  // MARK: Changes

  /// Stores a value, or removes it if it is `nil`. A value that cannot be understood is replaced, and its file is kept as a
  /// damaged one.
  ///
  /// - Parameters:
  ///   - value: the value; `nil` removes the present one.
  ///   - key: the name of the value.
  ///   - completion: is called on the storage's queue when the value is on the disk, or the change has failed.
  public func set<Value>(
    _ value: Value?, for key: StorageKey<Value>,
    completion: @escaping @Sendable (Result<Void, StorageError>) -> Void
  ) {
    perform(key, completion) { storage, target throws(StorageError) in
      do throws(StorageError) {
        _ = try storage.value(for: key, in: target.slot)
      } catch .unreadable {
        try storage.setAside(target.slot)
      }
      try storage.store(value, for: key, in: target)
    }
  }

  /// Stores a value, or removes it if it is `nil`, and returns when the change is on the disk.
  public func set<Value>(_ value: Value?, for key: StorageKey<Value>) async throws(StorageError) {
    try await withCheckedContinuation { continuation in
      set(value, for: key) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Changes a value by the newest one.
  ///
  /// - Parameters:
  ///   - key: the name of the value.
  ///   - change: changes the value on the storage's queue, after all earlier changes. `nil` stands for the absence of a value.
  ///   - completion: is called on the storage's queue with the result of `change` when the value is on the disk, or the
  ///     change has failed.
  public func update<Value, Answer: Sendable>(
    _ key: StorageKey<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer,
    completion: @escaping @Sendable (Result<Answer, StorageError>) -> Void
  ) {
    let account = state.withLock { $0.accounts.number }
    perform(key, completion) { storage, target throws(StorageError) in
      storage.noteUse(of: key, account)
      var value = try storage.value(for: key, in: target.slot)
      let answer = change(&value)
      try storage.store(value, for: key, in: target)
      return answer
    }
  }

  /// Changes a value by the newest one, and returns the result of `change` when the value is on the disk.
  ///
  /// ```swift
  /// try await storage.update(.searches) { searches in
  ///   searches = (searches ?? []) + ["broomstick"]
  /// }
  /// ```
  public func update<Value, Answer: Sendable>(
    _ key: StorageKey<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
  ) async throws(StorageError) -> Answer {
    try await withCheckedContinuation { continuation in
      update(key, change) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Does something to the folder between two changes, on the storage's queue.
  package func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Removes all values, those with names that come first at last, and the damaged files.
  package func removeAll(completion: @escaping @Sendable (Result<Void, StorageError>) -> Void) {
    perform(completion) { storage throws(StorageError) in
      for slot in storage.state.withLock({ $0.values.keys.sorted { $0.file > $1.file } }) {
        try storage.folder?.remove(slot.file)
        storage.state.withLock { $0.store(nil, for: slot) }
      }
      for file in storage.damagedFiles {
        try storage.folder?.remove(damaged: file.file)
        storage.state.withLock { $0.damagedFiles.removeAll { $0 == file } }
      }
    }
  }

  /// Waits until all changes so far are complete. Use it before the process ends; it blocks the thread.
  public func flush() {
    queue.sync {}
    for part in parts { part.flush() }
  }

  /// Waits until all changes so far are complete, or a limit has passed. Use it before the process ends; it blocks the
  /// thread.
  ///
  /// - Returns: whether they are complete.
  @discardableResult public func flush(atMost limit: Duration) -> Bool {
    let deadline = DispatchTime(after: limit)
    let isComplete = DispatchSemaphore(value: 0)
    let queues = [queue] + parts.map(\.queue)
    for queue in queues { queue.async { isComplete.signal() } }
    return queues.allSatisfy { _ in isComplete.wait(timeout: deadline) == .success }
  }

  /// Waits until all changes so far are complete, and lets another storage use the folder. Later changes fail.
  public func close() {
    for part in parts { part.close() }
    queue.sync {
      state.withLock { $0.isClosed = true }
      folder?.close()
    }
  }

  // MARK: On the queue

  /// Runs a change on the queue. Whose value it changes is decided now: an account that signs out before has none to change.
  private func perform<Value, Answer: Sendable>(
    _ key: StorageKey<Value>, _ completion: @escaping @Sendable (Result<Answer, StorageError>) -> Void,
    _ change: @escaping @Sendable (Storage, StorageTarget) throws(StorageError) -> Answer
  ) {
    noteKind(of: key)
    let target = state.withLock { $0.accounts.target(of: key) }
    perform(completion) { storage throws(StorageError) in
      guard let target, storage.state.withLock({ $0.accounts.isPresent(target) }) else {
        storage.writeSignOuts()
        throw .signedOut(name: key.name)
      }
      if key.isDevice { storage.adopt(target.slot) }
      return try change(storage, target)
    }
  }

  private func perform<Answer: Sendable>(
    _ completion: @escaping @Sendable (Result<Answer, StorageError>) -> Void,
    _ change: @escaping @Sendable (Storage) throws(StorageError) -> Answer
  ) {
    queue.async { [self] in
      completion(
        Result { () throws(StorageError) in
          guard !state.withLock({ $0.isClosed }) else { throw .closed }
          return try change(self)
        })
    }
  }

  private func value<Value>(for key: StorageKey<Value>, in slot: StorageSlot) throws(StorageError) -> Value? {
    do throws(StorageError) {
      return try state.withLock { $0.values[slot] }?.value(for: key)
    } catch {
      note(error, in: slot)
      throw error
    }
  }

  /// Notes that a value cannot be read, and reports it once.
  func note(_ error: StorageError, in slot: StorageSlot) {
    let report = state.withLock { state in
      state.unreadable.updateValue(error, forKey: slot) == nil ? state.onProblem : nil
    }
    report?(error.text)
  }

  private func store<Value>(
    _ value: Value?, for key: StorageKey<Value>, in target: StorageTarget
  ) throws(StorageError) {
    let slot = target.slot
    guard let value else {
      guard state.withLock({ $0.values[slot] != nil }) else { return }
      try folder?.remove(slot.file)
      return state.withLock { $0.store(nil, for: slot) }
    }
    let (file, stored) = try self.file(of: value, for: key)
    let (size, oldSize) = state.withLock { ($0.size, $0.values[slot]?.fileSize ?? 0) }
    guard size - oldSize + file.count <= maximumSize else { throw .full(name: key.name, limit: maximumSize) }
    try folder?.replace(slot.file, by: file)
    // If the account has signed out meanwhile, the file is removed after this.
    let isKept = state.withLock { state in
      if state.accounts.isPresent(target) { state.store(stored, for: slot) }
      return state.accounts.isPresent(target)
    }
    if !isKept { throw .signedOut(name: key.name) }
  }

  private func file<Value>(
    of value: Value, for key: StorageKey<Value>
  ) throws(StorageError) -> (bytes: [UInt8], stored: StoredValue) {
    var bytes: [UInt8] = []
    bytes.appendJSON { key.codec.write(value, to: &$0, includingSecrets: true) }
    guard let file = StoredValue.file(version: key.version, value: bytes), key.codec.read(file.stored.value) != nil
    else {
      throw .notReadableAgain(name: key.name)
    }
    return file
  }

  func setAside(_ slot: StorageSlot) throws(StorageError) {
    let file = try folder?.setAside(slot.file)
    state.withLock { state in
      state.store(nil, for: slot)
      if let file { state.damagedFiles.append(DamagedFile(name: slot.name, file: file, isNew: true)) }
    }
  }
}

extension Storage: CustomStringConvertible, CustomReflectable {
  /// The number of values, without the values.
  public var description: String { "Storage of \(state.withLock { $0.values.count }) values" }

  /// No children, so that no dump shows a value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
