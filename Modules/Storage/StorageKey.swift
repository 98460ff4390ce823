public import Descriptions

/// The name of a stored value, its type, and its form in JSON.
///
/// ```swift
/// extension StorageKey<[String]> {
///   static let searches = StorageKey("searches")
/// }
/// ```
public struct StorageKey<Value: Sendable>: Sendable {
  /// The name, which is also the name of the file.
  public let name: String
  /// The version of the form in which the value is written. A value that an older version has written is migrated.
  public let version: Int

  /// Whether the value belongs to the machine. Any other value is that of the account which the user has signed in to.
  public private(set) var isDevice = false

  /// Whether an account that signs in takes along what was stored before the sign-in.
  public private(set) var isTakenAlong = false

  /// Whether the value has a form in JSON everywhere, and so may be in a recording.
  let isDescribed: Bool
  /// How the value is read and written.
  let codec: Codec<Value>
  let migrate: @Sendable (JSONText, Int) -> Value?

  /// A key of a type that is read and written by functions of its own, such as a secret, which has no form in JSON
  /// anywhere else.
  ///
  /// - Parameters:
  ///   - name: the name, of 1 to 100 lowercase letters, digits and hyphens, and unique in the storage.
  ///   - version: the version of the form, counted from 1.
  ///   - read: the value of a JSON text; `nil` if the text does not stand for one.
  ///   - write: writes a value.
  ///   - migrate: the value of a JSON text that an older version has written; `nil` if it cannot be understood.
  public init(
    _ name: String, version: Int = 1, read: @escaping @Sendable (JSONText) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    migrate: @escaping @Sendable (_ old: JSONText, _ version: Int) -> Value? = { _, _ in nil }
  ) {
    let codec = Codec(shape: .json(), read: read) { value, writer, _ in write(value, &writer) }
    self.init(name, version: version, isDescribed: false, codec, migrate: migrate)
  }

  private init(
    _ name: String, version: Int, isDescribed: Bool, _ codec: Codec<Value>,
    migrate: @escaping @Sendable (_ old: JSONText, _ version: Int) -> Value?
  ) {
    precondition(Self.isName(name), "The name of a stored value has lowercase letters, digits and hyphens: \(name)")
    precondition(version > 0, "The version of a stored value is positive: \(name)")
    self.name = name
    self.version = version
    self.isDescribed = isDescribed
    self.codec = codec
    self.migrate = migrate
  }

  /// The key of a value that belongs to the machine, and not to the account which the user has signed in to: it stays when the user
  /// signs out, and every account sees it.
  ///
  /// ```swift
  /// extension StorageKey<String> {
  ///   static let theme = StorageKey("theme").device
  /// }
  /// ```
  public var device: StorageKey {
    var key = self
    key.isDevice = true
    return key
  }

  /// The key of a value that the account takes along which signs in, if it has none of its own: what was stored before the sign-in is the
  /// account's from then on. Without this, what a guest has stored stays with the guests.
  ///
  /// ```swift
  /// extension StorageKey<[Int]> {
  ///   static let wishList = StorageKey("wish-list").takenAlong
  /// }
  /// ```
  public var takenAlong: StorageKey {
    var key = self
    key.isTakenAlong = true
    return key
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}

extension StorageKey where Value: JSONReadable & JSONWritable {
  /// A key of a type that is described in JSON.
  ///
  /// - Parameters:
  ///   - name: the name, of 1 to 100 lowercase letters, digits and hyphens, and unique in the storage.
  ///   - version: the version of the form, counted from 1.
  ///   - migrate: the value of a JSON text that an older version has written; `nil` if it cannot be understood.
  public init(
    _ name: String, version: Int = 1,
    migrate: @escaping @Sendable (_ old: JSONText, _ version: Int) -> Value? = { _, _ in nil }
  ) {
    self.init(name, version: version, isDescribed: true, .described, migrate: migrate)
  }
}
