internal import Foundation
import Requests

/// The entries of an outbox and the order in which they are sent: its rule as a value. ``OutboxWorker`` does what it decides.
struct OutboxQueue {
  /// An attempt that begins.
  struct Attempt: Equatable {
    let id: Int
    let record: OutboxRecord
  }

  /// What comes of an attempt that has ended, or of a decision of the app.
  enum Change: Equatable {
    case write(OutboxRecord)
    case remove(OutboxRecord)
    /// The request in flight is of no use any more.
    case cancel(Int)
    /// The lane goes on after a time.
    case wait(String, id: Int, Duration)
  }

  private struct Item {
    var record: OutboxRecord
    /// The attempt in flight; `nil` without one.
    var attempt: Int?
    /// Whether the backend may have forgotten the key, so the app decides.
    var isTooOld = false
    /// Whether the app has decided to send it again although the backend may have forgotten the key.
    var isSentThoughOld = false
    /// Whether a decision of the app is being written. Nothing is sent meanwhile.
    var isChanging = false
    /// Whether this version of the app can send it.
    var isKnown: Bool
    var isSent = false
    var answer: (any Sendable)?

    var needsDecision: Bool { !isSent && attempt == nil && (record.isRefused || isTooOld) }
    /// Whether nothing was sent that the backend may have carried out.
    var isEditable: Bool { !isSent && attempt == nil && !record.tries.isUncertain }
    /// About how many bytes its file has.
    var size: Int { isSent ? 0 : record.input.count + 300 }

    var state: OutboxState {
      if isSent { return .sent }
      if attempt != nil { return .sending }
      if record.tries.isUncertain { return .perhapsSent }
      if record.isRefused, let failure = record.failure { return .refused(failure) }
      return .waiting
    }
  }

  private struct Lane {
    /// The numbers of the entries that are not sent, in order.
    var numbers: [Int] = []
    /// The entry after which nothing is sent until the app decides.
    var blocker: Int?
    var isSending = false
    /// How many attempts have failed since the last success.
    var failures = 0
    /// The wait until the next attempt; `nil` without one.
    var wait: Int?
    /// Whether the wait is for a network, and not for the backend.
    var waitsForNetwork = false
    /// Whether the backend has named the time before which it wants no other try. Nothing shortens that.
    var isHeld = false
  }

  /// How many lanes send at once.
  static let maximumSending = 4
  /// How many sent entries are still published.
  static let maximumSent = 100
  /// The longest time between two attempts, unless the backend asks for more.
  static let maximumDelay = Duration.seconds(300)

  /// The files of the entries.
  let files: OutboxFiles
  /// The entries that cannot be read, in order.
  private(set) var unreadable: [UnreadableEntry] = []
  private var items: [Int: Item] = [:]
  private var numbers: [IdempotencyKey: Int] = [:]
  private var lanes: [String: Lane] = [:]
  /// The lanes that may have something to send, in order.
  private var ready: [String] = []
  /// The numbers of the sent entries, oldest first.
  private var sent: [Int] = []
  private var sendingCount = 0
  private var lastNumber = 0
  private var lastID = 0
  /// About how many bytes the files of the entries have.
  private(set) var size = 0
  /// The entries that have changed since ``takeChanges()``.
  private var changed: Set<Int> = []

  /// - Parameter lastNumber: the highest number that any entry has or had.
  init(_ files: OutboxFiles = OutboxFiles(), lastNumber: Int = 0) {
    self.files = files
    self.lastNumber = lastNumber
  }

  /// Sets the entries that cannot be read. What does not wait for one of them any more can be sent.
  mutating func setUnreadable(_ entries: [UnreadableEntry]) {
    unreadable = entries
    for name in lanes.keys.sorted() { look(at: name) }
  }

  /// The number of a new entry.
  mutating func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The entries that are not sent.
  var records: [OutboxRecord] { items.values.filter { !$0.isSent }.map(\.record).sorted { $0.number < $1.number } }

  /// The entries of operations that this version of the app does not send, or whose input it cannot read.
  var unknownRecords: [OutboxRecord] {
    items.values.filter { !$0.isKnown }.map(\.record).sorted { $0.number < $1.number }
  }

  /// Inserts entries that are kept, in order.
  mutating func insert(_ records: [OutboxRecord], isKnown: (OutboxRecord) -> Bool) {
    for record in records {
      lastNumber = max(lastNumber, record.number)
      items[record.number] = Item(record: record, isKnown: isKnown(record))
      numbers[record.key] = record.number
      size += items[record.number]!.size
      lanes[record.lane, default: Lane()].numbers.append(record.number)
      changed.insert(record.number)
    }
    for name in Set(records.map(\.lane)).sorted() {
      let isSorted = lanes[name]!.numbers.dropLast().last.map { $0 < lanes[name]!.numbers.last! } ?? true
      if !isSorted || records.count > 1 { lanes[name]!.numbers.sort() }
      look(at: name)
    }
  }

