package import Dispatch
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

/// A sign-out that is not on the disk yet.
struct SignOut: Sendable {
  let scope: String
  /// The names of the values that stay, because they are the machine's.
  let kept: [String]
  /// The names of the parts that end with it.
  let parts: [String]
  /// Is signalled when it is on the disk, or cannot be.
  let decision: DispatchSemaphore?
}

/// The accounts whose values a storage has.
struct StorageAccounts: Sendable {
  /// The value that says that a folder knows accounts, and which of them are being forgotten.
  static let name = "account-values"
  static let mark = StorageSlot(name: name)
  /// The version of its form.
  static let version = 1
  /// The value that says which account the user has signed in to.
  static let present = "account"
  /// The values that the runtime itself keeps for the machine. An earlier version had them as well.
  static let runtimeNames: Set<String> = [name, "access-tokens", present, "idempotency-keys"]
  /// Those that end with a sign-out.
  static let signInNames = ["access-tokens", present]

  /// Stands for the account that the user has signed in to; empty if they have not.
  var scope = ""
  /// How many times the user has signed out of each account.
  var signOuts: [String: Int] = [:]
  /// The ends of accounts that go on: meanwhile no value of an account is changed.
  var ends: Set<Int> = []
  var lastEnd = 0
  /// The sign-outs that the disk does not know yet, in order.
  var unwritten: [SignOut] = []
  /// The accounts, and the parts, whose ends the disk knows, and that are not removed yet.
  var forgotten: [String] = []
  /// The names of the values of the machine that were used.
  var deviceNames: Set<String> = []
  /// The names of the values that were used and that an account takes along which signs in.
  var takenAlongNames: Set<String> = []
  /// The accounts of the session in their order, if it is recorded or replayed.
  var known: [String] = []
  /// What a recording has of the accounts of the session.
  var recorded: [Int: [String: StoredValue]] = [:]
  /// The values that an earlier version, which knew no accounts, has stored; `nil` if the folder is of this version.
  var early: Set<String>?
  /// Whether the folder does not say yet that it knows accounts.
  var isUnmarked = false
  /// Whether it did not say so any more when it was opened.
  var hasLostMark = false

  /// The number of the account that the user has signed in to, among those of the session.
  var number: Int { scope.isEmpty ? 0 : (known.firstIndex(of: scope) ?? 0) + 1 }

  /// What a change of a value that is asked for now is made to; `nil` if the account ends, and has nothing to change.
  func target<Value>(of key: StorageKey<Value>) -> StorageTarget? {
    guard key.isDevice || ends.isEmpty else { return nil }
    let slot = StorageSlot(scope: key.isDevice ? "" : scope, name: key.name)
    return StorageTarget(slot: slot, signOuts: signOuts[slot.scope] ?? 0)
  }

  /// Whether the user has not signed out of the account since.
  func isPresent(_ target: StorageTarget) -> Bool { target.signOuts == signOuts[target.slot.scope] ?? 0 }

  /// Notes what was on the disk when the storage was opened.
  ///
  /// - Parameters:
  ///   - values: where the values are.
  ///   - damaged: where the damaged ones were.
  mutating func open(_ values: [StorageSlot], damaged: [StorageSlot]) {
    let mark = Self.mark
    guard !values.contains(mark) else { return }
    isUnmarked = true
    hasLostMark = values.contains { !$0.scope.isEmpty } && !damaged.contains(mark)
    // NB: a lost or damaged file does not make the folder one of an earlier version, whose values would take the place of an account's.
    let isOfThisVersion = (values + damaged).contains { !$0.scope.isEmpty || $0 == mark || $0.name == Self.present }
    if !isOfThisVersion { early = Set(values.map(\.name)).subtracting(Self.runtimeNames) }
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
    // NB: what was set last before the sign-in is on its way to the disk, and goes along.
    if state.withLock({ !$0.accounts.takenAlongNames.isEmpty && $0.accounts.scope.isEmpty }) { queue.sync {} }
    let moved = state.withLock { state -> Set<String>? in
      guard state.accounts.scope != scope else { return nil }
      state.accounts.scope = scope
      guard !scope.isEmpty else { return nil }
      if !state.accounts.known.contains(scope) {
        state.accounts.known.append(scope)
        let recorded = state.accounts.recorded.removeValue(forKey: state.accounts.known.count) ?? [:]
        for (name, value) in recorded { state.store(value, for: StorageSlot(scope: scope, name: name)) }
      }
      let early = state.accounts.early.take() ?? []
      let carried = isLaunch ? early.subtracting(state.accounts.deviceNames) : []
      let moved = carried.union(state.accounts.takenAlongNames).filter { state.giveToAccount($0) }
      defer { state.accounts.isUnmarked = false }
      return moved.isEmpty && !state.accounts.isUnmarked ? nil : moved
    }
    guard let moved, let folder else { return }
    queue.async { [self] in
      for name in moved.sorted() { try? folder.rename(name, to: StorageSlot(scope: scope, name: name).file) }
      write { _ in }
    }
  }

