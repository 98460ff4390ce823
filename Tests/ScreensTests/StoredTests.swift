import AppTesting
import ExpectSupport
import Foundation
import Storage
import Support
import Testing

extension StorageKey<[String]> {
  fileprivate static let words = StorageKey("words")
}

extension StorageKey<Int> {
  fileprivate static let size = StorageKey("size").device
}

@MainActor @Suite struct StoredTests {
  private let world = TestWorld()
  private let environment: AppEnvironment

  init() { environment = world.environment }

  @Test func `publishes its value and each later one that is another, to all that ask for it`() {
    var values: [[String]] = []
    let cancellable = environment.stored(.words, default: ["a"]).publisher.sink { values.append($0) }
    let words = environment.stored(.words, default: ["a"])
    words.value.append("b")
    words.value = ["a", "b"]
    expectEqual(values, [["a"], ["a", "b"]])
    cancellable.cancel()
  }

  @Test func `is there in the next session, apart from the default, which is not stored`() throws {
    let folder = TemporaryFolder()
    var environment = environment
    let first = try Storage(folder: folder.path)
    environment.storage = first
    environment.stored(.words, default: []).value = ["a"]
    environment.stored(.size, default: 7).value = 8
    environment.stored(.size, default: 7).value = 7
    first.close()
    environment.storage = try Storage(folder: folder.path)
    expectEqual(environment.stored(.words, default: []).value, ["a"])
    #expect(try environment.storage.value(for: .size) == nil)
    expectEqual(environment.stored(.size, default: 9).value, 9)
  }

  @Test func `follows the account, and is that of the next one before the change is told`() {
    environment.account = "ada"
    let (words, size) = (environment.stored(.words, default: []), environment.stored(.size, default: 1))
    words.value = ["of Ada"]
    size.value = 2
    var seen: [[String]] = []
    let following = environment.accountChanges.sink { _ in seen.append(words.value) }
    environment.account = "eve"
    #expect(words.value.isEmpty && size.value == 2)
    words.value = ["of Eve"]
    environment.storage.flush()
    environment.account = "ada"
    expectEqual(words.value, ["of Ada"])
    environment.signOut(unsent: .keep)
    #expect(words.value.isEmpty)
    expectEqual(seen, [[], ["of Ada"], []])
    following.cancel()
  }

  @Test func `says why a value was not stored, and keeps it`() {
    var environment = environment
    environment.storage = Storage(maximumSize: 20)
    let words = environment.stored(.words, default: [])
    var failures: [StorageError] = []
    let cancellable = words.failures.sink { failures.append($0) }
    words.value = [String(repeating: "a", count: 100)]
    environment.storage.flush()
    world.scheduler.advance()
    expectEqual(failures, [.full(name: "words", limit: 20)])
    expectEqual(words.value.count, 1)
    cancellable.cancel()
  }
}
