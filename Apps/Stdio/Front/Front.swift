import JSON
import JSONRPC
import Streams
import ViewModels

/// The binding of the app's screens to JSON-RPC. It names no screen: what it knows of them is in the app's own list.
///
/// It takes any output, so a whole session can be played without a process around it:
///
///     let front = Front(output: transcript) { AppCore(environment) }
///     front.receive(Array(#"{"id":1,"jsonrpc":"2.0","method":"screen/list"}"#.utf8))
@MainActor final class Front {
  /// The conversation.
  let session: Session
  /// Runs once, when the conversation ends.
  var onEnd: (@MainActor () -> Void)?
  /// Runs once: the conversation has ended, every request is answered, and every frame is written.
  var onFinish: (@MainActor (Session.Ending) -> Void)?
  /// Runs once, when the conversation ends with requests in flight: the time to give them.
  var onGrace: (@MainActor () -> Void)?

  /// Logs what comes in.
  var log: SessionLog? {
    didSet { listen() }
  }

  let limits: Limits
  private(set) var instances: [String: Instance] = [:]
  private let makeApp: @MainActor () -> AppCore
  private var openApp: AppCore?
  private var idling: AnyCancellable?
  private var opened = 0
  private var syncs: [Call] = []
  private var hasFinished = false

  /// A front for an app, which is made when the first message asks for it.
  init(
    output: any Output, framing: Framing = .lines, limits: Limits = Limits(),
    _ makeApp: @escaping @MainActor () -> AppCore
  ) {
    self.makeApp = makeApp
    self.limits = limits
    let configuration = Session.Configuration(
      coreName: Options.name, coreVersion: Options.number, capabilities: Self.capabilities, limits: limits,
      framing: framing)
    session = Session(configuration, output: output)
    for method in Method.all {
      let parameters = method.parameters
      session.register(method.name, method.kind) { [unowned self] params, call in
        try method.run(self, Arguments(params, parameters), call)
      }
    }
    session.onEnd = { [unowned self] in ended($0) }
    session.onIdle = { [unowned self] in settle() }
  }

  /// The app.
  var app: AppCore {
    if let openApp { return openApp }
    let app = makeApp()
    openApp = app
    idling = app.idle.sink { [unowned self] in settle() }
    return app
  }

  /// Reads the next bytes of the input.
  func receive(_ bytes: [UInt8]) {
    session.receive(bytes)
  }

  /// Takes frames that were read already.
  func receive(_ arrivals: [Arrival]) { session.receive(arrivals) }

  /// The input ended.
  func endOfInput() {
    session.endOfInput()
  }

  /// Something from outside asks to end, such as a signal.
  func stop() {
    session.stop()
  }

  /// The input cannot be read any more.
  func inputFailed() {
    session.stop(.inputFailed)
  }

  /// The output may take more of what waits.
  func outputHasRoom() {
    session.outputHasRoom()
    finishIfDone()
  }

  /// The time is over: what is in flight is answered by -32800.
  func cancelAll() {
    session.cancelAll()
    finishIfDone()
  }

  private func listen() {
    session.onArrival = log.map { log in { log.arrived($0) } }
    session.onMessage = log.map { log in { log.began($0) } }
  }

  private static var capabilities: [UInt8] {
    let names = AppCore.screens.map { "\"\($0.name)\"" }.sorted().joined(separator: ",")
    return Array(#"{"conflation":true,"discover":true,"screens":[\#(names)],"sync":true}"#.utf8)
  }
}

// MARK: - Instances

extension Front {
  /// The instance of a name.
  func instance(_ name: String) throws(RPCError) -> Instance {
    guard let instance = instances[name] else { throw .unknownInstance }
    return instance
  }

  /// Takes a screen that was opened.
  func adopt(_ screen: AnyScreenInstance) -> Instance {
    opened += 1
    let instance = Instance(screen, name: "\(screen.name)-\(opened)")
    instances[instance.name] = instance
    instance.follow(
      onChange: { [session] in session.update($0.topic) },
      onEnd: { [unowned self] in wasClosed($0) })
    return instance
  }

  /// The reply that opens an instance is sent: what comes after it may name the instance.
  func announce(_ instance: Instance) {
    if instance.hasEnded, !instance.topic.isClosed { tellEnd(instance) }
  }

  /// Closes an instance.
  func close(_ instance: Instance) {
    instances[instance.name] = nil
    instance.close()
  }

  private func wasClosed(_ instance: Instance) {
    guard instances.removeValue(forKey: instance.name) != nil else { return }
    if instance.topic.isOpen { tellEnd(instance) }
  }

  private func tellEnd(_ instance: Instance) {
    instance.topic.close()
    let params: JSON = ["instance": .string(instance.name), "reason": "closedByApp"]
    session.notify("screen/closed", params: params.json)
  }
}

extension RPCError {
  /// The name is not that of an open instance.
  static let unknownInstance = RPCError.invalidParams(
    JSONPointer("instance"), expected: "an open instance", reason: "unknownInstance")
}

// MARK: - Rest and end

extension Front {
  /// Answers when nothing is in flight.
  func sync(_ call: Call) {
    if isIdle { return call.succeed() }
    syncs.append(call)
    call.onCancel = { [unowned self] in syncs.removeAll { $0 === call } }
  }

  private var isIdle: Bool { openApp?.isBusy != true && session.isIdle }

  private func settle() {
    guard isIdle, !syncs.isEmpty else { return }
    let calls = syncs
    syncs = []
    session.perform {
      for call in calls { call.succeed() }
    }
    finishIfDone()
  }

  private func ended(_ ending: Session.Ending) {
    onEnd?()
    finishIfDone()
    if session.inFlightCount > 0 { onGrace?() }
  }

  private func finishIfDone() {
    guard let ending = session.ending, session.inFlightCount == 0, session.unwrittenCount == 0, !hasFinished else {
      return
    }
    hasFinished = true
    onFinish?(ending)
  }
}
