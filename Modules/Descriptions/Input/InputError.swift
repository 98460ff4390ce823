public import JSON

/// Why an event or the parameters of a screen cannot be read.
///
/// The error names the place of the fault and what was expected there. It never repeats a value, which may be a secret.
public struct InputError: Error, Hashable, Sendable {
  /// The kind of fault.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// No screen has this name.
    case unknownScreen
    /// The schema has no such member.
    case unknownMember
    /// A member is missing that the schema requires.
    case missingMember
    /// A value has another type, or its type does not allow it.
    case wrongType
    /// The screen has no such event.
    case unknownEvent
    /// No screen has this link, or it is damaged.
    case unknownLink
    /// A link has a parameter twice.
    case repeatedMember
  }

  /// The kind of fault.
  public let reason: Reason
  /// The place of the fault within the event or the parameters.
  public let pointer: JSONPointer
  /// What was expected there, such as "a string".
  public let expected: String
  /// Whether what was expected is said in the language of the app, to the person who typed the value.
  package private(set) var isForPeople = false

  /// A fault at a place; by default, in the whole value.
  public init(_ reason: Reason, at pointer: JSONPointer = JSONPointer(), expected: String) {
    self.reason = reason
    self.pointer = pointer
    self.expected = expected
  }

  /// The same fault, as one of an object in which the value is a member.
  package func inside(_ member: String) -> InputError {
    var error = InputError(reason, at: JSONPointer(member).appending(pointer), expected: expected)
    error.isForPeople = isForPeople
    return error
  }

  /// A text that a person typed is not such a value.
  package static func typed(expected: String) -> InputError {
    var error = InputError(.wrongType, expected: expected)
    error.isForPeople = true
    return error
  }
}

extension InputError: CustomStringConvertible {
  public var description: String {
    "\(reason.rawValue) at \"\(pointer)\": expected \(expected)"
  }
}
