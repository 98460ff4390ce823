import Foundation
import JSON
import Storage

/// The keys of the user's wishes, and how many of their tries have no answer: the rule of ``IdempotencyKeys`` as a value.
package struct KeyTable: Sendable {
  /// What the user wants to happen once.
  struct Wish: Hashable, Sendable {
    let operation: String
    /// The JSON of what identifies it.
    let identity: [UInt8]
    /// Whose wish it is, and of which backend; `nil` for a key of an earlier version of the program, which did not store it.
    var owner: KeyOwner?

    /// The same wish as an earlier version of the program has stored it.
    fileprivate var withoutOwner: Wish { Wish(operation: operation, identity: identity, owner: nil) }
  }

  /// How a try has ended.
  package enum Outcome: Equatable, Sendable {
    case success
    /// The backend has refused the request for good.
    case refused
    /// The backend has refused the request for the moment.
    case postponed
    case notSent
    /// The request may have been carried out.
    case unknown
    case cancelled
    /// Its answer has arrived, and was not published.
    case unpublished
  }

  private struct Entry: Sendable {
    var wish: Wish
    var tries: KeyTries
    /// Whether an answer has arrived. It may not have been published.
    var isAnswered = false

    var key: IdempotencyKey { tries.key }
    var sending: KeyDecision.Sending { KeyDecision.Sending(key: tries.key, firstTry: tries.firstTry) }
  }

  /// The name of the stored value.
  static let name = "idempotency-keys"

  private var entries: [Entry] = []
  /// The wishes that the user has confirmed since the file of the keys was damaged, or although there is a key without an
  /// owner.
  private var confirmed: [Wish] = []

  /// Whether nothing has to be kept.
  var isEmpty: Bool { entries.isEmpty && confirmed.isEmpty }

  /// All keys.
  var keys: Set<IdempotencyKey> { Set(entries.map(\.key)) }

  /// About how many bytes the table has.
  var size: Int {
    entries.reduce(0) { $0 + $1.wish.size + 120 } + confirmed.reduce(0) { $0 + $1.size }
  }

  /// Begins a try.
  ///
  /// - Parameters:
  ///   - wish: what the user wants.
  ///   - isConfirmed: whether the user has confirmed.
  ///   - isDamaged: whether keys may have been lost with a damaged file.
  ///   - now: the date of the try.
  ///   - newKey: a key for a wish without one.
  ///   - known: what the process knows of its keys.
  mutating func begin(
    _ wish: Wish, isConfirmed: Bool, isDamaged: Bool = false, now: Date, newKey: @autoclosure () -> IdempotencyKey,
    known: KnownKeys
  ) -> KeyDecision {
    entries.removeAll { !$0.tries.isUncertain && $0.tries.isOld(at: now) }
    adoptKey(of: wish)
    if !isDamaged { confirmed = confirmed.filter(hasKeyWithoutOwner) }
    let index = entries.firstIndex { $0.wish == wish }
    if let index, !entries[index].tries.isOld(at: now), !(isConfirmed && known.shown.contains(entries[index].key)) {
      entries[index].tries.begin()
      var sending = entries[index].sending
      sending.isEarlier = !known.begun.contains(entries[index].key) || known.shown.contains(entries[index].key)
      return .send(sending)
    }
    let mayBeLost = (isDamaged || hasKeyWithoutOwner(wish)) && !confirmed.contains(wish)
    guard isConfirmed || (index == nil && !mayBeLost) else { return .ask }
    if let index { entries.remove(at: index) }
    if mayBeLost { confirmed.append(wish) }
    var tries = KeyTries(newKey(), at: now)
    tries.begin()
    entries.append(Entry(wish: wish, tries: tries))
    return .send(entries[entries.count - 1].sending)
  }

  /// Gives a key without an owner to the first wish of an app without accounts. With accounts it may be that of another
  /// account, so the user is asked, and the key stays.
  private mutating func adoptKey(of wish: Wish) {
    guard wish.owner?.hasAccount == false, !entries.contains(where: { $0.wish == wish }),
      let index = entries.firstIndex(where: { $0.wish == wish.withoutOwner })
    else { return }
    entries[index].wish = wish
  }

  private func hasKeyWithoutOwner(_ wish: Wish) -> Bool {
    entries.contains { $0.wish == wish.withoutOwner && $0.tries.isUncertain }
  }

  /// Marks that an answer to a request with the key has arrived.
  mutating func mark(_ key: IdempotencyKey) {
    if let index = entries.firstIndex(where: { $0.key == key }) { entries[index].isAnswered = true }
  }

  /// Removes keys that have ended.
  mutating func remove(_ keys: Set<IdempotencyKey>) { entries.removeAll { keys.contains($0.key) } }

  /// Books that a try has ended without a success. A key that was replaced is unknown, and nothing changes.
  mutating func book(_ outcome: Outcome, of key: IdempotencyKey) {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
    if entries[index].tries.book(outcome) { entries.remove(at: index) }
  }
}

extension KeyTable.Outcome {
  package init<Answer>(_ result: Result<Answer, ServiceError>) {
    switch result {
    case .success: self = .success
    case .failure(let error) where error.isDefinite: self = .refused
    case .failure(let error) where error.mayHaveBeenCarriedOut: self = .unknown
    case .failure(let error): self = error.httpStatus == nil ? .notSent : .postponed
    }
  }
}

// MARK: - As a stored value

extension StorageKey<KeyTable> {
  // NB: with functions of its own, so that no recording has what the user wanted.
  static let idempotencyKeys = StorageKey(KeyTable.name, version: 2) {
    KeyTable($0)
  } write: {
    $0.write(to: &$1)
  } migrate: { old, _ in
    // Version 1 has no owners and no marks; a wish without an owner is confirmed once more.
    KeyTable(old)
  }.device
}

extension KeyTable {
  init?(_ json: JSONText) {
    guard let keys = json["keys"], let confirmed = json["confirmed"] else { return nil }
    for element in keys.elements {
      guard let wish = Wish(element), let tries = KeyTries(element) else { return nil }
      entries.append(Entry(wish: wish, tries: tries, isAnswered: element["isAnswered"]?.bool == true))
    }
    for element in confirmed.elements {
      guard let wish = Wish(element) else { return nil }
      self.confirmed.append(wish)
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("keys") { writer in
        writer.array { writer in
          for entry in entries {
            writer.object {
              entry.wish.writeMembers(to: &$0)
              entry.tries.writeMembers(to: &$0)
              $0.member("isAnswered", entry.isAnswered)
            }
          }
        }
      }
      writer.member("confirmed") { writer in
        writer.array { writer in
          for wish in confirmed { writer.object { wish.writeMembers(to: &$0) } }
        }
      }
    }
  }
}

extension KeyTable.Wish {
  fileprivate init?(_ json: JSONText) {
    guard let operation = json["operation"]?.string, let identity = json["identity"] else { return nil }
    var owner: KeyOwner?
    if let text = json["owner"] {
      guard let known = KeyOwner(text) else { return nil }
      owner = known
    }
    self.init(operation: operation, identity: Array(identity.bytes), owner: owner)
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("operation", operation)
    if let owner { writer.member("owner", owner) }
    writer.name("identity")
    writer.raw(identity)
  }

  fileprivate var size: Int { operation.utf8.count + identity.count + 50 }
}
