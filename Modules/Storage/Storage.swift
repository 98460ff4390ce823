import Dispatch
package import JSON
import Locking
import StandardIO

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
    public var message: String { "The stored value \"\(name)\" was damaged. Its file is kept as \(file)." }
  }

  /// What a value was when a session used it first, for its recording and its replay.
  package struct InitialValue: Sendable {
    package let name: String
    package let version: Int
    package let value: JSONText

    package init(name: String, version: Int, value: JSONText) {
      self.name = name
      self.version = version
      self.value = value
    }
  }

  private struct State {
    var values: [String: StoredValue] = [:]
    var damagedFiles: [DamagedFile] = []
    var isClosed = false
    /// Receives what a value was when the session used it first.
    var onFirstUse: (@Sendable (InitialValue) -> Void)?
    var used: Set<String> = []
    /// The parts of the storage that are open, by name.
    var parts: [String: Storage] = [:]
    /// What uses the storage in this process, by name, as long as something else retains it.
    var users: [String: WeakUser] = [:]
    /// How many bytes all files have.
    private(set) var size = 0

    mutating func store(_ value: StoredValue?, for name: String) {
      size += (value?.fileSize ?? 0) - (values[name]?.fileSize ?? 0)
      values[name] = value
    }
  }

  private struct WeakUser: Sendable {
    weak var user: (any AnyObject & Sendable)?
  }

  /// How many bytes all files may have together.
  public let maximumSize: Int

  private let folder: StateFolder?
  private let state: LockedValue<State>
  private let queue = DispatchQueue(label: "tributary.storage", qos: .userInitiated)

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
      for value in values { state.store(StoredValue(version: value.version, value: value.value), for: value.name) }
    }
  }

  /// A storage in a folder, which is created if it does not exist. Opening reads its files, and blocks until they are read.
  ///
  /// - Parameters:
  ///   - path: the folder's path. Its parent exists.
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
    for file in content.files {
      if let value = StoredValue(file: file.bytes) {
        state.store(value, for: file.name)
      } else {
        let renamed = try folder.setAside(file.name)
        state.damagedFiles.append(DamagedFile(name: file.name, file: renamed, isNew: true))
      }
    }
    for file in content.damagedFiles {
      state.damagedFiles.append(DamagedFile(name: file.name, file: file.file, isNew: false))
    }
    self.maximumSize = maximumSize
    self.folder = folder
    self.state = LockedValue(state)
  }

  /// Whether the values are files in a folder, and so outlive the process.
  public var hasFolder: Bool { folder != nil }

  /// The damaged files in the folder, those of earlier runs included.
  public var damagedFiles: [DamagedFile] { state.withLock { $0.damagedFiles } }

  /// The stored value of a key; `nil` if there is none. It does not wait for changes that are not complete.
  public func value<Value>(for key: StorageKey<Value>) throws(StorageError) -> Value? {
    noteUse(of: key)
    guard let stored = state.withLock({ $0.values[key.name] }) else { return nil }
    return try stored.value(for: key)
  }

  /// Reports what each value was when it is used first, on the thread that uses it. A value of a key with functions of its
  /// own is a secret, and is not reported.
  package func observeFirstUses(_ body: @escaping @Sendable (InitialValue) -> Void) {
    state.withLock { $0.onFirstUse = body }
  }

  private func noteUse<Value>(of key: StorageKey<Value>) {
    let report = state.withLock { state -> (@Sendable () -> Void)? in
      guard key.isDescribed, let report = state.onFirstUse, state.used.insert(key.name).inserted,
        let stored = state.values[key.name]
      else { return nil }
      return { report(InitialValue(name: key.name, version: stored.version, value: stored.value)) }
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
  package var names: [String] { state.withLock { Array($0.values.keys) } }

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
    perform(completion) { storage throws(StorageError) in
      do throws(StorageError) {
        _ = try storage.value(for: key)
      } catch .unreadable {
        try storage.setAside(key.name)
      }
      try storage.store(value, for: key)
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
    perform(completion) { storage throws(StorageError) in
      var value = try storage.value(for: key)
      let answer = change(&value)
      try storage.store(value, for: key)
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

  /// Removes all values, and the damaged files.
  package func removeAll(completion: @escaping @Sendable (Result<Void, StorageError>) -> Void) {
    perform(completion) { storage throws(StorageError) in
      for name in storage.names {
        try storage.folder?.remove(name)
        storage.state.withLock { $0.store(nil, for: name) }
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

  private func store<Value>(_ value: Value?, for key: StorageKey<Value>) throws(StorageError) {
    guard let value else {
      guard state.withLock({ $0.values[key.name] != nil }) else { return }
      try folder?.remove(key.name)
      return state.withLock { $0.store(nil, for: key.name) }
    }
    let (file, stored) = try self.file(of: value, for: key)
    let (size, oldSize) = state.withLock { ($0.size, $0.values[key.name]?.fileSize ?? 0) }
    guard size - oldSize + file.count <= maximumSize else { throw .full(name: key.name, limit: maximumSize) }
    try folder?.replace(key.name, by: file)
    state.withLock { $0.store(stored, for: key.name) }
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

  private func setAside(_ name: String) throws(StorageError) {
    let file = try folder?.setAside(name)
    state.withLock { state in
      state.store(nil, for: name)
      if let file { state.damagedFiles.append(DamagedFile(name: name, file: file, isNew: true)) }
    }
  }
}

extension Storage: CustomStringConvertible, CustomReflectable {
  /// The number of values, without the values.
  public var description: String { "Storage of \(state.withLock { $0.values.count }) values" }

  /// No children, so that no dump shows a value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
