import JSON

/// Envelopes to handlers: checks, lifecycle, batches, and what is in flight.
final class Dispatcher {
  let queue: FrameQueue
  let configuration: Session.Configuration
  var stage = Stage.fresh
  private(set) var inFlight = InFlight()

  /// Told when the last request in flight that is no barrier is answered.
  var onIdle: (() -> Void)?

  /// Told of each message before it runs; what it returns runs when the message is answered.
  var onMessage: ((MessageReport) -> (() -> Void)?)?

  private var methods = MethodTable()

  enum Stage: Equatable {
    /// Nothing came yet: the one time when `initialize` may.
    case fresh
    case serving
    case shutDown
    case exited(afterShutdown: Bool)

    var isExited: Bool { if case .exited = self { true } else { false } }
  }

  init(_ configuration: Session.Configuration, _ queue: FrameQueue) {
    self.configuration = configuration
    self.queue = queue
  }

  func register(_ name: String, _ kind: Session.MethodKind, _ run: @escaping Session.Handler) {
    methods.register(name, kind, run)
  }

  /// Runs a message: a request or notification, or a batch of them with one reply for all.
  func run(_ message: JSONText, size: Int) {
    guard !stage.isExited else { return }
    guard message.kind == .array else { return run(message, size: size, batch: nil) }
    let limit = configuration.limits.batch
    let elements = Array(message.elements.prefix(limit + 1))
    guard 1...limit ~= elements.count else {
      onMessage?(MessageReport(size: size, isInBatch: true))?()
      return elements.isEmpty
        ? refuse(.invalidRequest, "emptyBatch") : refuse(.invalidRequest, "batchTooLarge", limit: limit)
    }
    let batch = BatchReplies(queue)
    for element in elements where !stage.isExited { run(element, size: size, batch: batch) }
    batch.seal()
  }

  /// Answers with an error that belongs to no request that could be read.
  func refuse(
    _ code: RPCError.Code, _ reason: String, limit: Int? = nil, hint: String? = nil, id: JSONText? = nil,
    batch: BatchReplies? = nil
  ) {
    Call(id: id?.bytes ?? Self.nullID, dispatcher: self, batch: batch)
      .fail(RPCError(code, reason: reason, limit: limit, hint: hint))
  }

  private static let nullID = ArraySlice("null".utf8)

  private static let emptyParams = JSONText(scanned: ArraySlice("{}".utf8))

  private func run(_ message: JSONText, size: Int, batch: BatchReplies?) {
    let envelope = Envelope(message, idLimit: configuration.limits.id)
    guard case .request(let id, let name, let params) = envelope else {
      // NB: an id that is invalid counts as none in an error, and as what it is in a report.
      onMessage?(MessageReport(id: .init(message["id"]?.bytes.first), size: size, isInBatch: batch != nil))?()
      if case .invalid(let reason, let limit, let id) = envelope {
        refuse(.invalidRequest, reason, limit: limit, id: id, batch: batch)
      }
      return
    }
    let method = name.unescaped.flatMap { $0.withUnsafeBufferPointer { methods.index(of: $0) } }
    let call = Call(id: id?.bytes, dispatcher: self, batch: batch)
    call.onFinish = onMessage?(
      MessageReport(
        method: method.map { methods.name($0) }, isCall: true, id: .init(id?.bytes.first), size: size,
        isInBatch: batch != nil))
    defer { if call.isNotification { call.onFinish?() } }
    let kind = method.map { methods.kind($0) }
    guard admits(kind, call) else { return }
    guard let method, kind != .notification || call.isNotification else {
      return call.fail(RPCError(.methodNotFound, reason: "unknownMethod"))
    }
    if let params, params.kind == .array {
      var elements = params.elements
      guard elements.next() == nil else { return call.fail(.invalidParams(expected: "an object")) }
      start(method, Self.emptyParams, call)
    } else {
      start(method, params ?? Self.emptyParams, call)
    }
  }

  private func start(_ method: Int, _ params: JSONText, _ call: Call) {
    let limit = configuration.limits.inFlight
    let kind = methods.kind(method)
    if inFlight.count >= limit, kind == .request || kind == .barrier, !call.isNotification {
      return call.fail(RPCError(.overloaded, reason: "overloaded", limit: limit))
    }
    do {
      try methods.handler(method)(params, call)
    } catch let error as RPCError {
      call.fail(error)
    } catch {
      call.fail(.handlerFailed)
    }
    if !call.isNotification, !call.isFinished {
      call.detachID()
      call.inFlightSlot = inFlight.insert(call, isBarrier: kind == .barrier)
    }
  }

  /// Whether the lifecycle lets a message through; answers it if not.
  private func admits(_ kind: Session.MethodKind?, _ call: Call) -> Bool {
    switch stage {
    case .fresh:
      if kind != .opening { stage = .serving }
      return true
    case .serving:
      if kind == .opening {
        call.fail(RPCError(.invalidRequest, reason: "alreadyInitialized"))
        return false
      }
      return true
    case .shutDown:
      if kind == .notification, call.isNotification { return true }
      call.fail(RPCError(.invalidRequest, reason: "shuttingDown"))
      return false
    case .exited: return false
    }
  }

  func release(_ slot: Int) {
    if inFlight.remove(slot) { onIdle?() }
  }

  /// Answers -32800 to everything in flight.
  func cancelAll() {
    for call in inFlight.all { call.cancel() }
  }
}