  /// Looks again at which entries can be sent.
  mutating func update(isKnown: (OutboxRecord) -> Bool) {
    for number in items.keys where items[number]?.isKnown == false {
      items[number]!.isKnown = isKnown(items[number]!.record)
      if items[number]!.isKnown {
        changed.insert(number)
        look(at: items[number]!.record.lane)
      }
    }
  }

  // MARK: - Sending

  /// Begins the next attempt; `nil` if nothing can be sent at the moment.
  mutating func nextAttempt(at now: Date) -> Attempt? {
    while sendingCount < Self.maximumSending, !ready.isEmpty {
      let name = ready.removeFirst()
      guard let lane = lanes[name], !lane.isSending, lane.wait == nil, let number = head(of: lane) else { continue }
      let item = items[number]!
      if item.record.tries.isUncertain, item.record.tries.isOld(at: now), !item.isSentThoughOld {
        items[number]!.isTooOld = true
        changed.insert(number)
        look(at: name)
        continue
      }
      return begin(number, at: now)
    }
    return nil
  }

  /// The entry that is sent next; `nil` if there is none, or the lane is stopped.
  private func head(of lane: Lane) -> Int? {
    for number in lane.numbers {
      guard let item = items[number] else { continue }
      if item.needsDecision, item.record.isSkipped { continue }
      let isStopped = item.needsDecision || !item.isKnown || item.isChanging
      return isStopped || unreadable.contains { $0.stops(item.record) } ? nil : number
    }
    return nil
  }

  private mutating func begin(_ number: Int, at now: Date) -> Attempt {
    lastID += 1
    sendingCount += 1
    items[number]!.attempt = lastID
    items[number]!.record.tries.begin(at: now)
    items[number]!.isSentThoughOld = false
    lanes[items[number]!.record.lane]!.isSending = true
    changed.insert(number)
    return Attempt(id: lastID, record: items[number]!.record)
  }

  /// Whether an attempt is in flight.
  func isInFlight(_ attempt: Attempt) -> Bool { items[attempt.record.number]?.attempt == attempt.id }

  /// Ends an attempt that was not sent, because it could not be written.
  mutating func fail(_ attempt: Attempt) -> [Change] {
    end(attempt, .notSent, failure: nil, isWritten: false)
  }

  /// Ends an attempt that cannot be sent, until the app decides.
  mutating func refuse(_ attempt: Attempt, _ reason: ServiceError) -> [Change] {
    end(attempt, .refused, failure: reason, isWritten: true)
  }

  /// Ends an attempt with its result.
  mutating func end(_ attempt: Attempt, with result: Result<any Sendable, ServiceError>, at now: Date) -> [Change] {
    switch result {
    case .success(let answer):
      guard isInFlight(attempt) else { return [] }
      let number = attempt.record.number
      items[number]!.answer = answer
      // The network is there, so others need not wait for it.
      wake(all: false)
      return markSent(number)
    case .failure(let error):
      var outcome = KeyTable.Outcome(result)
      // A session that has ended says nothing about the request, and neither does a client that is not there yet.
      if error.httpStatus == 401 || error.code == .noSuchOperation { outcome = .postponed }
      return end(attempt, outcome, failure: error, isWritten: true, at: now)
    }
  }

  private mutating func end(
    _ attempt: Attempt, _ outcome: KeyTable.Outcome, failure: ServiceError?, isWritten: Bool, at now: Date? = nil
  ) -> [Change] {
    guard isInFlight(attempt) else { return [] }
    let number = attempt.record.number
    var item = items[number]!
    item.attempt = nil
    item.record.failure = failure
    item.record.notBefore = nil
    if let now, let least = failure?.retryAfter {
      item.record.notBefore = Date(milliseconds: now.milliseconds + least.wholeMilliseconds)
    }
    item.record.isRefused = outcome == .refused
    if outcome != .unknown { _ = item.record.tries.book(outcome) }
    items[number] = item
    changed.insert(number)
    let name = item.record.lane
    endSending(in: name)
    var changes: [Change] = isWritten ? [.write(item.record)] : []
    if outcome != .refused {
      lanes[name]!.failures += 1
      changes.append(makeWait(in: name, after: failure, of: item.record))
    }
    look(at: name)
    return changes
  }

  private mutating func endSending(in name: String) {
    lanes[name]!.isSending = false
    sendingCount -= 1
  }

