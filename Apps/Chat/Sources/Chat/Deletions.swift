import Screens

private enum DeletionsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> UndoableRequests<Message> {
    UndoableRequests(.delete, in: environment) { message in
      MessageAddress(room: message.room, id: message.id)
    } notice: { messages, words in
      guard messages.count == 1 else { return words.text("\(count: messages.count) messages were deleted.") }
      return words.text("Deleted: \(messages[0].beginning)")
    }
  }
}

extension AppEnvironment {
  /// The messages that are about to be deleted.
  var deletions: UndoableRequests<Message> { self[DeletionsKey.self] }
}

extension Message {
  /// By what people know it: the beginning of its text, or its file.
  fileprivate var beginning: String {
    guard !text.isEmpty else { return attachment?.name ?? "" }
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}
