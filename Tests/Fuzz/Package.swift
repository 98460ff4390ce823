// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because a fuzzer brings its own `main`. `run` builds it with the sanitizers that it needs.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [.product(name: "JSON", package: "Tributary"), .product(name: "JSONRPC", package: "Tributary")],
      // The fuzzer's runtime has the `main`.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
