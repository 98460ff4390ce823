/// What people know of a list beyond its rows.
public struct ListDescription: Hashable, Sendable {
  /// What stands in place of the rows while there are none, in a sentence; `nil` for the words of the front.
  public internal(set) var emptyText: String?
  /// The row's members that stand in columns of their own; empty where a front chooses. The title of a row comes first in any case.
  public internal(set) var columns: [String] = []
  /// Where the list begins when it is shown, and stays while rows come in.
  public internal(set) var edge = Edge.start
  /// The field beside the list with the order that the person has chosen; `nil` without one.
  public internal(set) var order: String?
  /// The row's member whose value is the heading over the rows that have it; of an instant, its day. `nil` for a list without sections.
  public internal(set) var section: String?
  /// The field with the words for how many rows there are, in place of those of the front; `nil` without one.
  public internal(set) var count: String?
  /// The row's Boolean that says that the person has written it, as in a conversation; `nil` without one.
  public internal(set) var own: String?

  /// An edge of a list.
  public enum Edge: String, Hashable, Sendable {
    /// The first row is in sight, as in a table.
    case start
    /// The last row is in sight, as in a chat.
    case end
  }
}
