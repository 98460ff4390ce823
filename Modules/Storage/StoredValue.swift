internal import JSON

/// A stored value in its file's form: `{"version":1,"checksum":"af63bd4c8601b7df","value":…}`.
struct StoredValue: Sendable {
  let version: Int
  let value: JSONText
  /// How many bytes the file has.
  let fileSize: Int

  /// A value that is in no file.
  init(version: Int, value: JSONText) {
    self.version = version
    self.value = value
    fileSize = value.bytes.count
  }

  /// The content of a file; `nil` if the file is damaged.
  init?(file bytes: [UInt8]) {
    guard let file = try? JSONText(scanning: bytes), file.members.count(where: { _ in true }) == 3,
      let version: Int = file["version"]?.integer(), version > 0, let value = file["value"],
      let checksum = file["checksum"]?.string, checksum == Self.checksum(of: value, version: version)
    else { return nil }
    self.version = version
    self.value = value
    fileSize = bytes.count
  }

  /// The file of a value, and the value as it will be read; `nil` if the file would not be readable.
  static func file(version: Int, value: [UInt8]) -> (bytes: [UInt8], stored: StoredValue)? {
    guard let text = try? JSONText(scanning: value) else { return nil }
    var writer = JSONWriter()
    writer.object {
      $0.member("version", version)
      $0.member("checksum", checksum(of: text, version: version))
      $0.member("value", text)
    }
    let bytes = writer.bytes + [0x0A]
    return StoredValue(file: bytes).map { (bytes, $0) }
  }

  /// The value of a key's type.
  func value<Value>(for key: StorageKey<Value>) throws(StorageError) -> Value {
    guard version <= key.version else { throw .newerVersion(name: key.name) }
    guard let value = version == key.version ? key.codec.read(value) : key.migrate(value, version) else {
      throw .unreadable(name: key.name)
    }
    return value
  }

  /// The checksum of the version and the value.
  private static func checksum(of value: JSONText, version: Int) -> String {
    var checksum = Checksum()
    checksum.add("\(version)\n".utf8)
    checksum.add(value.bytes)
    return checksum.text
  }
}
