import Scenario

/// Every scenario that Streams has the operators for.
public let streamsScenarios: Scenarios = [:]
