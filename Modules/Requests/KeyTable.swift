import Foundation
import JSON
import Storage

/// The keys of the user's wishes, and how many of their tries have no answer: the rule of ``IdempotencyKeys`` as a value.
struct KeyTable: Sendable {
  /// What the user wants to happen once.
  struct Wish: Hashable, Sendable {
    let operation: String
    /// The JSON of what identifies it.
    let identity: [UInt8]
  }

  /// How a try has ended.
  enum Outcome: Equatable, Sendable {
    case success
    /// The backend has refused the request for good.
    case refused
    /// The backend has refused the request for the moment.
    case postponed
    case notSent
    /// The request may have been carried out.
    case unknown
    case cancelled

    /// Whether the keys change.
    var isBooked: Bool { self != .unknown && self != .cancelled }
  }

  private struct Entry: Sendable {
    let wish: Wish
    let key: IdempotencyKey
    let firstTry: Date
    /// The tries without an answer, those in flight included. The key is uncertain unless it is 0.
    var openTries: Int
  }

  /// The name of the stored value.
  static let name = "idempotency-keys"

  private var entries: [Entry] = []
  /// The wishes that the user has confirmed since the file of the keys was damaged.
  private var confirmed: [Wish] = []

  /// Whether nothing has to be kept.
  var isEmpty: Bool { entries.isEmpty && confirmed.isEmpty }

  /// About how many bytes the table has.
  var size: Int {
    entries.reduce(0) { $0 + $1.wish.size + 100 } + confirmed.reduce(0) { $0 + $1.size }
  }

  /// Begins a try.
  ///
  /// - Parameters:
  ///   - wish: what the user wants.
  ///   - isConfirmed: whether the user has confirmed.
  ///   - isDamaged: whether keys may have been lost with a damaged file.
  ///   - now: the date of the try.
  ///   - newKey: a key for a wish without one.
  mutating func begin(
    _ wish: Wish, isConfirmed: Bool, isDamaged: Bool = false, now: Date, newKey: @autoclosure () -> IdempotencyKey
  ) -> KeyDecision {
    func isOld(_ entry: Entry) -> Bool { now.timeIntervalSince(entry.firstTry) >= IdempotencyKeys.maximumAge }
    if !isDamaged { confirmed = [] }
    entries.removeAll { $0.openTries == 0 && isOld($0) }
    let index = entries.firstIndex { $0.wish == wish }
    if let index, !isOld(entries[index]) {
      entries[index].openTries += 1
      return .send(entries[index].key)
    }
    let mayBeLost = isDamaged && !confirmed.contains(wish)
    guard isConfirmed || (index == nil && !mayBeLost) else { return .ask }
    if let index { entries.remove(at: index) }
    if mayBeLost { confirmed.append(wish) }
    let key = newKey()
    entries.append(Entry(wish: wish, key: key, firstTry: now, openTries: 1))
    return .send(key)
  }

  /// Books how a try has ended. A key that was replaced is unknown, and nothing changes.
  mutating func book(_ outcome: Outcome, of key: IdempotencyKey) {
    guard outcome.isBooked, let index = entries.firstIndex(where: { $0.key == key }) else { return }
    entries[index].openTries = max(0, entries[index].openTries - 1)
    if outcome == .success || (outcome == .refused && entries[index].openTries == 0) { entries.remove(at: index) }
  }
}

extension KeyTable.Outcome {
  init<Answer>(_ result: Result<Answer, ServiceError>) {
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
  static let idempotencyKeys = StorageKey(KeyTable.name) {
    KeyTable($0)
  } write: {
    $0.write(to: &$1)
  }
}

extension KeyTable {
  init?(_ json: JSONText) {
    guard let keys = json["keys"], let confirmed = json["confirmed"] else { return nil }
    for element in keys.elements {
      guard let wish = Wish(element), let key = element["key"].flatMap({ IdempotencyKey($0) }),
        let firstTry: Int = element["firstTry"]?.integer(), let openTries: Int = element["openTries"]?.integer()
      else { return nil }
      let date = Date(timeIntervalSince1970: Double(firstTry) / 1_000)
      entries.append(Entry(wish: wish, key: key, firstTry: date, openTries: openTries))
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
              $0.member("key", entry.key)
              $0.member("firstTry", Int((entry.firstTry.timeIntervalSince1970 * 1_000).rounded(.down)))
              $0.member("openTries", entry.openTries)
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
    self.init(operation: operation, identity: Array(identity.bytes))
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("operation", operation)
    writer.name("identity")
    writer.raw(identity)
  }

  fileprivate var size: Int { operation.utf8.count + identity.count + 50 }
}
