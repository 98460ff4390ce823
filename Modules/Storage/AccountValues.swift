internal import JSON
import Locking
import StandardIO

/// Where a value is kept: whose it is, and its name.
struct StorageSlot: Hashable, Sendable {
  /// How many characters stand for an account.
  static let scopeLength = 64

  /// Stands for the account; empty for what belongs to the machine, or to an app without accounts.
  var scope = ""
  let name: String

  init(scope: String = "", name: String) {
    self.scope = scope
    self.name = name
  }

  /// The slot of a file, by its name without the suffix.
  init(file: String) {
    guard let point = file.firstIndex(of: "."), file[..<point].utf8.count == Self.scopeLength,
      file[..<point].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else {
      name = file
      return
    }
    scope = String(file[..<point])
    name = String(file[file.index(after: point)...])
  }

  /// The name of the file, without the suffix.
  var file: String { scope.isEmpty ? name : "\(scope).\(name)" }
}

/// What a change is made to.
struct StorageTarget: Sendable {
  let slot: StorageSlot
  /// How many times the user had signed out of the account when the change was asked for.
  let signOuts: Int
}

/// The accounts whose values a storage has.
struct StorageAccounts: Sendable {
  /// The value that says that a folder knows accounts, and which of them are being forgotten.
  static let name = "account-values"
  /// The values that the runtime itself keeps for the machine. An earlier version had them as well.
  static let runtimeNames: Set<String> = [name, "access-tokens", "account", "idempotency-keys"]

  /// Stands for the account that the user has signed in to; empty if they have not.
  var scope = ""
  /// How many times the user has signed out of each account.
  var signOuts: [String: Int] = [:]
  /// The names of the values of the machine that were used.
  var deviceNames: Set<String> = []
  /// The accounts of the session in their order, if it is recorded or replayed.
  var known: [String] = []
  /// What a recording has of the accounts of the session.
  var recorded: [Int: [String: StoredValue]] = [:]
  /// The values that an earlier version, which knew no accounts, has stored; `nil` if the folder is of this version.
  var early: Set<String>?

  /// The number of the account that the user has signed in to, among those of the session.
  var number: Int { scope.isEmpty ? 0 : (known.firstIndex(of: scope) ?? 0) + 1 }

  /// What a change of a value that is asked for now is made to.
  func target<Value>(of key: StorageKey<Value>) -> StorageTarget {
    let slot = StorageSlot(scope: key.isDevice ? "" : scope, name: key.name)
    return StorageTarget(slot: slot, signOuts: signOuts[slot.scope] ?? 0)
  }

  /// Whether the user has not signed out of the account since.
  func isPresent(_ target: StorageTarget) -> Bool { target.signOuts == signOuts[target.slot.scope] ?? 0 }

  /// Notes what was on the disk when the storage was opened.
  mutating func open(_ values: [StorageSlot: StoredValue]) {
    guard values[StorageSlot(name: Self.name)] == nil else { return }
    early = Set(values.keys.map(\.name)).subtracting(Self.runtimeNames)
  }
}

extension Storage.State {
  /// Where the value of a key is; `nil` if there is none. One that was the account's in an earlier version, and is the machine's
  /// now, is found where it was.
  func slot<Value>(of key: StorageKey<Value>) -> StorageSlot? {
    let own = StorageSlot(scope: accounts.scope, name: key.name)
    guard key.isDevice else { return own }
    let device = StorageSlot(name: key.name)
    return values[device] == nil ? own : device
  }
}

extension Storage {
  /// From here on, the values are those of another account.
  ///
  /// - Parameters:
  ///   - scope: 64 hexadecimal digits that stand for the account; empty if the user has signed out.
  ///   - isLaunch: whether the user has signed in before the process began. What an earlier version of the program has stored, which
  ///     knew no accounts, is carried over to this account. Otherwise it stays for those who have not signed in.
  package func use(scope: String, isLaunch: Bool) {
    let carried = state.withLock { state -> Set<String>? in
      guard state.accounts.scope != scope else { return nil }
      state.accounts.scope = scope
      guard !scope.isEmpty else { return nil }
      if !state.accounts.known.contains(scope) {
        state.accounts.known.append(scope)
        let recorded = state.accounts.recorded.removeValue(forKey: state.accounts.known.count) ?? [:]
        for (name, value) in recorded { state.store(value, for: StorageSlot(scope: scope, name: name)) }
      }
      guard let early = state.accounts.early.take() else { return nil }
      let carried = isLaunch ? early.subtracting(state.accounts.deviceNames) : []
      for name in carried { state.move(StorageSlot(name: name), to: StorageSlot(scope: scope, name: name)) }
      return carried
    }
    guard let carried, let folder else { return }
    queue.async { [self] in
      for name in carried.sorted() { try? folder.rename(name, to: StorageSlot(scope: scope, name: name).file) }
      write(forgetting: [])
    }
  }

