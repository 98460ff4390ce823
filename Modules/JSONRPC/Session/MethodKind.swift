/// How a method takes part in the conversation.
public enum MethodKind: Sendable {
  /// May be answered later. Refused as overloaded when too many requests are in flight.
  case request
  /// A request that waits for all others, such as a `sync`: in flight as they are, but ``Session/isIdle`` ignores it.
  case barrier
  /// Answered before its handler returns; never refused as overloaded.
  case immediate
  /// Only a notification: as a request it is unknown.
  case notification
  /// Only the first message, until one succeeds.
  case opening
}
