extension Shape {
  /// What a value means to people: the name of a ``Descriptions/Role``, without the kind of its values.
  public struct Role: Hashable, Sendable, CustomStringConvertible {
    /// The name on the wire.
    public let description: String

    private init(_ name: String) { description = name }

    package static let title = Role("title")
    package static let subtitle = Role("subtitle")
    package static let note = Role("note")
    package static let failure = Role("failure")
    package static let success = Role("success")
    package static let status = Role("status")
    package static let longText = Role("longText")
    package static let code = Role("code")
    package static let search = Role("search")
    package static let userName = Role("userName")
    package static let emailAddress = Role("emailAddress")
    package static let oneTimeCode = Role("oneTimeCode")
    package static let image = Role("image")
    package static let existingSecret = Role("existingSecret")
    package static let newSecret = Role("newSecret")
    package static let count = Role("count")
    package static let badge = Role("badge")
    package static let percent = Role("percent")
    package static let progress = Role("progress")
    package static let duration = Role("duration")
    package static let activity = Role("activity")
    package static let relativeTime = Role("relativeTime")
  }
}