  /// Forgets all values of the account that the user has signed in to, apart from those of keys of the machine: at once in memory,
  /// and then on the disk. A change of them that is on its way fails with ``StorageError/signedOut(name:)``.
  ///
  /// If the process ends before they are removed from the disk, the next one removes them when it opens the folder.
  ///
  /// - Parameter completion: is called on the storage's queue when they are removed.
  package func forgetAccount(completion: @escaping @Sendable () -> Void = {}) {
    let (scope, kept) = state.withLock { state -> (String, [String]) in
      let scope = state.accounts.scope
      guard !scope.isEmpty else { return ("", []) }
      state.accounts.scope = ""
      state.accounts.signOuts[scope, default: 0] += 1
      var kept: [String] = []
      for slot in state.values.keys where slot.scope == scope {
        if state.accounts.deviceNames.contains(slot.name), state.values[StorageSlot(name: slot.name)] == nil {
          state.move(slot, to: StorageSlot(name: slot.name))
          kept.append(slot.name)
        } else {
          state.store(nil, for: slot)
        }
      }
      return (scope, kept)
    }
    queue.async { [self] in
      defer { completion() }
      guard let folder, !scope.isEmpty, !state.withLock({ $0.isClosed }) else { return }
      for name in kept { try? folder.rename(StorageSlot(scope: scope, name: name).file, to: name) }
      write(forgetting: [scope])
      removeFiles(of: [scope])
      write(forgetting: [])
    }
  }

  /// Gives the machine a value that was the account's in an earlier version. It runs on the queue.
  func adopt(_ slot: StorageSlot) {
    let own = state.withLock { state -> StorageSlot? in
      let own = StorageSlot(scope: state.accounts.scope, name: slot.name)
      guard !own.scope.isEmpty, state.values[slot] == nil, state.values[own] != nil else { return nil }
      state.move(own, to: slot)
      return own
    }
    if let own { try? folder?.rename(own.file, to: slot.file) }
  }

  /// Ends what an earlier process has begun to forget.
  func endForgetting() {
    let stored = state.withLock { $0.values[StorageSlot(name: StorageAccounts.name)] }
    let scopes = stored.map { $0.value.elements.compactMap(\.string) } ?? []
    guard !scopes.isEmpty else { return }
    state.withLock { state in
      for slot in state.values.keys where scopes.contains(slot.scope) { state.store(nil, for: slot) }
    }
    queue.async { [self] in
      removeFiles(of: scopes)
      write(forgetting: [])
    }
  }

  /// Removes the files of accounts, the damaged ones included.
  private func removeFiles(of scopes: [String]) {
    guard let folder, let names = try? folder.names() else { return }
    for file in names where scopes.contains(where: { file.hasPrefix($0 + ".") }) { folder.removeFile(file) }
    state.withLock { state in
      state.damagedFiles.removeAll { damaged in scopes.contains { damaged.file.hasPrefix($0 + ".") } }
    }
  }

  /// Notes on the disk that the folder knows accounts, and which of them are being forgotten.
  private func write(forgetting scopes: [String]) {
    var writer = JSONWriter()
    writer.array { for scope in scopes { $0.write(scope) } }
    guard let (file, stored) = StoredValue.file(version: 1, value: writer.bytes) else { return }
    // If it cannot be written, what is left is removed at the next sign-out.
    guard (try? folder?.replace(StorageAccounts.name, by: file)) != nil else { return }
    state.withLock { $0.store(stored, for: StorageSlot(name: StorageAccounts.name)) }
  }
}

extension Storage.State {
  /// Gives a value another owner.
  mutating func move(_ old: StorageSlot, to new: StorageSlot) {
    let value = values[old]
    store(nil, for: old)
    store(value, for: new)
  }
}
