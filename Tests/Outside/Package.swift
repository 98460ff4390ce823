// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A user's package: programs and a test that import the modules of Tributary as another package does. `check` builds it in
// both language modes.
let modes: [SwiftLanguageMode] = ProcessInfo.processInfo.environment["LANGUAGE_MODE"] == "5" ? [.v5] : [.v6]
let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Tributary") }

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .executableTarget(name: "WayIn", dependencies: [product("ViewModels")], swiftSettings: settings),
    .executableTarget(name: "Front", dependencies: [product("ScreenServer")], swiftSettings: settings),
    .executableTarget(
      name: "Serve", dependencies: [product("ScreenServer"), product("StdioTransport")], swiftSettings: settings),
    .testTarget(name: "OutsideTests", dependencies: [product("AppTesting")], swiftSettings: settings),
  ],
  swiftLanguageModes: modes
)
