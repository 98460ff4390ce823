import Cases

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// Plays a case with the library that this module is compiled with.
///
/// - Parameter isSpied: Whether there is a spy behind each operator too, which checks what the operators promise each other.
/// - Returns: The events of the play. Subscribers that are left cancel after the last step.
public func play(_ script: Case, isSpied: Bool = false) -> History {
  weak var lost: Listener?
  let world = World()
  perform(script, isSpied, in: world, first: &lost)
  if lost != nil { world.note(.subscriber, .violation("kept after the end")) }
  return world.history
}

private func perform(_ script: Case, _ isSpied: Bool, in world: World, first: inout Listener?) {
  let made = script.sources.map(MadeSource.init)
  let sources = made.enumerated().map { Spy($1.publisher, in: .source($0), of: world).eraseToAnyPublisher() }
  var chain = sources[0]
  for (index, operation) in script.chain.enumerated() {
    chain = Stage(upstream: chain, index: index, world: world, sources: sources).applying(operation)
    if isSpied { chain = Spy(chain, in: .between(index), of: world).eraseToAnyPublisher() }
  }
  var listeners: [Listener] = []
  func attach() {
    var plan = script.plan
    if !listeners.isEmpty { plan.inside = [:] }
    let listener = Listener(plan, listeners.count, in: world, drive: drive)
    listeners.append(listener)
    chain.receive(subscriber: listener)
  }
  func drive(_ step: Step) {
    switch step {
    case .send(let source, let value): made[source].send(value)
    case .finish(let source): made[source].end(.finished)
    case .fail(let source): made[source].end(.failure(Failed(0)))
    case .request, .cancel: listeners[0].perform(step)
    case .advance(let ticks): world.clock.advance(by: ticks)
    case .attach: attach()
    }
  }
  world.onCall = { if let step = script.plan.calls[$0] { drive(step) } }
  attach()
  first = listeners[0]
  for (index, step) in script.script.enumerated() {
    world.begin(index + 1)
    drive(step)
  }
  world.begin(script.script.count + 1)
  world.clock.advance(by: 100)
  for listener in listeners { listener.cancel() }
  world.clock.advance(by: 100)
  // A listener keeps what can attach others, which keeps the listeners.
  listeners = []
  world.onCall = { _ in }
}
