// swift-tools-version: 6.2
import PackageDescription

// Streams beside OpenCombine and plain Swift. A package of its own, so that the root package keeps no dependency.
// One target per library, because both declare `Publisher` and its kin.
//
// With BENCHMARKS_PEER=no only what `Tests/Benchmarks/costs` needs: CI fetches no other package for it.
let hasPeer = Context.environment["BENCHMARKS_PEER"] != "no"
let streams = Target.Dependency.product(name: "Streams", package: "Tributary")
let extras = Target.Dependency.product(name: "StreamsExtras", package: "Tributary")
let peer = Target.Dependency.product(name: "OpenCombine", package: "OpenCombine")
let peerDispatch = Target.Dependency.product(name: "OpenCombineDispatch", package: "OpenCombine")

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .target(name: "Allocations"),
    .target(name: "Lookups"),
    .target(name: "Scenario", dependencies: ["Allocations"]),
    .target(name: "StreamsCosts", dependencies: ["Scenario", streams, extras]),
    .executableTarget(
      name: "costs",
      dependencies: ["Allocations", "Lookups", "Scenario", "StreamsCosts"] + (hasPeer ? ["PeerCosts"] : []),
      swiftSettings: hasPeer ? [.define("PEER")] : []),
  ],
  swiftLanguageModes: [.v6]
)

if hasPeer {
  package.dependencies.append(.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"))
  package.targets += [
    .target(name: "StreamsGeneric", dependencies: ["Scenario", streams]),
    .target(name: "StreamsScenarios", dependencies: ["Scenario", "StreamsGeneric", streams]),
    .target(name: "PeerGeneric", dependencies: ["Scenario", peer]),
    .target(
      name: "PeerScenarios", dependencies: ["Scenario", "PeerGeneric", peer, peerDispatch],
      swiftSettings: [.define("PEER")]),
    .target(name: "PeerCosts", dependencies: ["Scenario", peer, peerDispatch], swiftSettings: [.define("PEER")]),
    .target(name: "PlainScenarios", dependencies: ["Scenario"]),
    // Combine's own declarations without bodies, for `compile-time`, as are the descriptions; it never runs.
    .target(name: "CombineDeclarations", dependencies: [.product(name: "Descriptions", package: "Tributary")]),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["Scenario", "StreamsScenarios", "PeerScenarios", "PlainScenarios"]),
  ]
}
