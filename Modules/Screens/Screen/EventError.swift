public import Descriptions

/// Why an event was not applied.
public enum EventError: Error, Equatable {
  /// The event cannot be read.
  case input(InputError)
  /// The screen does not allow it in its state, for this reason, which is a text for people.
  case refused(reason: String)

  /// The fault of an event that cannot be read.
  public var inputError: InputError? { if case .input(let error) = self { error } else { nil } }
}