  /// Notes how a key is used. What a guest has stored goes to the account that has signed in, if the key says so.
  func noteKind<Value>(of key: StorageKey<Value>) {
    guard key.isDevice || key.isTakenAlong else { return }
    let owner = state.withLock { state -> StorageSlot? in
      if key.isDevice { state.accounts.deviceNames.insert(key.name) }
      guard key.isTakenAlong, state.accounts.takenAlongNames.insert(key.name).inserted,
        state.giveToAccount(key.name)
      else { return nil }
      return StorageSlot(scope: state.accounts.scope, name: key.name)
    }
    guard let owner, let folder else { return }
    queue.async { try? folder.rename(owner.name, to: owner.file) }
  }

  // MARK: - The end of an account

  /// An account ends. From here on no value of an account is changed, until ``finishEnd(_:)`` or ``finishEnds()``: a change fails with
  /// ``StorageError/signedOut(name:)``.
  ///
  /// - Returns: the number of the end.
  package func beginEnd() -> Int {
    state.withLock { state in
      state.accounts.lastEnd += 1
      state.accounts.ends.insert(state.accounts.lastEnd)
      return state.accounts.lastEnd
    }
  }

  /// What has begun before the end of an account is over.
  package func finishEnd(_ number: Int) { state.withLock { _ = $0.accounts.ends.remove(number) } }

  /// Another account has signed in, whose values are changed from here on.
  package func finishEnds() { state.withLock { $0.accounts.ends = [] } }

  /// Whether an account ends, and no other one has signed in yet.
  package var isEndingWithoutAccount: Bool {
    state.withLock { !$0.accounts.ends.isEmpty && $0.accounts.scope.isEmpty }
  }

  /// Whether a value of a key can be changed now.
  package func accepts<Value>(_ key: StorageKey<Value>) -> Bool {
    state.withLock { $0.accounts.target(of: key) != nil }
  }

  /// Forgets all values of the account that the user has signed in to, apart from those of keys of the machine: at once in memory,
  /// and then on the disk. A change of them that is on its way fails with ``StorageError/signedOut(name:)``.
  ///
  /// The disk says first that the account has ended, and with it the sign-in. If the process ends before all is removed, the next one
  /// removes the rest when it opens the folder.
  ///
  /// - Parameters:
  ///   - parts: the names of the parts of the storage that end with it. What removes them waits for the decision.
  ///   - decision: is signalled when the disk says so, or cannot.
  ///   - completion: is called on the storage's queue when they are removed.
  package func forgetAccount(
    parts: [String] = [], decision: DispatchSemaphore? = nil, completion: @escaping @Sendable () -> Void = {}
  ) {
    let scope = state.withLock { state -> String in
      let scope = state.accounts.scope
      guard !scope.isEmpty else { return "" }
      state.accounts.scope = ""
      state.accounts.signOuts[scope, default: 0] += 1
      state.store(nil, for: StorageSlot(name: StorageAccounts.present))
      var kept: [String] = []
      for slot in state.values.keys where slot.scope == scope {
        if state.accounts.deviceNames.contains(slot.name), state.values[StorageSlot(name: slot.name)] == nil {
          state.move(slot, to: StorageSlot(name: slot.name))
          kept.append(slot.name)
        } else {
          state.store(nil, for: slot)
        }
      }
      state.accounts.unwritten.append(SignOut(scope: scope, kept: kept, parts: parts, decision: decision))
      return scope
    }
    queue.async { [self] in
      defer { completion() }
      guard !scope.isEmpty else {
        decision?.signal()
        return
      }
      writeSignOuts()
      guard folder != nil, !state.withLock({ $0.isClosed }) else { return }
      removeFiles(of: [scope])
      for part in parts { state.withLock { $0.parts[part] }?.flush() }
      write { $0.removeAll { $0 == scope || parts.contains($0) } }
    }
  }

