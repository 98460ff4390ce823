// swift-tools-version: 6.2
import PackageDescription

// Who may import whom: `.ci/run` builds with checked target imports, so this table is the law.
let package = Package(
  name: "Tributary",
  // `Mutex` and `Atomic` need these systems.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsExtras", targets: ["StreamsExtras"]),
    .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
    .library(name: "Models", targets: ["Models"]),
    .library(name: "Formatting", targets: ["Formatting"]),
    .library(name: "Services", targets: ["Services"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .library(name: "AppTesting", targets: ["AppTesting"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "JSONRPC", targets: ["JSONRPC"]),
    .library(name: "ScreenServer", targets: ["ScreenServer"]),
    .library(name: "StandardIO", targets: ["StandardIO"]),
    .library(name: "StdioTransport", targets: ["StdioTransport"]),
    .library(name: "Recording", targets: ["Recording"]),
    .library(name: "TextUI", targets: ["TextUI"]),
    .executable(name: "tributary-console", targets: ["Console"]),
    .executable(name: "tributary-stdio", targets: ["Stdio"]),
  ],
  targets: [
    .target(name: "Streams", path: "Modules/Streams"),
    .target(name: "StreamsExtras", dependencies: ["Streams"], path: "Modules/StreamsExtras"),
    .target(
      name: "StreamsTesting", dependencies: ["Locking", "Streams", "StreamsExtras"], path: "Modules/StreamsTesting"),
    .target(name: "Locking", path: "Modules/Locking"),
    .target(name: "Models", path: "Modules/Models"),
    .target(name: "Formatting", dependencies: ["Models"], path: "Modules/Formatting"),
    .target(
      name: "Services", dependencies: ["Locking", "Models", "Streams", "StreamsExtras"], path: "Modules/Services",
      exclude: ["HTTP/openapi.yaml"]),
    .target(name: "JSON", path: "Modules/JSON"),
    .target(
      name: "ViewModels", dependencies: ["Models", "Services", "Formatting", "JSON", "Streams", "StreamsExtras"],
      path: "Modules/ViewModels"),
    .target(
      name: "AppTesting",
      dependencies: [
        "Locking", "Models", "Formatting", "Services", "ViewModels", "Streams", "StreamsExtras", "StreamsTesting",
      ], path: "Modules/AppTesting"),
    .target(name: "JSONRPC", dependencies: ["JSON"], path: "Modules/JSONRPC"),
    .target(
      name: "ScreenServer", dependencies: ["ViewModels", "Models", "JSONRPC", "JSON", "Streams", "StreamsExtras"],
      path: "Modules/ScreenServer", resources: [.embedInCode("Clients/Templates")]),
    .target(name: "StandardIO", dependencies: ["Locking"], path: "Modules/StandardIO"),
    .target(name: "StdioTransport", dependencies: ["JSONRPC", "StandardIO"], path: "Modules/StdioTransport"),
    .target(
      name: "Recording",
      dependencies: ["ViewModels", "Services", "Models", "Streams", "StreamsExtras", "JSON", "StandardIO"],
      path: "Modules/Recording"),
    .target(name: "TextUI", dependencies: ["Streams", "StandardIO"], path: "Modules/TextUI"),

    // The options that every front has.
    .target(name: "FrontOptions", dependencies: ["Recording", "Services"], path: "Apps/Options"),
    .executableTarget(
      name: "Console",
      dependencies: ["FrontOptions", "Models", "Recording", "ViewModels", "Streams", "StandardIO", "TextUI"],
      path: "Apps/Console", exclude: ["console.svg"]),
    .executableTarget(
      name: "Stdio",
      dependencies: [
        "FrontOptions", "Recording", "ScreenServer", "ViewModels", "JSONRPC", "StandardIO", "StdioTransport",
      ],
      path: "Apps/Stdio", exclude: ["Guide", "README.md", "Samples"]),

    .target(
      name: "Support", dependencies: ["Locking", "Models", "StandardIO"], path: "Tests/Support", exclude: ["Streams"]),
    .target(
      name: "StreamsSupport", dependencies: ["Locking", "Streams", "StreamsTesting"], path: "Tests/Support/Streams"),
    // A backend to try the fronts against: the tests' server with the mock world behind it.
    .executableTarget(
      name: "sample-backend", dependencies: ["FrontOptions", "Services", "Support"], path: "Tests/SampleBackend"),
    .testTarget(
      name: "StreamsTests", dependencies: ["Streams", "StreamsExtras", "StreamsTesting", "StreamsSupport", "Support"],
      path: "Tests/StreamsTests"),
    .testTarget(
      name: "StreamsExtrasTests",
      dependencies: ["Streams", "StreamsExtras", "StreamsTesting", "StreamsSupport", "Support"],
      path: "Tests/StreamsExtrasTests"),
    .testTarget(
      name: "StreamsTestingTests", dependencies: ["StreamsTesting", "StreamsExtras", "Streams", "StreamsSupport"],
      path: "Tests/StreamsTestingTests"),
    .testTarget(name: "ModelsTests", dependencies: ["Models", "Support"], path: "Tests/ModelsTests"),
    .testTarget(
      name: "FormattingTests", dependencies: ["Formatting", "Models"], path: "Tests/FormattingTests"
    ),
    .testTarget(
      name: "ServicesTests",
      dependencies: ["Locking", "Services", "Models", "Streams", "StreamsExtras", "StreamsTesting", "Support"],
      path: "Tests/ServicesTests"),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "AppTesting", "Locking", "ViewModels", "Services", "Models", "Formatting", "JSON", "Streams", "StreamsExtras",
        "StreamsTesting", "Support",
      ],
      path: "Tests/ViewModelsTests"),
    .testTarget(
      name: "AppTestingTests", dependencies: ["AppTesting", "Models", "Services", "Streams"],
      path: "Tests/AppTestingTests"),
    .testTarget(
      name: "StandardIOTests", dependencies: ["Locking", "StandardIO", "Support"], path: "Tests/StandardIOTests"),
    .testTarget(
      name: "TextUITests",
      dependencies: ["Locking", "TextUI", "Streams", "StreamsTesting", "StandardIO", "Support"],
      path: "Tests/TextUITests"),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], path: "Tests/JSONTests"),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "Recording", "ViewModels", "Services", "Models", "Streams", "StreamsExtras", "StreamsTesting", "JSON",
      ],
      path: "Tests/RecordingTests", exclude: ["Fixtures"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "Support"], path: "Tests/JSONRPCTests"),
    .testTarget(
      name: "StdioTransportTests", dependencies: ["JSONRPC", "StdioTransport"],
      path: "Tests/StdioTransportTests"),
    // A screen server in process, for the tests of everything around it.
    .target(
      name: "ServerSupport",
      dependencies: [
        "AppTesting", "StreamsTesting",
        "JSON", "ScreenServer", "ViewModels", "Services", "Models", "Streams", "StreamsExtras", "Locking",
      ],
      path: "Tests/ServerSupport"),
    .testTarget(
      name: "ScreenServerTests", dependencies: ["ScreenServer", "ServerSupport", "ViewModels"],
      path: "Tests/ScreenServerTests", exclude: ["Transcripts"]),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "Locking", "Console", "FrontOptions", "AppTesting", "Services", "Models", "StandardIO", "TextUI", "Support",
      ],
      path: "Tests/ConsoleTests", exclude: ["Transcripts", "picture"]),
    .testTarget(
      name: "StdioTests",
      dependencies: [
        "AppTesting", "StreamsTesting",
        "Locking", "Stdio", "FrontOptions", "Recording", "JSON", "JSONRPC", "ScreenServer", "ServerSupport",
        "ViewModels",
        "Services", "Models", "Streams",
        "StreamsExtras", "Support",
      ],
      path: "Tests/StdioTests",
      exclude: ["Clients/check.py", "Clients/check.ts", "Clients/scripted_core.py", "Clients/terminal.py"]),
    .testTarget(
      name: "SeedsTests", dependencies: ["AppTesting", "Streams"],
      path: "Tests/SeedsTests"),
  ],
  swiftLanguageModes: [.v6]
)
