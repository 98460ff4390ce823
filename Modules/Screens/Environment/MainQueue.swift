import Dispatch

/// Whether this code runs on the main queue, and so on the main actor.
var isMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueue) != nil }

/// Identifies the main queue on whatever thread it runs: after `dispatchMain`, on Linux, that is not the main thread.
private let mainQueue = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Runs a closure on the main actor: at once if this code runs there, so that what happens in a turn stays in it.
package func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
  if isMainQueue { MainActor.assumeIsolated(body) } else { DispatchQueue.main.async(execute: body) }
}
