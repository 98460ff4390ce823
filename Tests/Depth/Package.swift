// swift-tools-version: 6.2
import PackageDescription

// Measures how deep pipelines may be, in clients of both language modes: a package of its own, so that the program sees Streams as
// a client does. The cases are those of the tests, by symbolic links.
let products: [Target.Dependency] = ["Streams", "StreamsExtras", "StreamsTesting"].map {
  .product(name: $0, package: "Tributary")
}

let package = Package(
  name: "Depth",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .executableTarget(name: "depth6", dependencies: products, swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(name: "depth5", dependencies: products, swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)
