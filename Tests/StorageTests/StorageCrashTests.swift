import ExpectSupport
import Foundation
import Storage
import Support
import Testing

extension StorageKey<String> {
  fileprivate static let title = StorageKey("title")
}

/// Processes that end in the middle of a change.
@Suite struct StorageCrashTests {
  private let folder = TemporaryFolder()

  @Test(arguments: StateFolder.Step.allCases.filter { $0 != .fileIsRemoved })
  func `a killed process leaves the old or the new value`(step: StateFolder.Step) async throws {
    let first = try Storage(folder: folder.path)
    try await first.set("old", for: .title)
    first.close()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, name = step.rawValue as String] in
      let storage = try Storage(folder: path) { step in
        if step.rawValue == name { kill(getpid(), SIGKILL) }
      }
      try await storage.set("new", for: .title)
    }
    let second = try Storage(folder: folder.path)
    let isRenamed = step == .fileIsRenamed || step == .folderIsSynchronized
    #expect(try second.value(for: .title) == (isRenamed ? "new" : "old"))
    #expect(second.damagedFiles.isEmpty)
    expectEqual(folder.files, ["lock", "title.json"])
  }

  @Test(arguments: [StateFolder.Step.fileIsRemoved, .folderIsSynchronized])
  func `a killed process has removed the value`(step: StateFolder.Step) async throws {
    let first = try Storage(folder: folder.path)
    try await first.set("old", for: .title)
    first.close()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, name = step.rawValue as String] in
      let storage = try Storage(folder: path) { step in
        if step.rawValue == name { kill(getpid(), SIGKILL) }
      }
      try await storage.set(nil, for: .title)
    }
    #expect(try Storage(folder: folder.path).value(for: .title) == nil)
    expectEqual(folder.files, ["lock"])
  }

  @Test func `a disk without room leaves the old value`() async throws {
    let first = try Storage(folder: folder.path)
    try await first.set("old", for: .title)
    first.close()
    await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
      let error = try await errorOfSmallDisk(at: path)
      exit(error == .notWritten(name: "title", .refused(EFBIG)) ? 7 : 8)
    }
    expectEqual(folder.files, ["lock", "title.json"])
    try expectEqual(Storage(folder: folder.path).value(for: .title), "old")
  }
}

/// The error of a change when files of the process have at most ten bytes.
private func errorOfSmallDisk(at path: String) async throws -> StorageError? {
  let storage = try Storage(folder: path)
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(rlim_cur: 10, rlim_max: 10)
  #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    setrlimit(RLIMIT_FSIZE, &limit)
  #endif
  do throws(StorageError) {
    try await storage.set("new", for: .title)
    return nil
  } catch {
    try expectEqual(storage.value(for: .title), "old")
    return error
  }
}
