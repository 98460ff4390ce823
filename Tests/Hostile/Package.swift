// swift-tools-version: 6.2
import PackageDescription

// The hostile tests of Streams in a release build: a package of its own, because `@testable` keeps the other tests in debug
// builds. The tests and their helpers are those of the root package, by symbolic links.
let products: [Target.Dependency] = ["Streams", "StreamsExtras", "StreamsTesting"].map {
  .product(name: $0, package: "Tributary")
}

let package = Package(
  name: "Hostile",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .target(name: "ExpectSupport"),
    .target(name: "StreamsSupport", dependencies: products),
    .testTarget(name: "HostileTests", dependencies: products + ["ExpectSupport", "StreamsSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