  /// Says on the disk which accounts have ended. It runs on the queue.
  ///
  /// What is dropped because of a sign-out is asked for before it, and so may be what comes next. A process that is killed between the two
  /// would have done one without the other, so the disk says first that the account has ended.
  func writeSignOuts() {
    let signOuts = state.withLock { state in
      defer { state.accounts.unwritten = [] }
      return state.accounts.unwritten
    }
    guard !signOuts.isEmpty else { return }
    if let folder, !state.withLock({ $0.isClosed }) {
      for signOut in signOuts {
        for name in signOut.kept {
          try? folder.rename(StorageSlot(scope: signOut.scope, name: name).file, to: name)
        }
      }
      write { $0 += signOuts.flatMap { [$0.scope] + $0.parts } }
    }
    for signOut in signOuts { signOut.decision?.signal() }
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
    guard !hasNewerMark else { return }
    let stored = state.withLock { $0.values[StorageAccounts.mark] }
    let names = stored.map { $0.value.elements.compactMap(\.string) } ?? []
    guard !names.isEmpty else { return }
    state.withLock { state in
      state.store(nil, for: StorageSlot(name: StorageAccounts.present))
      for slot in state.values.keys where names.contains(slot.scope) { state.store(nil, for: slot) }
    }
    // NB: at once, because a part is opened by what uses it next.
    for part in names where StorageSlot(file: part + ".").scope.isEmpty && !part.contains("/") {
      guard let part = try? folder?.subfolder(part) else { continue }
      part.removeContent()
      part.close()
    }
    state.withLock { $0.accounts.forgotten = names }
    queue.async { [self] in
      removeFiles(of: names)
      write { $0.removeAll { names.contains($0) } }
    }
  }

  /// Removes the sign-in, and the files of accounts, the damaged ones included.
  private func removeFiles(of scopes: [String]) {
    guard let folder, let names = try? folder.names() else { return }
    try? folder.remove(StorageAccounts.present)
    // NB: a damaged token may be that of the account.
    let prefixes = scopes.map { $0 + "." } + StorageAccounts.signInNames.map(StateFolder.damagedPrefix)
    let isOfAccount = { (file: String) in prefixes.contains { file.hasPrefix($0) } }
    for file in names where isOfAccount(file) { folder.removeFile(file) }
    state.withLock { state in state.damagedFiles.removeAll { isOfAccount($0.file) } }
  }

  /// Notes on the disk that the folder knows accounts, and which of them, and of its parts, are being forgotten.
  ///
  /// - Parameter change: changes which.
  private func write(_ change: (inout [String]) -> Void) {
    let names = state.withLock { state in
      change(&state.accounts.forgotten)
      return state.accounts.forgotten
    }
    var writer = JSONWriter()
    writer.array { for name in names { $0.write(name) } }
    guard let (file, stored) = StoredValue.file(version: StorageAccounts.version, value: writer.bytes) else { return }
    if hasNewerMark, (try? setAside(StorageAccounts.mark)) == nil { return }
    // If it cannot be written, what is left is removed at the next sign-out.
    guard (try? folder?.replace(StorageAccounts.name, by: file)) != nil else { return }
    state.withLock { $0.store(stored, for: StorageAccounts.mark) }
  }

  /// Whether a newer version has noted which accounts are being forgotten.
  var hasNewerMark: Bool {
    state.withLock { ($0.values[StorageAccounts.mark]?.version ?? 0) > StorageAccounts.version }
  }
}

extension Storage.State {
  /// Gives a value another owner.
  mutating func move(_ old: StorageSlot, to new: StorageSlot) {
    let value = values[old]
    store(nil, for: old)
    store(value, for: new)
  }

  /// Gives the account a value that was stored without one, unless it has one of its own.
  ///
  /// - Returns: whether it has it from here on.
  mutating func giveToAccount(_ name: String) -> Bool {
    let (old, new) = (StorageSlot(name: name), StorageSlot(scope: accounts.scope, name: name))
    guard !accounts.scope.isEmpty, values[old] != nil, values[new] == nil else { return false }
    move(old, to: new)
    // A recording has it from the time before.
    if used.contains(old) { used.insert(new) }
    return true
  }
}
