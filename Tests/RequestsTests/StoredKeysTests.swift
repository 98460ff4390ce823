import Dispatch
import ExpectSupport
import Foundation
import Requests
import Storage
import Streams
import StreamsTesting
import Support
import Testing

extension StorageKey<String> {
  fileprivate static let note = StorageKey("note")
  fileprivate static let otherForm = StorageKey("idempotency-keys")
  fileprivate static let newerVersion = StorageKey("idempotency-keys", version: 3)
  /// The keys as JSON, in the form without owners.
  fileprivate static let firstVersion = StorageKey("idempotency-keys") {
    String(decoding: $0.bytes, as: UTF8.self)
  } write: { text, writer in
    writer.raw(Array(text.utf8))
  }
}

/// Keys in a folder, in the next process and when the folder fails.
@Suite struct StoredKeysTests {
  private static let file = "idempotency-keys.json"
  private let folder = TemporaryFolder()

  @Test func `a try is on the disk before the request is sent`() throws {
    let storage = try Storage(folder: folder.path)
    let keys = IdempotencyKeys(storage: storage, now: { Date(timeIntervalSince1970: 1.5) })
    var sent: String?
    let cancellable = keys.request(
      .weather, for: "wand", newKey: IdempotencyKey.example, on: ImmediateScheduler.shared
    ) { [folder] _ in
      sent = folder.text(Self.file)
      return Empty<Result<Weather, ServiceError>, Never>(completeImmediately: false)
    }
    .sink { _ in }
    storage.flush()
    let value = """
      "identity":"wand","key":"key","firstTry":1500,"openTries":1,"isAnswered":false}],"confirmed":[]}
      """
    #expect(sent?.contains(#""value":{"keys":[{"operation":"weather","owner":"N"#) == true)
    #expect(sent?.contains(value) == true)
    cancellable.cancel()
  }

  @Test func `the key of a process that ended without an answer is used again`() throws {
    let first = try Wishes(.folder, in: folder)
    let key = first.tryOnce("wand").key
    first.close()
    let second = try Wishes(.folder, in: folder)
    expectEqual(second.tryOnce("wand", .failure(.status(404))).key, key)
    second.close()
    let third = try Wishes(.folder, in: folder)
    expectEqual(third.tryOnce("wand", .success(rain)).key, key)
    expectEqual(folder.files, ["lock"])
  }

  @Test(
    arguments: [nil, .failure(.timeout), .failure(.connectionRefused), .failure(.status(429))]
      as [Result<Weather, ServiceError>?])
  func `a success by a key of an earlier process is that of the earlier wish`(
    result: Result<Weather, ServiceError>?
  ) throws {
    let first = try Wishes(.folder, in: folder)
    let date = first.clock.date
    let key = first.tryOnce("wand", result).key
    first.close()
    let second = try Wishes(.folder, in: folder, after: 3_600)
    // A try that fails in this process does not make the key its own.
    expectEqual(second.tryOnce("wand", .failure(.timeout)).key, key)
    let success = second.tryOnce("wand", .success(rain))
    expectEqual(success.key, key)
    expectEqual(success.earlierWishes, [date])
    let next = second.tryOnce("wand", .success(rain))
    #expect(next.key != key)
    expectEqual(next.earlierWishes, [nil])
    expectEqual(folder.files, ["lock"])
  }

  @Test func `a success that is not published is new in the next try`() throws {
    let wishes = try Wishes(.folder, in: folder)
    let storage = try #require(wishes.storage)
    let scheduler = TestScheduler()
    var dates: [Date?] = []
    func request(onAnswer: @escaping () -> Void = {}) -> AnyCancellable {
      wishes.keys.request(.weather, for: "wand", newKey: .random(), on: scheduler) { _ in
        Just(Result<Weather, ServiceError>.success(rain)).handleEvents(
          receiveCompletion: { _ in onAnswer() }, receiveCancel: onAnswer)
      }
      .sink { if case .success(let success) = $0 { dates.append(success.earlierWish) } }
    }
    // NB: in the job that takes the answer. After it, the storage's thread may have made the answer ready to publish.
    var cancelled: AnyCancellable?
    cancelled = request { cancelled?.cancel() }
    storage.flush()
    scheduler.advance()
    storage.flush()
    let cancellable = request()
    for _ in 1...2 {
      storage.flush()
      scheduler.advance()
    }
    expectEqual(dates, [nil])
    cancellable.cancel()
  }

