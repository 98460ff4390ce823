import Screens

private enum DeletionsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> UndoableRequests<Message> {
    UndoableRequests(.delete, in: environment) { message in
      MessageAddress(room: message.room, id: message.id)
    } notice: { messages, words in
      words.text("\(count: messages.count) messages were deleted.")
    }
  }
}

extension AppEnvironment {
  /// The messages that are about to be deleted.
  var deletions: UndoableRequests<Message> { self[DeletionsKey.self] }
}
