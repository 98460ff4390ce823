public import StandardIO
public import Words

/// Why a value is not read or not stored. No error contains a value.
public enum StorageError: Error, Equatable, Sendable {
  /// Another process, or another `Storage` of this one, uses the folder.
  case inUse(folder: String)
  /// The folder cannot be used, for example because a file has its name.
  case noFolder(String, IOFailure)
  /// The folder holds more bytes than the storage may.
  case tooLarge(folder: String, limit: Int)
  /// The value would exceed the storage's bound. Nothing has changed.
  case full(name: String, limit: Int)
  /// The system has refused to write the value. What was stored before remains.
  case notWritten(name: String, IOFailure)
  /// The stored value is not of the key's type, and the key's migration does not understand it.
  case unreadable(name: String)
  /// A newer version of the program has written the value.
  case newerVersion(name: String)
  /// The key would not read what it has written, so the value is not stored.
  case notReadableAgain(name: String)
  /// The user has signed out of the account to which the value belongs, so it is not stored.
  case signedOut(name: String)
  /// The storage is closed.
  case closed

  /// The text for the user.
  public var text: LocalizedText {
    switch self {
    case .inUse(let folder): Words.text("Another process uses the folder \(folder).")
    case .noFolder(let folder, let failure):
      Words.text("The folder \(folder) cannot be used: \(failure.systemMessage ?? "\(failure)").")
    case .tooLarge(let folder, let limit):
      Words.text("The folder \(folder) holds more than \(count: limit, isGrouped: false) bytes.")
    case .full(let name, let limit):
      Words.text("There is no room to store \"\(name)\": at most \(count: limit, isGrouped: false) bytes are kept.")
    case .notWritten(let name, let failure):
      Words.text("\"\(name)\" cannot be stored: \(failure.systemMessage ?? "\(failure)").")
    case .unreadable(let name): Words.text("The stored value \"\(name)\" cannot be understood.")
    case .newerVersion(let name): Words.text("A newer version of the program has stored \"\(name)\".")
    case .notReadableAgain(let name): Words.text("\"\(name)\" cannot be stored: it would not be readable.")
    case .signedOut(let name): Words.text("\"\(name)\" is not stored: its account has signed out.")
    case .closed: Words.text("The storage is closed.")
    }
  }

  /// The text in English.
  public var message: String { text.description }
}
