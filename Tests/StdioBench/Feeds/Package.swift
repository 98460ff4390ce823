// swift-tools-version: 6.2
import PackageDescription

// How fast a feed comes from a socket to frames, and what it holds. A package of its own, as a user's.
let package = Package(
  name: "Feeds",
  dependencies: [.package(name: "Tributary", path: "../../..")],
  targets: [
    .executableTarget(name: "feeds", dependencies: [.product(name: "ScreenServer", package: "Tributary")])
  ],
  swiftLanguageModes: [.v6]
)
