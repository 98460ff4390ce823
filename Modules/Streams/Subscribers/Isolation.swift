/// Stops the program where a closure is about to run off the actor that it was written for.
@usableFromInline func requireIsolation(_ actor: any Actor, _ what: StaticString) {
  actor.preconditionIsolated(
    "\(what) reached a sink or assign off the actor it was written for (\(actor)): put receive(on:) before it")
}
