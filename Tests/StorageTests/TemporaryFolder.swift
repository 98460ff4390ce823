import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/tributary-storage-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { remove() }

  /// The names of the files, sorted.
  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The files with their contents.
  var contents: [String: Data] {
    Dictionary(
      uniqueKeysWithValues: files.map { ($0, FileManager.default.contents(atPath: path + "/" + $0) ?? Data()) })
  }

  func text(_ file: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + file).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ file: String, _ text: String) { write(file, Array(text.utf8)) }

  func write(_ file: String, _ bytes: some Sequence<UInt8>) {
    _ = FileManager.default.createFile(atPath: path + "/" + file, contents: Data(bytes))
  }

  func permissions(_ file: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path + "/" + file))?[.posixPermissions] as? Int
  }

  func remove(_ file: String) { try? FileManager.default.removeItem(atPath: path + "/" + file) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
