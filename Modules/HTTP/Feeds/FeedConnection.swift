import Dispatch
import Foundation
import Locking
import Streams
import StreamsExtras

/// What a backend gives the connections of its feeds.
struct FeedSettings: Sendable {
  var server: ServerConnection
  var transfers: any Transfers
  /// Measures delays and silence.
  var scheduler: AnySchedulerOf<DispatchQueue>
  /// Runs the work of a feed, never on the thread of the transfers.
  var run: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// A number from 0 up to 1, for the delay of a try. It is drawn from no generator that the app sees.
  var random: @Sendable () -> Double
  /// The time of day.
  var now: @Sendable () -> Date = { Date() }
}

/// Follows a feed on a server, through all its connections, for one subscriber.
///
/// Everything happens in messages, which are handled one at a time: what arrives, room in the window, a time that has come, the
/// cancellation. A chunk is parsed as far as the window has room, and the transfer is paused while too much is not parsed.
///
/// Sendable because what is variable is locked, or touched only by the message that is handled.
final class FeedConnection: @unchecked Sendable {
  typealias Time = DispatchQueue.SchedulerTimeType

  /// The transfer is paused while so many bytes are not parsed.
  private static var maximumUnparsed: Int { 64 << 10 }

  private let route: FeedRoute
  private let following: ServiceRequest
  private let source: FeedSource<any Sendable>
  private let settings: FeedSettings
  // Unchecked because messages move from thread to thread.
  private let mailbox = LockedValue(unchecked: FeedMailbox())

  // Touched only by the message that is handled.
  private var input: any Sendable
  private var phase = FeedPhase.waiting
  private var present = PresentFeedConnection()
  private var tries = FeedTries()
  private var attempt: ServerCredentials.Attempt?
  /// How many more times a 401 leads to another connection.
  private var resends = ServerCredentials.maximumResends
  private var request: TransferRequest?
  private var redirections = 0
  /// The resume point of server-sent events; `nil` before the first connection.
  private var lastID: String?

  init(
    _ route: FeedRoute, _ following: ServiceRequest, _ source: FeedSource<any Sendable>, _ settings: FeedSettings
  ) {
    self.route = route
    self.following = following
    input = following.input
    self.source = source
    self.settings = settings
  }

  /// Connects.
  ///
  /// - Returns: what ends the feed.
  func start() -> AnyCancellable {
    source.onRoom { [weak self] in self?.post(.room) }
    post(.connect)
    return AnyCancellable { [self] in post(.cancel) }
  }

  // MARK: - Messages

  private func post(_ message: FeedMessage) {
    let isFirst = mailbox.withLockUnchecked { mailbox in
      mailbox.messages.append(message)
      guard !mailbox.isHandling else { return false }
      mailbox.isHandling = true
      return true
    }
    if isFirst { settings.run { self.handleAll() } }
  }

  private func post(_ message: FeedMessage, after time: Duration) {
    let date = settings.scheduler.now.advanced(by: .init(saturating: time))
    settings.scheduler.schedule(after: date) { [weak self] in self?.post(message) }
  }

  private func handleAll() {
    while true {
      let message = mailbox.withLockUnchecked { mailbox in
        let message = mailbox.messages.popFirst()
        if message == nil { mailbox.isHandling = false }
        return message
      }
      guard let message else { return }
      handle(message)
    }
  }

  private func handle(_ message: FeedMessage) {
    if case .ended = phase { return }
    switch message {
    case .connect: connect()
    case .arrived(let event, let connection): if isPresent(connection) { receive(event) }
    case .room:
      if case .wantsRoom = phase { connect() } else { parse() }
    case .retry(let connection):
      guard isPresent(connection) else { break }
      if source.hasRoom { connect() } else { phase = .wantsRoom }
    case .replyIsLate(let connection):
      if isPresent(connection) { replyIsLate(connection) }
    case .checkSilence(let connection): if isPresent(connection) { checkSilence() }
    case .settled(let verdict, let error, let connection):
      if isPresent(connection) { settle(verdict, error) }
    case .cancel: close()
    }
  }

  private func isPresent(_ connection: Int) -> Bool { mailbox.withLock { $0.connection } == connection }

  // MARK: - A connection

