// swift-tools-version: 6.2
import PackageDescription

// Cancels many data tasks in a release build, in a process of its own: the fault that it looks for ends the process.
let package = Package(
  name: "DataTasks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .executableTarget(
      name: "cancels",
      dependencies: ["Streams", "StreamsNetworking"].map { .product(name: $0, package: "Tributary") })
  ],
  swiftLanguageModes: [.v6]
)
