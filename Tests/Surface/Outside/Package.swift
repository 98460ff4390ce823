// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A library with names that Combine leaves to its users, and a program that imports it and Streams. `Tests/Surface/outside`
// copies this package out of the repository, says where Streams is, and builds it in both language modes.
let environment = ProcessInfo.processInfo.environment
let tributary = environment["TRIBUTARY"] ?? "../../.."
let modes: [SwiftLanguageMode] = environment["LANGUAGE_MODE"] == "5" ? [.v5] : [.v6]

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "Tributary", path: tributary)],
  targets: [
    .target(name: "OwnNames", dependencies: [.product(name: "Streams", package: "Tributary")]),
    .executableTarget(name: "user", dependencies: ["OwnNames", .product(name: "Streams", package: "Tributary")]),
    .executableTarget(
      name: "extras",
      dependencies: [
        .product(name: "Streams", package: "Tributary"), .product(name: "StreamsExtras", package: "Tributary"),
      ]),
  ],
  swiftLanguageModes: modes
)
