// swift-tools-version: 6.2
import PackageDescription

// What an update of a long list costs. A package of its own, as a user's: its screen comes from outside.
let package = Package(
  name: "Rows",
  dependencies: [.package(name: "Tributary", path: "../../..")],
  targets: [
    .executableTarget(name: "rows", dependencies: [.product(name: "ScreenServer", package: "Tributary")])
  ],
  swiftLanguageModes: [.v6]
)