  /// Removes an entry that the backend has carried out.
  private mutating func markSent(_ number: Int) -> [Change] {
    let name = items[number]!.record.lane
    var changes = [Change.remove(items[number]!.record)]
    if let attempt = items[number]!.attempt {
      items[number]!.attempt = nil
      endSending(in: name)
      changes.append(.cancel(attempt))
    }
    size -= items[number]!.size
    items[number]!.isSent = true
    items[number]!.record.failure = nil
    changed.insert(number)
    lanes[name]!.numbers.removeAll { $0 == number }
    // Whatever has said so came over the network.
    if !lanes[name]!.isHeld { lanes[name]!.wait = nil }
    lanes[name]!.failures = 0
    sent.append(number)
    if sent.count > Self.maximumSent { forget(sent.removeFirst()) }
    look(at: name)
    return changes
  }

  private mutating func forget(_ number: Int) {
    guard let item = items.removeValue(forKey: number) else { return }
    numbers[item.record.key] = nil
    size -= item.size
    changed.insert(number)
  }

  // MARK: - Waiting

  /// Makes a lane wait after a failure.
  private mutating func makeWait(in name: String, after failure: ServiceError?, of record: OutboxRecord) -> Change {
    let doublings = min(lanes[name]!.failures - 1, 10)
    let delay = min(.seconds(1) * (1 << doublings), Self.maximumDelay)
    let isForNetwork = failure?.httpStatus == nil
    guard let least = failure?.retryAfter else { return wait(delay, in: name, forNetwork: isForNetwork, isHeld: false) }
    return wait(
      max(delay, least + Self.jitter(of: least, record.key, round: lanes[name]!.failures)), in: name,
      forNetwork: isForNetwork, isHeld: true)
  }

  private mutating func wait(_ delay: Duration, in name: String, forNetwork: Bool, isHeld: Bool) -> Change {
    lastID += 1
    lanes[name]!.wait = lastID
    lanes[name]!.waitsForNetwork = forNetwork
    lanes[name]!.isHeld = isHeld
    return .wait(name, id: lastID, delay)
  }

  /// What is added to the time that a backend has named, so that not all whom it has refused come at once: up to a tenth of it, a second
  /// to a minute. It follows from the key, which is random, so that a seed and a recording tell it.
  private static func jitter(of least: Duration, _ key: IdempotencyKey, round: Int) -> Duration {
    let range = min(max(.seconds(1), least / 10), .seconds(60))
    let digest = SHA256.hexadecimalDigest(of: Array("\(key.rawValue) \(round)".utf8))
    return .milliseconds(range.wholeMilliseconds * (Int(digest.prefix(4), radix: 16) ?? 0) / 0x1_0000)
  }

  /// Makes the lanes wait whose first entries a backend has put off, also one of an earlier process.
  mutating func hold(at now: Date) -> [Change] {
    lanes.keys.sorted().compactMap { name in
      guard let number = lanes[name]!.numbers.first, let record = items[number]?.record, let date = record.notBefore,
        lanes[name]!.wait == nil, !lanes[name]!.isSending
      else { return nil }
      // A clock that was set back holds it no longer than a backend may.
      let left = Duration.milliseconds(min(date.milliseconds - now.milliseconds, ServiceError.longestRetryAfter))
      guard left > .zero else { return nil }
      return wait(left + Self.jitter(of: left, record.key, round: 0), in: name, forNetwork: false, isHeld: true)
    }
  }

  /// Ends a wait.
  mutating func endWait(in name: String, id: Int) {
    guard lanes[name]?.wait == id else { return }
    lanes[name]!.wait = nil
    look(at: name)
  }

  /// Ends waits that no backend has named: all of them, or those for a network.
  mutating func wake(all: Bool) {
    for (name, lane) in lanes where lane.wait != nil && !lane.isHeld && (all || lane.waitsForNetwork) {
      lanes[name]!.wait = nil
      look(at: name)
    }
  }

  /// Notes that a lane may have something to send, and which of its entries stops it.
  private mutating func look(at name: String) {
    guard let lane = lanes[name] else { return }
    guard !lane.numbers.isEmpty || lane.isSending || lane.wait != nil else {
      lanes[name] = nil
      return
    }
    let first = lane.numbers.first { number in
      let item = items[number]!
      return !(item.needsDecision && item.record.isSkipped)
    }
    let blocker = first.flatMap { number in
      let item = items[number]!
      return item.needsDecision || !item.isKnown ? number : nil
    }
    if blocker != lane.blocker {
      lanes[name]!.blocker = blocker
      changed.formUnion(lane.numbers)
    }
    if blocker == nil, !ready.contains(name) { ready.append(name) }
  }

  // MARK: - Decisions of the app

  /// A decision of the app about an entry.
  enum Decision: Sendable {
    case edit(lane: String, files: [OutboxFile], input: @Sendable (IdempotencyKey) -> [UInt8])
    case retry(rekey: @Sendable ([UInt8], IdempotencyKey) -> [UInt8]?)
    case skip
    case drop

    var isDrop: Bool { if case .drop = self { true } else { false } }
  }

