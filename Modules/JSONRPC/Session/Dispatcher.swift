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

  /// Runs an object that the scanner has passed.
  func run(_ envelope: Envelope, of message: ArraySlice<UInt8>) {
    guard !stage.isExited else { return }
    run(envelope, of: message, batch: nil)
  }

  /// Runs a batch that the scanner has passed: in order, with one reply for all.
  func run(_ elements: [Envelope], of message: ArraySlice<UInt8>) {
    guard !stage.isExited else { return }
    let limit = configuration.limits.batch
    guard 1...limit ~= elements.count else {
      onMessage?(MessageReport(size: message.count, isInBatch: true))?()
      return elements.isEmpty
        ? refuse(.invalidRequest, "emptyBatch") : refuse(.invalidRequest, "batchTooLarge", limit: limit)
    }
    let batch = BatchReplies(queue)
    for envelope in elements where !stage.isExited { run(envelope, of: message, batch: batch) }
    batch.seal()
  }

  /// Answers with an error that belongs to no request that could be read.
  func refuse(
    _ code: RPCError.Code, _ reason: String, limit: Int? = nil, hint: String? = nil, id: ArraySlice<UInt8> = nullID,
    batch: BatchReplies? = nil
  ) {
    Call(id: id, dispatcher: self, batch: batch).fail(RPCError(code, reason: reason, limit: limit, hint: hint))
  }

  private static let nullID = ArraySlice("null".utf8)

  private static let emptyParams = ArraySlice("{}".utf8)

  private func run(_ envelope: Envelope, of message: ArraySlice<UInt8>, batch: BatchReplies?) {
    let check = message.withUnsafeBufferPointer {
      EnvelopeCheck(envelope, $0, idLimit: configuration.limits.id, methods)
    }
    func report(method: Int? = nil, isCall: Bool = false) -> (() -> Void)? {
      onMessage?(
        MessageReport(
          method: method.map { methods.name($0) }, isCall: isCall,
          id: .init(message.part(envelope.id)?.first), size: message.count, isInBatch: batch != nil))
    }
    if case .accepted = check {} else { report()?() }
    switch check {
    case .ignored: break
    case .refused(let reason, let limit): refuse(.invalidRequest, reason, limit: limit, batch: batch)
    case .refusedWithID(let reason):
      refuse(.invalidRequest, reason, id: message.part(envelope.id) ?? Self.nullID, batch: batch)
    case .accepted(let method, let params):
      let call = Call(id: message.part(envelope.id), dispatcher: self, batch: batch)
      if onMessage != nil { call.onFinish = report(method: method, isCall: true) }
      defer { if call.isNotification { call.onFinish?() } }
      let kind = method.map { methods.kind($0) }
      guard admits(kind, call) else { return }
      guard let method, kind != .notification || call.isNotification else {
        return call.fail(RPCError(.methodNotFound, reason: "unknownMethod"))
      }
      switch params {
      case .none: start(method, Self.emptyParams, call)
      case .object: start(method, message.part(envelope.params) ?? Self.emptyParams, call)
      case .array where message.part(envelope.params)?.dropFirst().dropLast().isBlank == true:
        start(method, Self.emptyParams, call)
      case .array: call.fail(.invalidParams(expected: "an object"))
      }
    }
  }

  private func start(_ method: Int, _ params: ArraySlice<UInt8>, _ call: Call) {
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

extension ArraySlice<UInt8> {
  /// The bytes at a place that is counted from the beginning of this slice.
  fileprivate func part(_ range: Range<Int>?) -> ArraySlice<UInt8>? {
    guard let range else { return nil }
    return self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
