import Dispatch
import Foundation
import Locking
import Outbox
import Screens
import Streams
import StreamsExtras

@testable import Requests

/// A note of an account, which is written once.
struct BankNote: JSONRecord {
  var account: String
  var number: Int
  var key: IdempotencyKey

  static let record = Codec(BankNote.init(account:number:key:), \.account, \.number, \.key)
}

/// What an account orders, with a file that says whose it is.
struct BankOrder: JSONRecord {
  var account: String
  var number: Int
  var slip: FileReference
  var key: IdempotencyKey

  init(account: String, number: Int, slip: FileReference, key: IdempotencyKey) {
    self.account = account
    self.number = number
    self.slip = slip
    self.key = key
  }

  /// - Parameter name: the name of the file, which no state shows.
  init(account: String, number: Int, key: IdempotencyKey, named name: String) {
    let slip = FileReference(name: name, bytes: Array("\(account)-\(number)".utf8))
    self.init(account: account, number: number, slip: slip, key: key)
  }

  static let record = Codec(BankOrder.init(account:number:slip:key:), \.account, \.number, \.slip, \.key)
}

extension OutboxOperation<BankOrder, String> {
  static var order: Self { Self(.order, key: \.key) { "lane-\($0.number % 2)" } }
}

extension ServiceOperation<BankOrder, String> {
  static var order: Self { Self("order").effect(.changes) }
  /// The same without an outbox, as a transfer.
  static var scan: Self { Self("scan").effect(.changes) }
}

extension ServiceOperation<String, FileReference> {
  static var statement: Self { Self("statement").effect(.reads) }
}

extension ServiceOperation<BankNote, String> {
  static var addNote: Self { Self("addNote").effect(.changes) }
}

extension ServiceOperation<String, [String]> {
  /// The notes, for the account that the app believes to be signed in to.
  static var notes: Self { Self("notes").effect(.reads) }
}

extension ServiceOperation<String, String> {
  static var signIn: Self { Self("signIn").withoutRenewal() }
}

extension ServiceFeed<Void, String> {
  static var letters: Self { Self("letters") }
}

/// A server with accounts, which knows whose each token, key and note is, and what came with the token of another one.
final class Bank: Sendable {
  private struct State {
    var accounts: [String: String] = [:]
    var ended: Set<String> = []
    var owners: [IdempotencyKey: String] = [:]
    var notes: [String: [String]] = [:]
    var written: Set<IdempotencyKey> = []
    /// What the outboxes of accounts have kept, and what accounts have discarded.
    var kept: [String: Set<IdempotencyKey>] = [:]
    var discarded: Set<IdempotencyKey> = []
    var faults: [String] = []
    var followers: [(account: String, source: FeedSource<any Sendable>)] = []
    var random: SeededGenerator
  }

  private let state: LockedValue<State>

  init(seed: Int) { state = LockedValue(unchecked: State(random: SeededGenerator(seed: UInt64(seed)))) }

  var faults: [String] { state.withLock { $0.faults } }

  /// The outboxes of accounts have said that they keep orders.
  func keep(_ keys: [String: Set<IdempotencyKey>]) {
    state.withLock { state in
      for (account, keys) in keys { state.kept[account, default: []].formUnion(keys) }
    }
  }

  /// An account has discarded what was not sent of its orders so far: those of this process, and those of earlier ones.
  func discard(_ keys: Set<IdempotencyKey>, of account: String) {
    state.withLock { state in
      let orders = keys.union(state.kept[account] ?? [])
      state.discarded.formUnion(orders.subtracting(state.written))
    }
  }

  /// How many orders were kept, and have neither arrived nor were discarded.
  var missingCount: Int {
    state.withLock { state in
      let kept = state.kept.values.reduce(into: Set()) { $0.formUnion($1) }
      return kept.subtracting(state.written).subtracting(state.discarded).count
    }
  }

  /// A random number below a bound.
  func random(_ bound: Int) -> Int { state.withLock { Int.random(in: 0..<bound, using: &$0.random) } }

  /// A new token for an account.
  func token(for account: String) -> BearerToken {
    state.withLock { state in
      let token = "\(account)#\(state.accounts.count)"
      state.accounts[token] = account
      return BearerToken(token)
    }
  }

  /// Ends all tokens that there are.
  func endSessions() { state.withLock { $0.ended = Set($0.accounts.keys) } }

  /// Sends a letter to each account that follows them.
  func sendLetters() {
    let followers = state.withLockUnchecked { $0.followers }
    for follower in followers { follower.source.send(follower.account) }
  }

  fileprivate func follow(_ token: String?, _ source: FeedSource<any Sendable>) -> AnyCancellable {
    state.withLockUnchecked { state in
      state.followers.append((token.flatMap { state.accounts[$0] } ?? "", source))
    }
    source.send(.open)
    return AnyCancellable { [self] in state.withLockUnchecked { $0.followers.removeAll { $0.source === source } } }
  }