  /// An entry as it is kept; `nil` if there is none with the key.
  func record(_ key: IdempotencyKey) -> OutboxRecord? { numbers[key].flatMap { items[$0]?.record } }

  /// Begins a change by the app: nothing of the entry is sent until ``endChange(_:isWritten:)``.
  ///
  /// - Parameters:
  ///   - key: the key of the entry.
  ///   - decision: what the app has decided.
  ///   - newKey: takes the place of a key that the backend has had.
  ///   - now: the date of the change.
  /// - Returns: how the entry is from then on.
  mutating func beginChange(
    _ key: IdempotencyKey, _ decision: Decision, newKey: IdempotencyKey, now: Date
  ) throws(OutboxError) -> OutboxRecord {
    guard let number = numbers[key], let item = items[number], !item.isSent, !item.isChanging else {
      throw .unknownKey
    }
    var record = item.record
    switch decision {
    case .edit(let lane, let files, let input):
      guard item.isEditable else { throw .perhapsSent }
      let key = record.failure == nil ? key : newKey
      record = OutboxRecord(
        number: number, operation: record.operation, lane: lane, input: input(key), files: files, key: key, now: now)
    case .retry(let rekey):
      record.isSkipped = false
      if record.isRefused, !record.tries.isUncertain, let input = rekey(record.input, newKey) {
        // The key has ended with the refusal.
        record.input = input
        record.tries = KeyTries(newKey, at: now)
        record.failure = nil
      }
      record.isRefused = false
    case .skip:
      guard item.needsDecision else { throw .nothingToSkip }
      record.isSkipped = true
    case .drop: guard item.isEditable else { throw .perhapsSent }
    }
    if item.attempt == nil { items[number]!.isChanging = true }
    return record
  }

  /// Ends a change by the app.
  ///
  /// - Parameters:
  ///   - record: how the entry is, if the change is on the disk.
  ///   - decision: what the app has decided.
  ///   - isWritten: whether it is.
  mutating func endChange(_ record: OutboxRecord, _ decision: Decision, isWritten: Bool) {
    let number = record.number
    // Meanwhile it may have been seen.
    guard let old = items[number], old.isChanging, !old.isSent else { return }
    let oldLane = old.record.lane
    items[number]!.isChanging = false
    if isWritten {
      switch decision {
      case .drop:
        lanes[oldLane]!.numbers.removeAll { $0 == number }
        forget(number)
      case .retry:
        replace(record, number)
        items[number]!.isSentThoughOld = true
        items[number]!.isTooOld = false
        if !lanes[record.lane]!.isHeld { lanes[record.lane]!.wait = nil }
      case .skip, .edit: replace(record, number)
      }
    }
    look(at: oldLane)
    look(at: record.lane)
  }

  private mutating func replace(_ record: OutboxRecord, _ number: Int) {
    let old = items[number]!
    items[number]!.record = record
    size += items[number]!.size - old.size
    numbers[old.record.key] = nil
    numbers[record.key] = number
    changed.insert(number)
    guard old.record.lane != record.lane else { return }
    lanes[old.record.lane]!.numbers.removeAll { $0 == number }
    lanes[record.lane, default: Lane()].numbers.append(number)
    lanes[record.lane]!.numbers.sort()
  }

  /// Notes that the backend has named the key of an entry: it was carried out.
  mutating func see(_ key: IdempotencyKey) -> [Change] {
    guard let number = numbers[key], items[number]?.isSent == false else { return [] }
    return markSent(number)
  }
}

// MARK: - What is published

extension OutboxQueue {
  /// What has changed since the last call, by the numbers of the entries; `nil` for one that is not there any more.
  mutating func takeChanges() -> [Int: OutboxItem?] {
    defer { changed = [] }
    return items(changed)
  }

  /// All entries.
  var all: [Int: OutboxItem?] { items(Set(items.keys)) }

  private func items(_ numbers: Set<Int>) -> [Int: OutboxItem?] {
    var result: [Int: OutboxItem?] = [:]
    for number in numbers { result.updateValue(items[number].map(published), forKey: number) }
    return result
  }

  private func published(_ item: Item) -> OutboxItem {
    let blocker = item.isSent ? nil : lanes[item.record.lane]?.blocker.flatMap { $0 < item.record.number ? $0 : nil }
    return OutboxItem(
      record: item.record, files: item.isSent ? [:] : files.references(to: item.record.files), state: item.state,
      answer: item.answer, needsDecision: item.needsDecision,
      heldBy: blocker.flatMap { items[$0]?.record.key })
  }
}

/// An entry as it is published, before its types are known.
struct OutboxItem: Sendable {
  let record: OutboxRecord
  /// The files of the input, by their keys in its JSON.
  let files: [String: FileReference]
  let state: OutboxState
  let answer: (any Sendable)?
  let needsDecision: Bool
  let heldBy: IdempotencyKey?
}
