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

/// What is forgotten with a connection.
struct PresentFeedConnection {
  var transfer: (any TransferControl)?
  /// When the head of the reply is late.
  var replyIsDue: DispatchQueue.SchedulerTimeType?
  /// What waits for a renewal of the session, after a 401.
  var renewal: AnyCancellable?
  var silence: SilenceWatch?
  /// What has arrived after the chunk that is parsed.
  var chunks = Deque<[UInt8]>()
  private(set) var chunk: [UInt8] = []
  /// How far the chunk is parsed.
  var position = 0
  var end: Result<Void, TransferFailure>?

  var chunkIsParsed: Bool { position == chunk.count }

  /// - Returns: Whether there is one.
  mutating func beginNextChunk() -> Bool {
    guard let next = chunks.popFirst() else { return false }
    chunk = next
    position = 0
    return true
  }
}

/// The tries to connect, which decide how long the next one waits.
struct FeedTries {
  typealias Time = DispatchQueue.SchedulerTimeType

  /// How many in a row have received nothing.
  var failures = 0
  /// How many there were since an element came, or since a connection was open for long.
  private var round = 0
  /// Whether the present one has brought no element.
  var isFruitless = true
  /// When its connection was opened.
  var opening: Time?
  /// What the server asks to wait, in milliseconds.
  var retry: Int?

  mutating func begin() {
    isFruitless = true
    opening = nil
  }

  /// The present one has ended.
  ///
  /// - Returns: How long the next one waits; `nil` if there is none.
  mutating func delay(by rule: FeedReconnection, least: Duration?, random: Double, now: Time) -> Duration? {
    failures += 1
    // NB: a quiet feed over a proxy that cuts each connection after a while is not asked less and less often.
    let wasOpenForLong = opening.map { $0.distance(to: now) >= Time.Stride(saturating: rule.longest) } ?? false
    round = isFruitless && !wasOpenForLong ? round + 1 : 1
    return rule.delay(
      before: failures, round: round, isFruitless: isFruitless, retry: retry, least: least, random: random)
  }
}

enum FeedParser {
  case events(EventStreamParser)
  case lines(LineParser)
}