  /// - Parameter next: what it is made with after a 401; by default the present token, if it is of the same account.
  private func connect(with next: ServerCredentials.Attempt? = nil) {
    guard var call = route.call(input) else { return fail(route.unaddressable(input)) }
    guard let url = call.url(below: settings.server.url) else { return fail(.transport(code: NSURLErrorBadURL)) }
    let lastID = lastID ?? route.resumePoint(call)
    self.lastID = lastID
    call.headers["Last-Event-ID"] = lastID.isEmpty ? nil : lastID
    call.headers["Cache-Control"] = "no-cache"
    // Not one that may be sent again, because it would share a connection with requests.
    call.readsOnly = false
    let server = settings.server
    if let credentials = server.credentials, credentials.origin == url.origin {
      switch next.map(Result.success) ?? credentials.attempt(following: attempt) {
      case .success(let present): attempt = present
      case .failure(let reason): return fail(reason)
      }
    }
    redirections = 0
    tries.begin()
    source.send(.connecting)
    send(call.request(to: url, of: server, token: attempt?.token, accepting: route.form.mediaTypes))
  }

  private func send(_ request: TransferRequest) {
    let connection = beginConnection()
    self.request = request
    phase = .connecting
    present.transfer = settings.transfers.stream(request) { [weak self] event in
      self?.arrive(event, connection) ?? false
    }
    scheduleReplyIsLate(connection)
  }

  private func scheduleReplyIsLate(_ connection: Int) {
    present.replyIsDue = settings.scheduler.now.advanced(by: .init(saturating: settings.server.timeout))
    post(.replyIsLate(connection: connection), after: settings.server.timeout)
  }

  /// Ends the present connection, and forgets what has arrived on it.
  ///
  /// - Returns: the number of the next one.
  @discardableResult private func beginConnection() -> Int {
    present.transfer?.cancel()
    present = PresentFeedConnection()
    return mailbox.withLock { mailbox in
      mailbox.connection += 1
      mailbox.unparsed = 0
      mailbox.lastByte = nil
      return mailbox.connection
    }
  }

  /// Takes what arrives, on the thread of the transfers.
  ///
  /// - Returns: whether more is wanted.
  private func arrive(_ event: TransferEvent, _ connection: Int) -> Bool {
    let now = settings.scheduler.now
    let wantsMore = mailbox.withLock { mailbox in
      guard mailbox.connection == connection else { return false }
      if case .body(let bytes) = event { mailbox.unparsed += bytes.count }
      mailbox.lastByte = now
      return mailbox.unparsed < Self.maximumUnparsed
    }
    post(.arrived(event, connection: connection))
    return wantsMore
  }

  private func receive(_ event: TransferEvent) {
    switch (event, phase) {
    case (.head(let reply), .connecting): receiveHead(reply)
    case (.body(let bytes), .refused(var reply)):
      didParse(bytes.count)
      reply.body += bytes.prefix(ServerConnection.maximumBody - reply.body.count)
      phase = .refused(reply)
      if reply.body.count == ServerConnection.maximumBody { refuse(reply, isWhole: false) }
    case (.end(let failure), .refused(let reply)): refuse(reply, isWhole: failure == nil)
    case (.body(let bytes), .open):
      present.chunks.append(bytes)
      parse()
    case (.end(let failure), .open):
      if present.end == nil { present.end = failure.map { .failure($0) } ?? .success(()) }
      parse()
    case (.end(let failure), .connecting): interrupt(failure.map(ServiceError.init(transfer:)) ?? .decoding)
    default: break
    }
  }

  private func receiveHead(_ reply: TransferReply) {
    if reply.status == 204 { return finish() }
    if reply.status == 200 { return open(reply) }
    if let next = request?.method == "GET" ? request?.redirected(by: reply) : nil,
      redirections < HTTPTransport.maximumRedirections
    {
      redirections += 1
      return send(next)
    }
    phase = .refused(reply)
  }

