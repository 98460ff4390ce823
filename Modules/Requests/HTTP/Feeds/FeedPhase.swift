import Dispatch
import Streams
import StreamsExtras

// NB: not nested in the connection, because nested types are generic with it, and are looked up again with each call.

enum FeedMessage {
  case connect
  case arrived(TransferEvent, connection: Int)
  case room
  case retry(connection: Int)
  /// The time for the head, and for the body of an error, has passed.
  case replyIsLate(connection: Int)
  case checkSilence(connection: Int)
  /// What follows of a 401.
  case settled(RenewalVerdict, ServiceError, connection: Int)
  case cancel
}

/// What is shared with the thread of the transfers.
struct FeedMailbox {
  var messages = Deque<FeedMessage>()
  var isHandling = false
  /// The bytes that have arrived and are not parsed.
  var unparsed = 0
  /// When the last byte arrived.
  var lastByte: DispatchQueue.SchedulerTimeType?
  /// The number of the present connection. What comes from another one is ignored.
  var connection = 0
}

enum FeedPhase {
  case waiting
  /// The window is full, so no connection is made until the app has handled some of it.
  case wantsRoom
  case connecting
  /// The reply of an error, whose body is read.
  case refused(TransferReply)
  case open(FeedParser)
  case ended
}

enum FeedParser {
  case events(EventStreamParser)
  case lines(LineParser)
}
