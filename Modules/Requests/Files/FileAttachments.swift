import Locking

/// The files of a value, whose bytes go beside its JSON: as parts of a form, in chunks over a wire, in a folder.
///
/// Files are collected while a value is written, and attached while one is read. Elsewhere the JSON of a file names no bytes, so
/// that nothing from outside can name any.
package enum FileAttachments {
  private final class Collector: Sendable {
    let files = LockedValue<[FileReference]>([])
  }

  @TaskLocal private static var collector: Collector?
  @TaskLocal private static var attached: [String: FileReference] = [:]

  /// Writes a value, and collects its files.
  ///
  /// - Returns: what `write` returns, and the files: the one with the key `"0"` in the JSON, `"1"` and so on.
  package static func collecting<Result>(_ write: () throws -> Result) rethrows -> (result: Result, files: [FileReference])
  {
    let collector = Collector()
    let result = try $collector.withValue(collector, operation: write)
    return (result, collector.files.withLock { $0 })
  }

  /// Reads a value, whose files have the bytes of other files by the keys in its JSON.
  package static func attaching<Result>(
    _ files: [String: FileReference], _ read: () throws -> Result
  ) rethrows -> Result {
    try $attached.withValue(files, operation: read)
  }

  /// The key of a file that is being written; `nil` where no files are collected.
  static func key(of file: FileReference) -> String? {
    collector?.files.withLock { files in
      files.append(file)
      return String(files.count - 1)
    }
  }

  /// The bytes with a key; `nil` where there are none.
  static func content(_ key: String?) -> FileContent? { key.flatMap { attached[$0]?.content } }
}
