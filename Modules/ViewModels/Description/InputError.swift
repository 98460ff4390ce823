/// Why an event or the parameters of a screen cannot be read.
///
/// It says where the fault is, seen from the bytes that were given, and what was expected there. It never repeats a value, which may be a secret.
public struct InputError: Error, Hashable, Sendable {
  /// The kind of fault.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// There is no screen of that name.
    case unknownScreen
    /// A member that the schema does not have.
    case unknownMember
    /// A member that the schema requires is not there.
    case missingMember
    /// A value of another type, or one that its type does not allow.
    case wrongType
    /// An event that the screen does not have.
    case unknownEvent
  }

  /// The kind of fault.
  public let reason: Reason
  /// The names of the members that lead to the fault, from the outermost on.
  public let path: [String]
  /// What was expected there, such as "a string".
  public let expected: String

  /// A fault at a place.
  public init(_ reason: Reason, at path: [String] = [], expected: String) {
    self.reason = reason
    self.path = path
    self.expected = expected
  }

  /// The place as a JSON Pointer (RFC 6901); empty for the whole document.
  public var pointer: String {
    path.reduce(into: "") { pointer, name in
      pointer.append("/")
      for scalar in name.unicodeScalars {
        switch scalar {
        case "~": pointer.append("~0")
        case "/": pointer.append("~1")
        default: pointer.unicodeScalars.append(scalar)
        }
      }
    }
  }
}

extension InputError: CustomStringConvertible {
  public var description: String {
    "\(reason.rawValue) at \"\(pointer)\": expected \(expected)"
  }
}
