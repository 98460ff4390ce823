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
  products: [.library(name: "LibraryC", type: .dynamic, targets: ["LibraryC"])],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .executableTarget(name: "WayIn", dependencies: [product("ViewModels")], swiftSettings: settings),
    .executableTarget(
      name: "Front", dependencies: [product("ScreenServer"), product("ViewModels")], swiftSettings: settings),
    .executableTarget(
      name: "Serve", dependencies: [product("ScreenServer"), product("Transports"), product("ViewModels")],
      swiftSettings: settings),
    // A whole app of its own, with nothing of the six screens: two screens, a service, and two fronts.
    .target(
      name: "Library", dependencies: [product("HTTP"), product("Outbox"), product("Screens")], swiftSettings: settings),
    .executableTarget(
      name: "LibraryConsole",
      dependencies: ["Library", product("Programs"), product("Screens"), product("Streams"), product("TextUI")],
      swiftSettings: settings),
    .executableTarget(
      name: "LibraryStdio", dependencies: ["Library", product("ServerProgram")], swiftSettings: settings),
    // What each description looks like, with no view of its own. The console serves pages, too.
    .target(name: "Gallery", dependencies: [product("Screens")], swiftSettings: settings),
    .executableTarget(
      name: "GalleryConsole", dependencies: ["Gallery", product("ConsoleProgram")], swiftSettings: settings),
    // The same app as a C library.
    .target(
      name: "LibraryC",
      dependencies: ["Library", product("CInterface"), product("Programs"), product("Screens")],
      swiftSettings: settings),
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "Gallery", "Library", product("AppTesting"), product("HTTP"), product("Programs"), product("Recording"),
        product("Streams"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OutsideTests", dependencies: [product("AppTesting"), product("ViewModels")], swiftSettings: settings),
  ],
  swiftLanguageModes: modes
)