  private func open(_ reply: TransferReply) {
    guard reply.isPlain, route.form.mediaTypes.contains(reply.mediaType) else { return fail(.decoding) }
    let size = route.form.maximumSize
    switch route.form.format {
    case .events: phase = .open(.events(EventStreamParser(lastID: lastID ?? "", maximumSize: size)))
    case .lines: phase = .open(.lines(LineParser(maximumSize: size)))
    }
    resends = ServerCredentials.maximumResends
    tries.opening = settings.scheduler.now
    source.send(.open)
    guard let limit = route.form.silence else { return }
    let watch = SilenceWatch(limit: .init(saturating: limit), from: settings.scheduler.now)
    present.silence = watch
    scheduleCheck(at: watch.due)
  }

  /// Does without what has not arrived within the time limit of the server: the head, or the body of an error.
  private func replyIsLate(_ connection: Int) {
    let limit = Time.Stride(saturating: settings.server.timeout)
    if let due = present.replyIsDue, WakeRule.wasStopped(due: due, now: settings.scheduler.now, limit: limit) {
      return scheduleReplyIsLate(connection)
    }
    switch phase {
    case .connecting: interrupt(.timeout)
    case .refused(let reply): refuse(reply, isWhole: false)
    default: break
    }
  }

  /// Ends the feed or its connection by a reply of an error.
  ///
  /// - Parameter isWhole: whether its body is complete. Nothing is read in a part of one.
  private func refuse(_ reply: TransferReply, isWhole: Bool) {
    var reply = reply
    if !isWhole { reply.body = [] }
    let secrets = route.feed.input.secrets(in: input) + (settings.server.credentials?.secrets ?? [])
    let error = reply.failure(hiding: secrets, now: settings.now())
    if reply.status == 401, let attempt { return renew(after: attempt, error) }
    // Another success than 200, and a redirection that cannot be followed, are the same each time.
    let isTemporary = reply.status >= 500 || [408, 425, 429].contains(reply.status) || error.code == .proxyRefused
    if isTemporary {
      interrupt(error)
    } else {
      fail((200..<300).contains(reply.status) ? .decoding : error)
    }
  }

  /// Waits for the renewal of the session after a 401. What the app shows stays.
  private func renew(after attempt: ServerCredentials.Attempt, _ error: ServiceError) {
    guard let credentials = settings.server.credentials else { return fail(error) }
    guard resends > 0 else {
      credentials.refuse(attempt)
      return fail(error)
    }
    let connection = beginConnection()
    phase = .waiting
    present.renewal = credentials.settle(attempt, isKeyed: false) { [weak self] verdict in
      self?.post(.settled(verdict, error, connection: connection))
    }
  }

  private func settle(_ verdict: RenewalVerdict, _ error: ServiceError) {
    switch verdict {
    case .answer: fail(error)
    case .send(let next, let isRenewed):
      resends = isRenewed ? 0 : resends - 1
      connect(with: next)
    case .fail(let reason) where reason.endsSession: fail(reason)
    // The session stays.
    case .fail(let reason): interrupt(reason)
    }
  }

  // MARK: - What arrives on an open connection

  /// Parses as much as there is room for.
  private func parse() {
    guard case .open(var format) = phase else { return }
    // NB: the phase has no parser meanwhile, because a copy of it would copy what it keeps.
    phase = .waiting
    var start = present.position
    while source.hasRoom {
      if present.chunkIsParsed {
        didParse(present.position - start)
        let hasNext = present.beginNextChunk()
        start = present.position
        if !hasNext { break }
      }
      readElement(&format)
    }
    didParse(present.position - start)
    // NB: an element that cannot be read may have ended the feed, and this with it.
    phase = .open(format)
    if present.chunkIsParsed, present.chunks.isEmpty, let end = present.end { didEnd(end, format) }
  }

  /// Reads bytes of the chunk up to the end of an element. Of one with too many bytes, a feed that ends there reads no further.
  private func readElement(_ format: inout FeedParser) {
    tries.failures = 0
    switch format {
    case .events(var parser):
      // NB: the parser has one owner, or it would be copied.
      format = .lines(LineParser(maximumSize: 0))
      defer { format = .events(parser) }
      let event = parser.next(in: present.chunk, from: &present.position)
      lastID = parser.lastID
      tries.retry = parser.retry ?? tries.retry
      let isTooLarge = event?.isTooLarge ?? (parser.isTooLarge && !source.skipsUnreadable)
      guard event != nil || isTooLarge, route.takes(event?.name ?? parser.eventName) else { return }
      guard let event, !isTooLarge else { return sendOversized(id: event == nil ? parser.id : parser.lastID) }
      sendElement(route.element(event.data, name: event.name, id: parser.lastID), size: event.data.count)
    case .lines(var parser):
      format = .lines(LineParser(maximumSize: 0))
      defer { format = .lines(parser) }
      let line = parser.next(in: present.chunk, from: &present.position)
      sendLine(line, isTooLarge: line?.isEmpty ?? (parser.isTooLarge && !source.skipsUnreadable))
    }
  }

