import Scenario

/// Every scenario that Streams has the operators for.
public let streamsScenarios: Scenarios = [
  oneUpstream, payloads, chains, severalUpstreams, subscribing, timeAndTasks,
].reduce(into: [:]) { all, some in all.merge(some) { $1 } }
