/// What may be told of a message without telling what it says: enough for a log.
public struct MessageReport: Sendable, Equatable {
  /// The method, if there is such a method; no other name is ever in a report.
  public var method: String?
  /// Whether the message is a request or a notification at all.
  public var isCall = false
  /// What kind of id it has.
  public var id = IDKind.none
  /// The bytes of the frame that it came in.
  public var size: Int
  /// Whether it came in a batch, with others in the frame.
  public var isInBatch: Bool

  /// What an id is.
  public enum IDKind: String, Sendable {
    /// There is none, as in a notification.
    case none
    /// It is `null`.
    case null
    /// It is a number.
    case number
    /// It is a string.
    case string
    /// It is a value that no id may be.
    case invalid

    /// The kind of an id that begins with this byte, if there is one.
    init(_ first: UInt8?) {
      guard let first else {
        self = .none
        return
      }
      self =
        switch first {
        case 0x6E: .null
        case 0x22: .string
        case 0x2D, 0x30...0x39: .number
        default: .invalid
        }
    }
  }
}
