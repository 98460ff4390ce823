// swift-tools-version: 6.2
import PackageDescription

// An app in a package of its own: it takes the runtime as another package does, by its public products.
func tributary(_ product: String) -> Target.Dependency { .product(name: product, package: "Tributary") }

let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Shop", targets: ["Shop"]),
    .executable(name: "shop-console", targets: ["shop-console"]),
    .executable(name: "shop-stdio", targets: ["shop-stdio"]),
  ],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .target(
      name: "Shop", dependencies: [tributary("HTTP"), tributary("Outbox"), tributary("Screens"), tributary("Words")],
      exclude: ["Shop.xcstrings"],
      resources: [.copy("Pictures"), .copy("shop.pages")], swiftSettings: settings),
    .executableTarget(
      name: "shop-console", dependencies: ["Shop", tributary("ConsoleProgram")], path: "Sources/Console",
      swiftSettings: settings),
    .executableTarget(
      name: "shop-stdio", dependencies: ["Shop", tributary("ServerProgram")], path: "Sources/Stdio",
      swiftSettings: settings),
    .testTarget(
      name: "ShopTests", dependencies: ["Shop", tributary("AppTesting"), tributary("HTTP")], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
