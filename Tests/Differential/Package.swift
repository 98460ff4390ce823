// swift-tools-version: 6.2
import PackageDescription

// Streams against OpenCombine, for comparison only. A package of its own, so that the root package keeps no dependency.
// What plays a case (`Sources/Play`) is compiled once per library, because both declare `Publisher` and its kin.
let streams = Target.Dependency.product(name: "Streams", package: "Tributary")
let extras = Target.Dependency.product(name: "StreamsExtras", package: "Tributary")
let peer = Target.Dependency.product(name: "OpenCombine", package: "OpenCombine")

let package = Package(
  name: "Differential",
  dependencies: [
    .package(name: "Tributary", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "Cases"),
    .target(name: "StreamsSide", dependencies: ["Cases", streams, extras]),
    .target(name: "PeerSide", dependencies: ["Cases", peer], swiftSettings: [.define("PEER")]),
    .executableTarget(name: "differential", dependencies: ["Cases", "StreamsSide", "PeerSide"]),
  ],
  swiftLanguageModes: [.v6]
)