  private func sendLine(_ line: [UInt8]?, isTooLarge: Bool) {
    if isTooLarge { return sendOversized() }
    if let line { sendElement(route.element(line), size: line.count) }
  }

  private func sendOversized(id: String = "") {
    tries.isFruitless = false
    source.sendOversized(id: id)
  }

  private func sendElement(_ element: (any Sendable)?, size: Int) {
    tries.isFruitless = false
    guard let element else {
      source.sendUnreadable()
      return
    }
    if let resuming = route.resuming { input = resuming(following, input, element) }
    source.send(element, size: size)
  }

  /// Counts bytes that are parsed, and goes on with a transfer that is paused.
  private func didParse(_ count: Int) {
    guard count > 0 else { return }
    let (resumes, isWaiting) = mailbox.withLock { mailbox in
      let wasFull = mailbox.unparsed >= Self.maximumUnparsed
      mailbox.unparsed -= count
      return (wasFull && mailbox.unparsed < Self.maximumUnparsed, mailbox.unparsed == 0)
    }
    if resumes || isWaiting {
      // From here on, bytes are wanted again.
      let now = settings.scheduler.now
      mailbox.withLock { $0.lastByte = now }
    }
    if resumes { present.transfer?.resume() }
  }

  private func didEnd(_ end: Result<Void, TransferFailure>, _ format: FeedParser) {
    switch (end, format) {
    case (.failure(let failure), _): interrupt(ServiceError(transfer: failure))
    case (.success, .events): if route.form.endsInOrder { finish() } else { interrupt(.closed) }
    case (.success, .lines(var parser)):
      let isTooLarge = parser.isTooLarge
      sendLine(parser.last(), isTooLarge: isTooLarge)
      finish()
    }
  }

  // MARK: - Silence

  private func scheduleCheck(at time: Time) {
    let connection = mailbox.withLock { $0.connection }
    settings.scheduler.schedule(after: time) { [weak self] in self?.post(.checkSilence(connection: connection)) }
  }

  private func checkSilence() {
    guard var watch = present.silence, case .open = phase else { return }
    let (lastByte, isPaused) = mailbox.withLock { ($0.lastByte, $0.unparsed > 0) }
    if let lastByte { watch.restart(at: lastByte) }
    switch watch.check(at: settings.scheduler.now, isPaused: isPaused || present.end != nil) {
    case .silent: interrupt(.timeout)
    case .check(let time):
      present.silence = watch
      scheduleCheck(at: time)
    }
  }

  // MARK: - The end

  /// Ends the present connection, and makes another one later if the feed may.
  private func interrupt(_ reason: ServiceError) {
    let delay = tries.delay(
      by: route.form.reconnection, least: reason.retryAfter, random: settings.random(), now: settings.scheduler.now)
    guard reason.isTemporary, let delay else { return fail(reason) }
    let connection = beginConnection()
    phase = .waiting
    post(.retry(connection: connection), after: delay)
    source.send(.interrupted(reason, nextTry: delay))
  }

  private func fail(_ reason: ServiceError) {
    close()
    source.send(completion: .failure(reason))
  }

  private func finish() {
    close()
    source.send(completion: .finished)
  }

  private func close() {
    beginConnection()
    phase = .ended
  }
}

extension ServiceError {
  /// Whether the session has ended for this account.
  fileprivate var endsSession: Bool { [.sessionEnded, .signedOut, .otherAccount].contains(self) }

  /// Whether another connection may have more success.
  fileprivate var isTemporary: Bool {
    switch self {
    case .noNetworkLibrary, .transport(code: NSURLErrorBadURL): false
    default: true
    }
  }
}
