public import JSON

/// Runs messages: checks, lifecycle, batches, and the requests in flight.
final class Dispatcher {
  let queue: FrameQueue
  let limits: Limits
  let sentRequests = SentRequests()
  /// Runs when the last request in flight that is not a barrier is answered.
  var onIdle: (() -> Void)?
  /// Runs when any request in flight is answered.
  var onAnswer: (() -> Void)?
  var onMessage: ((MessageReport) -> ((RPCError.Code?) -> Void)?)?
  var onResponse: ((ResponseReport) -> Void)?
  /// Whether a message may be an array of messages.
  var acceptsBatches = true
  /// Whether the id of a request may be `null`.
  var acceptsNullIDs = true
  private(set) var phase = Phase.first

  enum Phase: Equatable {
    /// Before the first message.
    case first
    case serving
    case shutDown
    case exited(afterShutdown: Bool)

    var isExited: Bool { if case .exited = self { true } else { false } }
  }

  // NB: a tuple would store the handler behind two more calls.
  private struct Method {
    let kind: MethodKind
    let handler: (_ params: JSONText, _ call: Call) throws -> Void
  }

  private var methods: [String: Method] = [:]
  /// The requests in flight by a number that grows from one to the next.
  private var inFlight: [Int: (call: Call, isBarrier: Bool)] = [:]
  private var callNumber = 0
  private var barrierCount = 0

  init(_ limits: Limits, _ queue: FrameQueue) {
    self.limits = limits
    self.queue = queue
  }

  func register(
    _ name: String, _ kind: MethodKind, _ handler: @escaping (_ params: JSONText, _ call: Call) throws -> Void
  ) {
    methods[name] = Method(kind: kind, handler: handler)
  }

  /// Runs a message: a request or notification, or a batch of them with one reply for all.
  func run(_ message: JSONText, size: Int) {
    guard !phase.isExited else { return }
    guard message.kind == .array else { return run(message, size: size, batch: nil) }
    let elements = Array(message.elements.prefix(limits.batch + 1))
    guard acceptsBatches, 1...limits.batch ~= elements.count else {
      onMessage?(MessageReport(size: size, isInBatch: true))?(nil)
      guard acceptsBatches else { return refuse(.invalidRequest, "batch", hint: "send one message at a time") }
      return elements.isEmpty
        ? refuse(.invalidRequest, "emptyBatch") : refuse(.invalidRequest, "batchTooLarge", limit: limits.batch)
    }
    let batch = Batch(queue)
    for element in elements where !phase.isExited { run(element, size: size, batch: batch) }
    batch.seal()
  }

  /// Answers with an error. Without an id it is `null`.
  func refuse(
    _ code: RPCError.Code, _ reason: String, limit: Int? = nil, hint: String? = nil, id: JSONText? = nil,
    batch: Batch? = nil
  ) {
    Call(id: id ?? Self.null, queue: queue, batch: batch)
      .fail(RPCError(code, reason: reason, limit: limit, hint: hint))
  }

  private static let null = JSONText(scanned: ArraySlice("null".utf8))
  private static let noParams = JSONText(scanned: ArraySlice("{}".utf8))

  private func run(_ message: JSONText, size: Int, batch: Batch?) {
    let envelope = Envelope(message, idLimit: limits.id)
    guard case .request(let id, let methodName, let params) = envelope else {
      switch envelope {
      case .invalid(let reason, let limit, let id):
        onMessage?(MessageReport(id: message["id"]?.kind, size: size, isInBatch: batch != nil))?(nil)
        refuse(.invalidRequest, reason, limit: limit, id: id, batch: batch)
      case .response: receive(response: message, size: size, isInBatch: batch != nil)
      case .request: break
      }
      return
    }
    let name = methodName.string ?? ""
    let method = methods[exactly: name]
    if let id, id.isNull, !acceptsNullIDs {
      onMessage?(MessageReport(id: .null, size: size, isInBatch: batch != nil))?(nil)
      return refuse(.invalidRequest, "badId", hint: "the id of a request is a string or a number", batch: batch)
    }
    let call = Call(id: id, queue: queue, batch: batch)
    if let onMessage {
      call.onFinish = onMessage(
        MessageReport(
          method: method == nil ? nil : name, isCall: true, id: id?.kind, size: size, isInBatch: batch != nil))
    }
    defer { if call.isNotification { call.onFinish?(call.failure) } }
    guard admits(method?.kind, call) else { return }
    guard let method, method.kind != .notification || call.isNotification else {
      return call.fail(RPCError(.methodNotFound, reason: "unknownMethod"))
    }
    if let params, params.kind == .array {
      var elements = params.elements
      guard elements.next() == nil else { return call.fail(.invalidParams(expected: "an object")) }
      start(method, Self.noParams, call)
    } else {
      start(method, params ?? Self.noParams, call)
    }
  }

