import JSON
import Locking

/// The files of a value, whose bytes go beside its JSON: as parts of a form, in chunks over a wire, in a folder.
///
/// Files are collected while a value is written, and attached while one is read. Elsewhere the JSON of a file names no bytes, so
/// that nothing from outside can name any.
package enum FileAttachments {
  private final class Collector: Sendable {
    let first: Int
    let files = LockedValue<[FileReference]>([])

    init(_ first: Int) { self.first = first }
  }

  @TaskLocal private static var collector: Collector?
  @TaskLocal private static var attached: [String: FileReference] = [:]
  /// Whether a file is read only with its bytes.
  @TaskLocal static var requiresBytes = false

  /// Writes a value, and collects its files.
  ///
  /// - Parameter first: the number of the first file.
  /// - Returns: what `write` returns, and the files: with `first` 0 the one with the key `"0"` in the JSON, `"1"` and so on.
  package static func collecting<Result>(from first: Int = 0, _ write: () throws -> Result) rethrows -> (
    result: Result, files: [FileReference]
  ) {
    let collector = Collector(first)
    let result = try $collector.withValue(collector, operation: write)
    return (result, collector.files.withLock { $0 })
  }

  /// Reads a value, whose files have the bytes of other files by the keys in its JSON.
  ///
  /// - Parameter isStrict: whether a file without bytes makes the value one that cannot be read.
  package static func attaching<Result>(
    _ files: [String: FileReference], isStrict: Bool = false, _ read: () throws -> Result
  ) rethrows -> Result {
    try $requiresBytes.withValue(isStrict) { try $attached.withValue(files, operation: read) }
  }

  /// The JSON of a file whose bytes have a key.
  package static func json(_ file: FileReference, key: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("attachment", key)
      writer.member("mediaType", file.mediaType)
      writer.member("name", file.name)
      writer.member("size", file.size)
    }
    return writer.bytes
  }

  /// The key of a file that is being written; `nil` where no files are collected.
  static func key(of file: FileReference) -> String? {
    guard let collector else { return nil }
    return collector.files.withLock { files in
      files.append(file)
      return String(collector.first + files.count - 1)
    }
  }

  /// The bytes with a key; `nil` where there are none.
  static func content(_ key: String?) -> FileContent? { key.flatMap { attached[$0]?.content } }
}