  /// How it answers what comes with a token.
  fileprivate func handlers(_ token: String?) -> Backend {
    Backend.handlers([
      ServiceHandler(.signIn) { $0 },
      ServiceHandler(.notes) { [self] believed in
        try state.withLock { state in
          let account = try Self.account(of: token, in: state)
          if !believed.isEmpty, believed != account { state.faults.append("\(believed) reads the notes of \(account)") }
          return state.notes[account] ?? []
        }
      },
      ServiceHandler(.addNote) { [self] note in
        try state.withLock { state in
          let account = try Self.account(of: token, in: state)
          if note.account != account { state.faults.append("\(note.account) writes for \(account)") }
          let owner = state.owners[note.key] ?? account
          if owner != account { state.faults.append("\(account) has a key of \(owner)") }
          state.owners[note.key] = owner
          if state.written.insert(note.key).inserted {
            state.notes[account, default: []].append("\(account)-\(note.number)")
          }
          return account
        }
      },
      ServiceHandler(.order) { [self] in try book($0, token, isOrder: true) },
      ServiceHandler(.scan) { [self] in try book($0, token, isOrder: false) },
      ServiceHandler(.statement) { [self] believed in
        try state.withLock { state in
          let account = try Self.account(of: token, in: state)
          if !believed.isEmpty, believed != account { state.faults.append("\(believed) asks as \(account)") }
          return FileReference(name: "\(account)-statement", bytes: Array("\(account)-statement".utf8))
        }
      },
    ])
  }

  private func book(_ order: BankOrder, _ token: String?, isOrder: Bool) throws -> String {
    try state.withLock { state in
      let account = try Self.account(of: token, in: state)
      let text = (try? order.slip.readBytes(limit: 100)).map { String(decoding: $0, as: UTF8.self) }
      if order.account != account { state.faults.append("\(account) sends for \(order.account)") }
      if text != "\(order.account)-\(order.number)" { state.faults.append("\(order) has the file \(text ?? "none")") }
      guard isOrder else { return account }
      if state.discarded.contains(order.key) { state.faults.append("\(account) sends what was discarded") }
      let owner = state.owners[order.key] ?? account
      if owner != account { state.faults.append("\(account) has a key of \(owner)") }
      state.owners[order.key] = owner
      state.written.insert(order.key)
      return account
    }
  }

  private static func account(of token: String?, in state: State) throws(ServiceError) -> String {
    guard let token, !state.ended.contains(token), let account = state.accounts[token] else { throw .status(401) }
    return account
  }
}

/// The way to a bank: requests and answers take some time, and some are lost.
struct BankBackend: Sendable {
  let bank: Bank
  let session: ServerCredentials
  let main: AnySchedulerOf<DispatchQueue>

  /// - Parameter renews: whether a session can be renewed without a person, sometimes.
  init(_ bank: Bank, _ session: ServerCredentials, _ main: AnySchedulerOf<DispatchQueue>, renews: Bool) {
    self.bank = bank
    self.session = session
    self.main = main
    guard renews else { return }
    session.renew { [bank] old in
      let account = old.account ?? ""
      let result: Result<ServerSession, ServiceError> =
        switch bank.random(5) {
        case 0: .failure(.status(400))
        case 1: .failure(.timeout)
        case 2: .success(ServerSession(account: account == "ada" ? "eve" : "ada", token: bank.token(for: "mallory")))
        default: .success(ServerSession(account: account, token: bank.token(for: account)))
        }
      return Just(result).delay(for: .milliseconds(bank.random(4)), scheduler: main).flatMap(\.publisher)
        .eraseToAnyPublisher()
    }
  }

  var backend: Backend {
    Backend(
      address: "bank", credentials: [session], changes: .none, services: [], offers: { _ in false }, perform: perform)
  }

  private func perform(_ request: ServiceRequest) -> ServiceUpdates {
    switch request.kind {
    case .answer: answer(request)
    case .transfer: answer(request).prepend(.progress(TransferProgress(.sent, 0, of: 1))).eraseToAnyPublisher()
    case .feed: follow(request)
    }
  }

  private func answer(_ request: ServiceRequest) -> ServiceUpdates {
    session.holding(request.waitsForRenewal, isKeyed: request.isKeyed) { [self] attempt in
      let token = attempt.token?.withRevealedText(\.self)
      return Just(()).delay(for: .milliseconds(bank.random(4)), scheduler: main)
        .flatMap { [bank] in bank.handlers(token).perform(request).result() }
        .delay(for: .milliseconds(bank.random(4)), scheduler: main)
        .map { [bank] in bank.random(8) == 0 ? .failure(.timeout) : $0 }
        .flatMap(\.publisher)
        .handleEvents(receiveOutput: { [session, bank] update in
          guard request.name == "signIn", let name = update.value as? String else { return }
          session.setSession(ServerSession(account: name, token: bank.token(for: name))) { _ in }
        })
        .eraseToAnyPublisher()
    }
  }

  private func follow(_ request: ServiceRequest) -> ServiceUpdates {
    guard let feed = request.feed else { return Fail(error: request.unknown).eraseToAnyPublisher() }
    return feed.publisher { [bank, session] source in
      bank.follow(session.attempt.token?.withRevealedText(\.self), source)
    }
    .map(ServiceUpdate.init).eraseToAnyPublisher()
  }
}