  @Test func `an uncertain key of an earlier process is asked about after a day`() throws {
    let first = try Wishes(.folder, in: folder)
    first.tryOnce("wand")
    first.close()
    let second = try Wishes(.folder, in: folder, after: 86_400)
    expectEqual(second.tryOnce("wand").results, [.failure(.confirmationNeeded)])
    expectEqual(second.tryOnce("wand", .success(rain), isConfirmed: true).results, [.success(rain)])
    expectEqual(folder.files, ["lock"])
  }

  @Test(arguments: [.success(rain), .failure(.status(402))] as [Result<Weather, ServiceError>])
  func `a key that has ended leaves the disk`(result: Result<Weather, ServiceError>) throws {
    try Wishes(.folder, in: folder).tryOnce("wand", result)
    expectEqual(folder.files, ["lock"])
  }

  @Test func `a success is marked on the disk, then published, then its key goes`() throws {
    let wishes = try Wishes(.folder, in: folder)
    let storage = try #require(wishes.storage)
    let scheduler = TestScheduler()
    let answers = PassthroughSubject<Result<Weather, ServiceError>, Never>()
    var stored: [String?] = []
    let cancellable = wishes.keys.request(.weather, for: "wand", newKey: .random(), on: scheduler) { _ in answers }
      .sink { [folder] _ in stored.append(folder.text(Self.file)) }
    storage.flush()
    scheduler.advance()
    answers.send(.success(rain))
    storage.flush()
    #expect(folder.text(Self.file)?.contains(#""openTries":1,"isAnswered":true"#) == true)
    expectEqual(stored, [])
    scheduler.advance()
    #expect(stored.count == 1 && stored[0]?.contains(#""isAnswered":true"#) == true)
    storage.flush()
    expectEqual(folder.files, ["lock"])
    cancellable.cancel()
  }

  // MARK: A disk that fills

