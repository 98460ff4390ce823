/// What an event is for, so that a front gives it the right key, place or gesture. More purposes may be added.
public struct EventPurpose: Hashable, Sendable, CustomStringConvertible {
  /// The name on the wire.
  public let description: String

  private init(_ name: String) { description = name }

  /// What a person most likely wants on the screen.
  public static let primary = EventPurpose("primary")
  /// Sends what was entered. Return does it, too.
  public static let submit = EventPurpose("submit")
  /// Gives up what was entered or is going on.
  public static let cancel = EventPurpose("cancel")
  /// Asks for the present state of what is shown.
  public static let refresh = EventPurpose("refresh")
  /// Asks for rows before the first one.
  public static let loadEarlier = EventPurpose("loadEarlier")
  /// Asks for rows behind the last one.
  public static let loadMore = EventPurpose("loadMore")
  /// Shows something else of the same kind on the screen, such as the next month, and changes nothing.
  public static let browse = EventPurpose("browse")
  /// Leads to another screen, and changes nothing.
  public static let navigate = EventPurpose("navigate")
}
