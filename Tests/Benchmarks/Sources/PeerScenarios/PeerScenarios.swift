import Scenario

/// Every scenario that OpenCombine has the operators for.
public let peerScenarios: Scenarios = [
  oneUpstream, payloads, chains, severalUpstreams, subscribing, timeAndTasks,
].reduce(into: [:]) { all, some in all.merge(some) { $1 } }
