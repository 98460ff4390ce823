/// Envelopes to handlers: checks, lifecycle, batches, and what is in flight.
final class Dispatcher {
  struct Method {
    let name: [UInt8]
    let kind: Session.MethodKind
    let run: Session.Handler
  }

  let outbox: Outbox
  let configuration: Session.Configuration
  var stage = Stage.fresh
  private(set) var inFlight = InFlight()

  /// Told when the last request in flight is answered.
  var onIdle: (() -> Void)?

  private var methods: [Method] = []

  enum Stage: Equatable {
    /// Nothing came yet: the one time when `initialize` may.
    case fresh
    case serving
    case shutDown
    case exited(afterShutdown: Bool)

    var isExited: Bool { if case .exited = self { true } else { false } }
  }

  init(_ configuration: Session.Configuration, _ outbox: Outbox) {
    self.configuration = configuration
    self.outbox = outbox
  }

  func register(_ name: String, _ kind: Session.MethodKind, _ run: @escaping Session.Handler) {
    let bytes = Array(name.utf8)
    methods.removeAll { $0.name == bytes }
    methods.append(Method(name: bytes, kind: kind, run: run))
  }

  /// Runs a message that the scanner has passed.
  func run(_ message: ArraySlice<UInt8>, _ scanner: borrowing Scanner) {
    guard !stage.isExited else { return }
    switch scanner.shape {
    case .scalar: refuse(.invalidRequest, "notAnObject")
    case .object: run(scanner.envelope, of: message, batch: nil)
    case .batch:
      let limit = configuration.limits.batch
      if scanner.elements.isEmpty { return refuse(.invalidRequest, "emptyBatch") }
      if scanner.elements.count > limit { return refuse(.invalidRequest, "batchTooLarge", limit: limit) }
      let batch = BatchReplies(outbox)
      for envelope in scanner.elements where !stage.isExited { run(envelope, of: message, batch: batch) }
      batch.seal()
    }
  }

  /// Answers with an error that belongs to no request that could be read.
  func refuse(
    _ code: RPCError.Code, _ reason: String, limit: Int? = nil, hint: String? = nil, id: ArraySlice<UInt8> = nullID,
    batch: BatchReplies? = nil
  ) {
    Call(id: id, dispatcher: self, batch: batch).fail(RPCError(code, reason: reason, limit: limit, hint: hint))
  }

  private static let nullID = ArraySlice("null".utf8)

  private func run(_ envelope: Envelope, of message: ArraySlice<UInt8>, batch: BatchReplies?) {
    guard envelope.isObject else { return refuse(.invalidRequest, "notAnObject", batch: batch) }
    // A response: the core sends no requests, so it answers none.
    if envelope.method == nil, envelope.hasOutcome { return }

    let base = message.startIndex
    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
      message[base + range.lowerBound..<base + range.upperBound]
    }

    let id = envelope.id.map(slice)
    if let id {
      switch id[id.startIndex] {
      case 0x7B, 0x5B, 0x74, 0x66: return refuse(.invalidRequest, "badId", batch: batch)
      case let first:
        let limit = configuration.limits.id
        if id.count - (first == 0x22 ? 2 : 0) > limit {
          return refuse(.invalidRequest, "idTooLong", limit: limit, batch: batch)
        }
      }
    }
    func refuseRequest(_ reason: String) {
      refuse(.invalidRequest, reason, id: id ?? Self.nullID, batch: batch)
    }
    guard let version = envelope.version, Self.isVersion2(slice(version)) else { return refuseRequest("badVersion") }
    guard let method = envelope.method.map(slice), method[method.startIndex] == 0x22 else {
      return refuseRequest("badMethod")
    }
    var params = envelope.params.map(slice) ?? Self.emptyParams
    switch params[params.startIndex] {
    case 0x7B, 0x5B: break
    case 0x6E: params = Self.emptyParams
    default: return refuseRequest("badParams")
    }
    let call = Call(id: id, dispatcher: self, batch: batch)
    start(stringContent(method), params, call)
  }

  private static let emptyParams = ArraySlice("{}".utf8)

  private static func isVersion2(_ token: ArraySlice<UInt8>) -> Bool {
    token.first == 0x22 && stringContent(token).elementsEqual("2.0".utf8)
  }

  private func start(_ name: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>, _ call: Call) {
    let method = methods.first { $0.name.count == name.count && $0.name.elementsEqual(name) }
    guard admits(method, call) else { return }
    guard let method, method.kind != .notification || call.isNotification else {
      return call.fail(RPCError(.methodNotFound, reason: "unknownMethod"))
    }
    var params = params
    if params[params.startIndex] == 0x5B {
      guard params.dropFirst().dropLast().isBlank else { return call.fail(.invalidParams(expected: "an object")) }
      params = Self.emptyParams
    }
    if method.kind == .request, !call.isNotification, inFlight.count >= configuration.limits.inFlight {
      return call.fail(RPCError(.overloaded, reason: "overloaded", limit: configuration.limits.inFlight))
    }
    do {
      try method.run(params, call)
    } catch let error as RPCError {
      call.fail(error)
    } catch {
      call.fail(.handlerFailed)
    }
    if !call.isNotification, !call.isFinished {
      call.detachID()
      call.inFlightSlot = inFlight.insert(call)
    }
  }

  /// Whether the lifecycle lets a message through; answers it if not.
  private func admits(_ method: Method?, _ call: Call) -> Bool {
    let kind = method?.kind
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
    inFlight.remove(slot)
    if inFlight.count == 0 { onIdle?() }
  }

  /// Answers -32800 to everything in flight.
  func cancelAll() {
    for call in inFlight.all { call.cancel() }
  }
}