  private func receive(response: JSONText, size: Int, isInBatch: Bool) {
    let request = sentRequests.receive(response)
    guard let onResponse else { return }
    let fault = sentRequests.fault
    onResponse(
      ResponseReport(
        request: request, fault: fault?.word, pointer: fault?.pointer, id: response["id"]?.kind, size: size,
        isInBatch: isInBatch))
  }

  private func start(_ method: Method, _ params: JSONText, _ call: Call) {
    let isBarrier = method.kind == .barrier
    if inFlight.count >= limits.inFlight, isBarrier || method.kind == .request, !call.isNotification {
      return call.fail(RPCError(.overloaded, reason: "overloaded", limit: limits.inFlight))
    }
    do {
      try method.handler(params, call)
      if method.kind == .opening { phase = .serving }
    } catch let error as RPCError {
      call.fail(error)
    } catch {
      call.fail(RPCError(.internalError, reason: "handlerFailed"))
    }
    guard !call.isNotification, !call.isFinished else { return }
    call.detachID()
    callNumber += 1
    call.onAnswer = { [self, callNumber] in remove(callNumber) }
    inFlight[callNumber] = (call, isBarrier)
    if isBarrier { barrierCount += 1 }
  }

  // MARK: - Lifecycle

  /// Whether the lifecycle admits a message. Answers the message if not.
  private func admits(_ kind: MethodKind?, _ call: Call) -> Bool {
    switch phase {
    case .first:
      if kind != .opening { phase = .serving }
      return true
    case .serving:
      if kind == .opening { call.fail(RPCError(.invalidRequest, reason: "alreadyInitialized")) }
      return kind != .opening
    case .shutDown:
      if kind == .notification, call.isNotification { return true }
      call.fail(RPCError(.invalidRequest, reason: "shuttingDown"))
      return false
    case .exited: return false
    }
  }

  /// Whether neither `shutdown` nor `exit` was received.
  var isServing: Bool { phase == .first || phase == .serving }

  func shutDown() { phase = .shutDown }

  func exit() { phase = .exited(afterShutdown: phase == .shutDown) }

  // MARK: - In flight

  var inFlightCount: Int { inFlight.count }
  /// Whether no request is in flight but barriers.
  var isIdle: Bool { inFlight.count == barrierCount }

  private func remove(_ number: Int) {
    guard let (_, isBarrier) = inFlight.removeValue(forKey: number) else { return }
    if isBarrier { barrierCount -= 1 } else if isIdle { onIdle?() }
    onAnswer?()
  }

  /// Lets the requests in flight know that the input has ended.
  func endOfInput() { for (_, (call, _)) in inFlight.sorted(by: { $0.key < $1.key }) { call.onEndOfInput?() } }

  /// Answers -32800 to the requests in flight, oldest first: to all, or to those that came with an id. Ids that are
  /// strings are equal if their content is, numbers if their text is.
  ///
  /// - Parameters:
  ///   - id: the id; `nil` for all requests.
  ///   - isAnswered: whether they are answered; otherwise they end without a reply.
  func cancel(id: JSONText? = nil, isAnswered: Bool = true) {
    for (_, (call, _)) in inFlight.sorted(by: { $0.key < $1.key }) {
      guard let id else {
        call.cancel(isAnswered: isAnswered)
        continue
      }
      guard let other = call.id, other.kind == id.kind else { continue }
      if (other.unescaped ?? other.bytes) == (id.unescaped ?? id.bytes) { call.cancel(isAnswered: isAnswered) }
    }
  }
}

/// What may be logged about a message: nothing of its content, and no method name that is unknown.
public struct MessageReport: Sendable, Equatable {
  /// The method; `nil` if it is unknown.
  public var method: String?
  /// Whether the message is a request or a notification.
  public var isCall = false
  /// The kind of the id; `nil` without one.
  public var id: JSONText.Kind?
  /// The bytes of the frame that holds the message.
  public var size: Int
  /// Whether the frame is a batch.
  public var isInBatch: Bool
}
