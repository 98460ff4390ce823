import Dispatch
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
  fileprivate static let newerVersion = StorageKey("idempotency-keys", version: 2)
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
      {"keys":[{"operation":"weather","identity":"wand","key":"key","firstTry":1500,"openTries":1}],"confirmed":[]}
      """
    #expect(sent?.contains(#""value":"# + value) == true)
    cancellable.cancel()
  }

  @Test func `the key of a process that ended without an answer is used again`() throws {
    let first = try Wishes(.folder, in: folder)
    let key = first.tryOnce("wand").key
    first.close()
    let second = try Wishes(.folder, in: folder)
    #expect(second.tryOnce("wand", .failure(.status(404))).key == key)
    second.close()
    let third = try Wishes(.folder, in: folder)
    #expect(third.tryOnce("wand", .success(rain)).key == key)
    #expect(folder.files == ["lock"])
  }

  @Test func `an uncertain key of an earlier process is asked about after a day`() throws {
    let first = try Wishes(.folder, in: folder)
    first.tryOnce("wand")
    first.close()
    let second = try Wishes(.folder, in: folder, after: 86_400)
    #expect(second.tryOnce("wand").results == [.failure(.confirmationNeeded)])
    #expect(second.tryOnce("wand", .success(rain), isConfirmed: true).results == [.success(rain)])
    #expect(folder.files == ["lock"])
  }

  @Test(arguments: [.success(rain), .failure(.status(402))] as [Result<Weather, ServiceError>])
  func `a key that has ended leaves the disk`(result: Result<Weather, ServiceError>) throws {
    try Wishes(.folder, in: folder).tryOnce("wand", result)
    #expect(folder.files == ["lock"])
  }

  @Test func `the key of a success stays until it has been published`() throws {
    let wishes = try Wishes(.folder, in: folder)
    let first = wishes.tryOnce("wand")
    var stored: [Bool] = []
    let storage = try #require(wishes.storage)
    let answers = PassthroughSubject<Result<Weather, ServiceError>, Never>()
    let cancellable = wishes.keys.request(
      .weather, for: "wand", newKey: .random(), on: ImmediateScheduler.shared
    ) { _ in answers }
    .sink { [folder] _ in
      storage.flush()
      stored.append(folder.files.contains(Self.file))
    }
    storage.flush()
    first.cancel()
    answers.send(.success(rain))
    storage.flush()
    #expect(stored == [true])
    #expect(folder.files == ["lock"])
    cancellable.cancel()
  }

  // MARK: Failures of the folder

  @Test func `a full storage refuses a wish and drops no key`() throws {
    let wishes = try Wishes(.folder, in: folder, maximumSize: 400)
    let first = wishes.tryOnce("wand", .failure(.timeout))
    let before = folder.contents
    let refused = wishes.tryOnce(String(repeating: "x", count: 200))
    #expect(refused.key == nil)
    let reason = "There is no room to store \"idempotency-keys\": at most 400 bytes are kept."
    #expect(refused.results == [.failure(.notStored(reason: reason))])
    #expect(folder.contents == before)
    #expect(wishes.tryOnce("wand").key == first.key)
  }

  @Test func `a folder that cannot be written refuses a wish`() throws {
    let wishes = try Wishes(.folder, in: folder)
    folder.remove()
    let refused = wishes.tryOnce("wand")
    #expect(refused.key == nil)
    let reason = "\"idempotency-keys\" cannot be stored: No such file or directory."
    #expect(refused.results == [.failure(.notStored(reason: reason))])
    #expect(IdempotentRequestError.notStored(reason: reason).message == "Nothing was sent. \(reason)")
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
    #expect(wishes.tryOnce("wand").key == first.key)
  }

  // MARK: Damage

  @Test func `the user is asked once for each wish after damage`() throws {
    folder.write(Self.file, "damage")
    let first = try Wishes(.folder, in: folder)
    for wish in ["wand", "cloak"] {
      #expect(first.tryOnce(wish).results == [.failure(.confirmationNeeded)])
    }
    #expect(folder.files == ["\(Self.file).damaged-1", "lock"])
    first.tryOnce("wand", .success(rain), isConfirmed: true)
    first.close()
    let second = try Wishes(.folder, in: folder)
    #expect(second.tryOnce("wand", .success(rain)).key != nil)
    #expect(second.tryOnce("cloak").results == [.failure(.confirmationNeeded)])
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
    #expect(attempt.results == [.failure(.confirmationNeeded)])
    #expect(folder.files == ["\(Self.file).damaged-1", "lock"])
    #expect(wishes.tryOnce("wand", isConfirmed: true).key != nil)
  }

  @Test func `a file of a newer version refuses a wish, and stays`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("keys", for: .newerVersion)
    storage.close()
    let before = folder.contents
    let wishes = try Wishes(.folder, in: folder)
    let reason = "A newer version of the program has stored \"idempotency-keys\"."
    #expect(wishes.tryOnce("wand").results == [.failure(.notStored(reason: reason))])
    #expect(folder.contents == before)
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
    #expect(sent == 0)
    cancellable.cancel()
    disk.signal()
    storage.flush()
    #expect(sent == 0)
    #expect(folder.files == ["lock"])
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
    #expect(sent == [])
    #expect(folder.text(Self.file)?.contains(#""openTries":0"#) == true)
    let cancellable = request()
    storage.flush()
    scheduler.advance()
    storage.flush()
    #expect(sent.count == 1)
    #expect(folder.files == ["lock"])
    cancellable.cancel()
  }
}
