// swift-tools-version: 6.2
import PackageDescription

// An app in a package of its own: it takes the runtime as another package does, by its public products.
func tributary(_ product: String) -> Target.Dependency { .product(name: product, package: "Tributary") }

let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Chat",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Chat", targets: ["Chat"]),
    .executable(name: "chat-console", targets: ["chat-console"]),
    .executable(name: "chat-stdio", targets: ["chat-stdio"]),
    .library(name: "ChatC", type: .dynamic, targets: ["ChatC"]),
  ],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .target(
      name: "Chat", dependencies: [tributary("HTTP"), tributary("Outbox"), tributary("Screens"), tributary("Words")],
      exclude: ["Chat.xcstrings"],
      swiftSettings: settings),
    .executableTarget(
      name: "chat-console", dependencies: ["Chat", tributary("ConsoleProgram")], path: "Sources/Console",
      swiftSettings: settings),
    .executableTarget(
      name: "chat-stdio", dependencies: ["Chat", tributary("ServerProgram")], path: "Sources/Stdio",
      swiftSettings: settings),
    // The app as a C library.
    .target(
      name: "ChatC", dependencies: ["Chat", tributary("CInterface"), tributary("Programs")],
      path: "Sources/Library", swiftSettings: settings),
    .testTarget(
      name: "ChatTests",
      dependencies: ["Chat", tributary("AppTesting"), tributary("HTTP"), tributary("Outbox"), tributary("Recording")],
      exclude: ["Fixtures"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