  /// Makes every change fail while a body runs: nothing can be created while a folder has the name of the unfinished file.
  private func withFullDisk<Result>(_ body: () throws -> Result) throws -> Result {
    let obstacle = folder.path + "/\(Self.file).new"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: obstacle) }
    return try body()
  }

  /// The moments at which the disk fills.
  enum Moment: CaseIterable {
    case beforeTheMark, beforeTheRemoval
  }

  @Test(arguments: Moment.allCases, [false, true])
  func `a success on a full disk is published, and the next wish waits for the disk`(
    moment: Moment, isKilled: Bool
  ) throws {
    let wishes = try Wishes(.folder, in: folder)
    let storage = try #require(wishes.storage)
    // The key of another wish stays, so the file has to be written to remove the first key.
    wishes.tryOnce("cloak", .failure(.timeout))
    let scheduler = TestScheduler()
    let answers = PassthroughSubject<Result<Weather, ServiceError>, Never>()
    var keys: [IdempotencyKey] = []
    var dates: [Date?] = []
    let cancellable = wishes.keys.request(.weather, for: "wand", newKey: .random(), on: scheduler) { key in
      keys.append(key)
      return answers
    }
    .sink { if case .success(let success) = $0 { dates.append(success.earlierWish) } }
    storage.flush()
    scheduler.advance()
    if moment == .beforeTheRemoval {
      answers.send(.success(rain))
      storage.flush()
    }
    try withFullDisk {
      if moment == .beforeTheMark {
        answers.send(.success(rain))
        storage.flush()
      }
      expectEqual(dates, [])
      scheduler.advance()
      storage.flush()
      expectEqual(dates, [nil])
      let refused = wishes.tryOnce("wand")
      #expect(refused.key == nil)
      expectEqual(
        refused.results, [.failure(.notStored(reason: "\"idempotency-keys\" cannot be stored: Is a directory."))])
    }
    wishes.close()
    cancellable.cancel()
    guard isKilled else { return }
    let second = try Wishes(.folder, in: folder)
    let earlier = second.tryOnce("wand", .success(rain))
    expectEqual(earlier.key, keys.first)
    expectEqual(earlier.earlierWishes, [wishes.clock.date])
  }

  @Test(arguments: Moment.allCases)
  func `a success on a full disk is not published again when the disk has room`(moment: Moment) throws {
    let wishes = try Wishes(.folder, in: folder)
    wishes.tryOnce("cloak", .failure(.timeout))
    let first = wishes.tryOnce("wand")
    try withFullDisk { first.answer(.success(rain)) }
    expectEqual(first.earlierWishes, [nil])
    let second = wishes.tryOnce("wand", .success(rain))
    #expect(second.key != first.key)
    expectEqual(second.earlierWishes, [nil])
    #expect(folder.text(Self.file)?.contains(#""identity":"wand""#) == false)
    #expect(folder.text(Self.file)?.contains(#""identity":"cloak""#) == true)
  }

  // MARK: Failures of the folder

  @Test func `a full storage refuses a wish and drops no key`() throws {
    let wishes = try Wishes(.folder, in: folder, maximumSize: 400)
    let first = wishes.tryOnce("wand", .failure(.timeout))
    let before = folder.contents
    let refused = wishes.tryOnce(String(repeating: "x", count: 200))
    #expect(refused.key == nil)
    let reason = "There is no room to store \"idempotency-keys\": at most 400 bytes are kept."
    expectEqual(refused.results, [.failure(.notStored(reason: reason))])
    expectEqual(folder.contents, before)
    expectEqual(wishes.tryOnce("wand").key, first.key)
  }

  @Test func `a folder that cannot be written refuses a wish`() throws {
    let wishes = try Wishes(.folder, in: folder)
    folder.remove()
    let refused = wishes.tryOnce("wand")
    #expect(refused.key == nil)
    let reason = "\"idempotency-keys\" cannot be stored: No such file or directory."
    expectEqual(refused.results, [.failure(.notStored(reason: reason))])
    expectEqual(ServiceError.notStored(reason: reason).message, "Nothing was sent. \(reason)")
  }

  @Test func `a refused try does not count`() throws {
    let wishes = try Wishes(.folder, in: folder)
    wishes.tryOnce("wand", .failure(.status(429)))
    // Nothing can be created while a folder has the name of the unfinished file.
    let obstacle = folder.path + "/\(Self.file).new"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    #expect(wishes.tryOnce("wand").key == nil)
    try FileManager.default.removeItem(atPath: obstacle)
    let second = wishes.tryOnce("wand", .failure(.status(402)))
    #expect(wishes.tryOnce("wand").key != second.key)
  }

  @Test func `an ending that cannot be written leaves the key uncertain`() throws {
    let wishes = try Wishes(.folder, in: folder)
    wishes.tryOnce("cloak")
    let first = wishes.tryOnce("wand")
    let obstacle = folder.path + "/\(Self.file).new"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    first.answer(.failure(.status(402)))
    try FileManager.default.removeItem(atPath: obstacle)
    expectEqual(wishes.tryOnce("wand").key, first.key)
  }

  // MARK: Owners

  @Test func `the keys of an account wait for it, and the file does not name it`() throws {
    let address = "http://ada:plugh@bank.example:80"
    let first = try Wishes(.folder, in: folder)
    let key = first.tryOnce("wand", .failure(.timeout), account: "ada-xyzzy", at: address).key
    let file = try #require(folder.text(Self.file))
    for text in ["xyzzy", "plugh", "bank"] { #expect(!file.contains(text)) }
    expectEqual(folder.files, [Self.file, "lock"])
    first.close()
    let second = try Wishes(.folder, in: folder)
    let other = second.tryOnce("wand", .success(rain), account: "eve", at: address)
    #expect(other.key != nil && other.key != key)
    expectEqual(other.earlierWishes, [nil])
    let again = second.tryOnce("wand", .success(rain), account: "ada-xyzzy", at: address)
    expectEqual(again.key, key)
    expectEqual(again.earlierWishes, [first.clock.date])
    expectEqual(folder.files, ["lock"])
  }

  /// Keys without owners, as an earlier version has stored them.
  private func storeFirstVersion() async throws {
    let storage = try Storage(folder: folder.path)
    let keys = [("wand", "old-1", 1), ("cloak", "old-2", 0)].map { identity, key, openTries in
      """
      {"operation":"weather","identity":"\(identity)","key":"\(key)","firstTry":1795187040000,"openTries":\(openTries)}
      """
    }
    let text = #"{"keys":[\#(keys.joined(separator: ","))],"confirmed":[]}"#
    storage.set(text, for: .firstVersion) { _ in }
    storage.close()
    #expect(folder.text(Self.file)?.hasPrefix(#"{"version":1,"#) == true)
  }

  @Test func `a key of an earlier version is used in an app without accounts`() async throws {
    try await storeFirstVersion()
    let wishes = try Wishes(.folder, in: folder)
    let success = wishes.tryOnce("wand", .success(rain), at: "http://bank:80")
    expectEqual(success.key, IdempotencyKey(rawValue: "old-1"))
    expectEqual(success.earlierWishes, [Date(timeIntervalSince1970: 1_795_187_040)])
    expectEqual(wishes.tryOnce("cloak", .success(rain), at: "http://bank:80").key, IdempotencyKey(rawValue: "old-2"))
    expectEqual(folder.files, ["lock"])
  }

  @Test func `a key of an earlier version is asked about once in each account`() async throws {
    try await storeFirstVersion()
    for account in ["ada", "eve"] {
      let wishes = try Wishes(.folder, in: folder)
      expectEqual(wishes.tryOnce("wand", account: account).results, [.failure(.confirmationNeeded)])
      // Nothing was carried out by a key whose every try was answered.
      expectEqual(wishes.tryOnce("cloak", .success(rain), account: account).earlierWishes, [nil])
      for isConfirmed in [true, false] {
        let bought = wishes.tryOnce("wand", .success(rain), account: account, isConfirmed: isConfirmed)
        expectEqual(bought.earlierWishes, [nil])
        #expect(bought.key != IdempotencyKey(rawValue: "old-1"))
      }
      wishes.close()
    }
    #expect(folder.text(Self.file)?.contains(#""key":"old-1""#) == true)
  }

  // MARK: Damage

  @Test func `the user is asked once for each wish after damage`() throws {
    folder.write(Self.file, "damage")
    let first = try Wishes(.folder, in: folder)
    for wish in ["wand", "cloak"] {
      expectEqual(first.tryOnce(wish).results, [.failure(.confirmationNeeded)])
    }
    expectEqual(folder.files, ["\(Self.file).damaged-1", "lock"])
    first.tryOnce("wand", .success(rain), isConfirmed: true)
    first.close()
    let second = try Wishes(.folder, in: folder)
    #expect(second.tryOnce("wand", .success(rain)).key != nil)
    expectEqual(second.tryOnce("cloak").results, [.failure(.confirmationNeeded)])
    #expect(second.tryOnce("cloak", .failure(.timeout), isConfirmed: true).key != nil)
    #expect(second.tryOnce("cloak").key != nil)
    second.close()
    // The user has removed the damaged file.
    folder.remove("\(Self.file).damaged-1")
    let third = try Wishes(.folder, in: folder)
    #expect(third.tryOnce("broomstick").key != nil)
  }

  @Test func `a file of another form counts as damaged`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("keys", for: .otherForm)
    storage.close()
    let wishes = try Wishes(.folder, in: folder)
    let attempt = wishes.tryOnce("wand")
    wishes.storage?.flush()
    expectEqual(attempt.results, [.failure(.confirmationNeeded)])
    expectEqual(folder.files, ["\(Self.file).damaged-1", "lock"])
    #expect(wishes.tryOnce("wand", isConfirmed: true).key != nil)
  }

  @Test func `a file of a newer version refuses a wish, and stays`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("keys", for: .newerVersion)
    storage.close()
    let before = folder.contents
    let wishes = try Wishes(.folder, in: folder)
    let reason = "A newer version of the program has stored \"idempotency-keys\"."
    expectEqual(wishes.tryOnce("wand").results, [.failure(.notStored(reason: reason))])
    expectEqual(folder.contents, before)
  }

  // MARK: Threads

  @Test func `a request does not wait for the disk, and is not sent when it is cancelled`() throws {
    let wishes = try Wishes(.folder, in: folder)
    let storage = try #require(wishes.storage)
    let disk = DispatchSemaphore(value: 0)
    storage.update(.note) { _ in
      disk.wait()
    } completion: { _ in
    }
    var sent = 0
    let cancellable = wishes.keys.request(.weather, for: "wand", newKey: .random(), on: ImmediateScheduler.shared) {
      _ in
      sent += 1
      return Just(Result<Weather, ServiceError>.success(rain))
    }
    .sink { _ in }
    expectEqual(sent, 0)
    cancellable.cancel()
    disk.signal()
    storage.flush()
    expectEqual(sent, 0)
    expectEqual(folder.files, ["lock"])
  }

  @Test func `a request that is cancelled when it is on the disk is not sent, and not uncertain`() throws {
    let wishes = try Wishes(.folder, in: folder)
    let storage = try #require(wishes.storage)
    let scheduler = TestScheduler()
    var sent: [IdempotencyKey] = []
    func request() -> AnyCancellable {
      wishes.keys.request(.weather, for: "wand", newKey: .random(), on: scheduler) { key in
        sent.append(key)
        return Just(Result<Weather, ServiceError>.failure(.status(402)))
      }
      .sink { _ in }
    }
    let cancelled = request()
    storage.flush()
    #expect(folder.text(Self.file)?.contains(#""openTries":1"#) == true)
    cancelled.cancel()
    storage.flush()
    scheduler.advance()
    expectEqual(sent, [])
    #expect(folder.text(Self.file)?.contains(#""openTries":0"#) == true)
    let cancellable = request()
    storage.flush()
    scheduler.advance()
    storage.flush()
    expectEqual(sent.count, 1)
    expectEqual(folder.files, ["lock"])
    cancellable.cancel()
  }
}
