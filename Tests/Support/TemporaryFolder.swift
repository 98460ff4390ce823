public import Foundation

/// A folder that is removed with its last reference.
public final class TemporaryFolder: Sendable {
  /// The path.
  public let path: String

  /// Creates an empty folder.
  public init() {
    path = FileManager.default.temporaryDirectory.path + "/tributary-storage-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { remove() }

  /// The names of the files, sorted.
  public var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The files with their contents.
  public var contents: [String: Data] {
    Dictionary(
      uniqueKeysWithValues: files.map { ($0, FileManager.default.contents(atPath: path + "/" + $0) ?? Data()) })
  }

  /// The content of a file; `nil` if there is none.
  public func text(_ file: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + file).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file.
  public func write(_ file: String, _ text: String) { write(file, Array(text.utf8)) }

  /// Writes a file.
  public func write(_ file: String, _ bytes: some Sequence<UInt8>) {
    _ = FileManager.default.createFile(atPath: path + "/" + file, contents: Data(bytes))
  }

  /// The mode of a file; `nil` if there is none.
  public func permissions(_ file: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path + "/" + file))?[.posixPermissions] as? Int
  }

  /// Removes a file.
  public func remove(_ file: String) { try? FileManager.default.removeItem(atPath: path + "/" + file) }

  /// Removes the folder.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
