// swift-tools-version: 6.2
import PackageDescription

// Who may import whom: `.ci/run` builds with checked target imports, so this table is the law.
let package = Package(
  name: "Tributary",
  // `Mutex` and `Atomic` need these systems.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsNetworking", targets: ["StreamsNetworking"]),
    .library(name: "StreamsExtras", targets: ["StreamsExtras"]),
    .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
    .library(name: "Screens", targets: ["Screens"]),
    .library(name: "ScreenDescriptions", targets: ["ScreenDescriptions"]),
    .library(name: "Outbox", targets: ["Outbox"]),
    .library(name: "Requests", targets: ["Requests"]),
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "Descriptions", targets: ["Descriptions"]),
    .library(name: "Storage", targets: ["Storage"]),
    .library(name: "Recording", targets: ["Recording"]),
    .library(name: "AppTesting", targets: ["AppTesting"]),
    .library(name: "Models", targets: ["Models"]),
    .library(name: "Formatting", targets: ["Formatting"]),
    .library(name: "Services", targets: ["Services"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .library(name: "Words", targets: ["Words"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "JSONRPC", targets: ["JSONRPC"]),
    .library(name: "ScreenServer", targets: ["ScreenServer"]),
    .library(name: "ClientGenerator", targets: ["ClientGenerator"]),
    .library(name: "MCP", targets: ["MCP"]),
    .library(name: "StandardIO", targets: ["StandardIO"]),
    .library(name: "Transports", targets: ["Transports"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "TextUI", targets: ["TextUI"]),
    .library(name: "Programs", targets: ["Programs"]),
    .library(name: "ServerProgram", targets: ["ServerProgram"]),
    .library(name: "ConsoleProgram", targets: ["ConsoleProgram"]),
    .library(name: "CInterface", targets: ["CInterface", "CTributary"]),
    .library(name: "TributaryLibrary", type: .dynamic, targets: ["TributaryLibrary"]),
    .library(name: "TributaryLibraryStatic", type: .static, targets: ["TributaryLibrary"]),
    .executable(name: "tributary-console", targets: ["Console"]),
    .executable(name: "tributary-stdio", targets: ["Stdio"]),
    .executable(name: "tributary-words", targets: ["WordsTool"]),
  ],
  targets: [
    // The reactive library.
    .target(name: "Streams", path: "Modules/Streams"),
    .target(
      name: "StreamsNetworking", dependencies: ["Locking", "Streams"], path: "Modules/StreamsNetworking"),
    .target(name: "StreamsExtras", dependencies: ["Streams"], path: "Modules/StreamsExtras"),
    .target(
      name: "StreamsTesting", dependencies: ["Locking", "Streams", "StreamsExtras"], path: "Modules/StreamsTesting"),

    // The runtime of an app, whichever app it is.
    .target(
      name: "ScreenDescriptions", dependencies: ["Descriptions", "JSON", "Requests", "Words"],
      path: "Modules/ScreenDescriptions", exclude: ["ScreenDescriptions.xcstrings"]),
    .target(
      name: "Screens",
      dependencies: [
        "ScreenDescriptions", "Requests", "Storage", "Descriptions", "JSON", "Streams", "StreamsExtras", "Words",
      ],
      path: "Modules/Screens", exclude: ["Screens.xcstrings"]),
    .target(
      name: "Outbox",
      dependencies: [
        "Locking", "ScreenDescriptions", "Screens", "Requests", "Storage", "Descriptions", "JSON", "StandardIO",
        "Streams", "StreamsExtras", "Words",
      ],
      path: "Modules/Outbox", exclude: ["Outbox.xcstrings"]),
    .target(
      name: "Requests",
      dependencies: [
        "Locking", "Files", "Descriptions", "JSON", "Storage", "Streams", "StreamsExtras",
        "Words",
      ], path: "Modules/Requests", exclude: ["Requests.xcstrings"]),
    .target(
      name: "HTTP",
      dependencies: [
        "LibC", "Locking", "Requests", "Descriptions", "JSON", "StandardIO", "Streams", "StreamsExtras",
        .target(name: "CURL", condition: .when(platforms: [.linux, .android])),
      ], path: "Modules/HTTP"),
    // A file as a reference.
    .target(
      name: "Files", dependencies: ["LibC", "Locking", "Descriptions", "JSON", "StandardIO", "Storage"],
      path: "Modules/Files"),
    // The part of libcurl's interface that HTTP uses.
    .target(name: "CURL", path: "Modules/CURL"),
    .target(name: "Descriptions", dependencies: ["JSON"], path: "Modules/Descriptions"),
    .target(name: "Words", dependencies: ["JSON"], path: "Modules/Words"),
    // The tool that keeps a catalogue and its Swift file.
    .executableTarget(name: "WordsTool", dependencies: ["JSON", "Words"], path: "Modules/WordsTool"),
    .target(
      name: "Storage", dependencies: ["Descriptions", "JSON", "LibC", "Locking", "StandardIO", "Words"],
      path: "Modules/Storage",
      exclude: ["Storage.xcstrings"]),
    .target(
      name: "Recording",
      dependencies: [
        "Locking", "Outbox", "Screens", "Requests", "Streams", "StreamsExtras", "Descriptions", "JSON", "StandardIO",
        "Words",
      ],
      path: "Modules/Recording", exclude: ["Recording.xcstrings"]),
    .target(
      name: "AppTesting",
      dependencies: [
        "Locking", "Requests", "Screens", "Streams", "StreamsExtras", "StreamsTesting",
      ], path: "Modules/AppTesting"),

    // The app of the seeds.
    .target(name: "Models", path: "Modules/Models"),
    .target(name: "Formatting", dependencies: ["Models", "Words"], path: "Modules/Formatting"),
    .target(
      name: "Services",
      dependencies: ["HTTP", "Locking", "Models", "Requests", "Descriptions", "Streams", "StreamsExtras"],
      path: "Modules/Services",
      exclude: ["HTTP/openapi.yaml"]),
    .target(
      name: "ViewModels",
      dependencies: [
        "Screens", "Models", "Services", "Formatting", "Descriptions", "Streams", "StreamsExtras", "Words",
      ],
      path: "Modules/ViewModels", exclude: ["App/App.xcstrings"]),

    // The ways in.
    .target(name: "JSON", path: "Modules/JSON"),
    .target(name: "JSONRPC", dependencies: ["JSON"], path: "Modules/JSONRPC"),
    .target(
      name: "ScreenServer",
      dependencies: ["Locking", "Screens", "Requests", "Streams", "JSONRPC", "Descriptions", "JSON", "Words"],
      path: "Modules/ScreenServer"),
    .target(
      name: "ClientGenerator",
      dependencies: ["CClientTemplates", "Descriptions", "JSON", "Requests", "ScreenDescriptions"],
      path: "Modules/ClientGenerator", exclude: ["Templates"]),
    // The parts of the clients that are the same for every app.
    .target(
      name: "CClientTemplates", path: "Modules/ClientGenerator/Templates",
      exclude: ["client.py", "client.swift.template", "client.ts"]),
    .target(
      name: "MCP", dependencies: ["Screens", "JSONRPC", "Descriptions", "JSON", "StreamsExtras"], path: "Modules/MCP"),
    // Signal handlers, and what the system has left.
    .target(name: "CStandardIO", path: "Modules/CStandardIO"),
    .target(name: "StandardIO", dependencies: ["CStandardIO", "LibC", "Locking"], path: "Modules/StandardIO"),
    .target(name: "Transports", dependencies: ["JSON", "JSONRPC", "StandardIO"], path: "Modules/Transports"),
    .target(
      name: "Terminal", dependencies: ["JSON", "Locking", "StandardIO"], path: "Modules/Terminal"),
    .target(
      name: "TextUI", dependencies: ["JSON", "Screens", "Streams", "StandardIO", "Terminal", "Words"],
      path: "Modules/TextUI", exclude: ["TextUI.xcstrings"]),
    // A program around an app, whatever it shows the app in.
    .target(
      name: "Programs",
      dependencies: [
        "JSON", "JSONRPC", "MCP", "Recording", "Requests", "ScreenServer", "Screens", "StandardIO", "Transports",
        "Words",
      ],
      path: "Modules/Programs", exclude: ["Programs.xcstrings"]),
    .target(
      name: "ServerProgram",
      dependencies: ["ClientGenerator", "Programs", "ScreenServer", "Screens", "Transports", "Words"],
      path: "Modules/ServerProgram", exclude: ["ServerProgram.xcstrings"]),
    // The files of the front in the browser, and where they are at run time.
    .target(
      name: "WebFiles", path: "Apps/Web",
      exclude: ["Guide", "README.md", "Screenshots", "install", "page/Page.xcstrings"],
      sources: ["WebFiles.swift"],
      resources: [.copy("bridge"), .copy("page"), .copy("store"), .copy("templates")]),
    .target(
      name: "ConsoleProgram",
      dependencies: [
        "Programs", "Recording", "Screens", "StandardIO", "Terminal", "TextUI", "WebFiles", "Words",
      ],
      path: "Modules/ConsoleProgram", exclude: ["ConsoleProgram.xcstrings"]),
    .target(
      name: "CInterface", dependencies: ["CTributary", "Programs", "JSON", "Locking", "ScreenServer", "Words"],
      path: "Modules/CInterface", exclude: ["CInterface.xcstrings"]),
    // The header of the library in C, and the main queue as an event loop sees it.
    .target(name: "CTributary", path: "Modules/CTributary"),
    .target(name: "Locking", path: "Modules/Locking"),
    // The system's C library, whichever it is.
    .target(name: "LibC", path: "Modules/LibC"),

    // The executables.
    .executableTarget(
      name: "Console",
      dependencies: ["ConsoleProgram", "Models", "ViewModels", "Streams", "TextUI"],
      path: "Apps/Console", exclude: ["README.md", "console.svg"]),
    .executableTarget(
      name: "Stdio", dependencies: ["ServerProgram", "ViewModels"], path: "Apps/Stdio",
      exclude: ["Guide", "Packaging", "README.md", "Samples"]),

    // This app as a library in C.
    .target(
      name: "TributaryLibrary",
      dependencies: ["CInterface", "CTributary", "MCP", "Programs", "ViewModels"],
      path: "Apps/Library",
      exclude: [
        "README.md", "Samples", "check", "exports.map", "install", "languages.py", "temporary.c", "valgrind.supp",
      ]),

    // What tests share.
    .target(
      name: "Support", dependencies: ["Locking", "StandardIO"], path: "Tests/Support",
      exclude: ["Expect", "HTTP", "Requests", "Screens", "Streams", "Terminal"]),
    .target(name: "ExpectSupport", path: "Tests/Support/Expect"),
    .target(name: "TerminalSupport", dependencies: ["StandardIO", "Terminal"], path: "Tests/Support/Terminal"),
    .target(
      name: "StreamsSupport", dependencies: ["Streams", "StreamsTesting"], path: "Tests/Support/Streams"),
    .target(name: "ScreensSupport", dependencies: ["Screens"], path: "Tests/Support/Screens"),
    // What the tests of requests and services share.
    .target(
      name: "RequestsSupport",
      dependencies: ["Locking", "Requests", "Streams", "StreamsExtras", "StreamsTesting"],
      path: "Tests/Support/Requests"),
    // A server on loopback with the endpoints of a backend.
    .target(name: "HTTPSupport", dependencies: ["HTTP", "Locking", "Streams", "Support"], path: "Tests/Support/HTTP"),
    // A backend to try the fronts against: the tests' server with the mock world behind it.
    .executableTarget(
      name: "sample-backend", dependencies: ["HTTP", "HTTPSupport", "Programs", "Services", "Support"],
      path: "Tests/SampleBackend"),
    // A screen with a feed, for the bench of feeds.
    .executableTarget(
      name: "feed-bench", dependencies: ["HTTP", "Requests", "ScreenServer"], path: "Tests/StdioBench/Feeds"),
    // An app that sends entries of its outbox, and kills itself.
    .executableTarget(name: "outbox-sender", dependencies: ["HTTP", "Outbox", "Screens"], path: "Tests/Outbox/Sender"),
    // Sends files to a server and gets some, for the bench of transfers.
    .executableTarget(
      name: "file-bench", dependencies: ["Descriptions", "HTTP", "Requests", "Streams"], path: "Tests/StdioBench/Files"),
    // A screen server in process, for the tests of everything around it.
    .target(
      name: "ServerSupport",
      dependencies: [
        "AppTesting", "StreamsTesting",
        "JSON", "ScreenServer", "ViewModels", "Services", "Models", "StreamsExtras",
      ],
      path: "Tests/ServerSupport"),

    // The tests: a target for each module and front.
    .testTarget(
      name: "StreamsTests",
      dependencies: ["ExpectSupport", "Streams", "StreamsExtras", "StreamsTesting", "StreamsSupport", "Support"],
      path: "Tests/StreamsTests"),
    .testTarget(
      name: "StreamsNetworkingTests",
      dependencies: ["ExpectSupport", "Streams", "StreamsNetworking", "StreamsTesting", "StreamsSupport", "Support"],
      path: "Tests/StreamsNetworkingTests"),
    .testTarget(
      name: "StreamsExtrasTests",
      dependencies: ["ExpectSupport", "Streams", "StreamsExtras", "StreamsTesting", "StreamsSupport", "Support"],
      path: "Tests/StreamsExtrasTests"),
    .testTarget(
      name: "StreamsTestingTests",
      dependencies: ["ExpectSupport", "StreamsTesting", "StreamsExtras", "Streams", "StreamsSupport"],
      path: "Tests/StreamsTestingTests"),
    .testTarget(
      name: "ScreenDescriptionsTests",
      dependencies: ["ExpectSupport", "JSON", "Requests", "ScreenDescriptions", "StandardIO", "Support"],
      path: "Tests/ScreenDescriptionsTests"),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "ExpectSupport", "AppTesting", "JSON", "Requests", "Screens", "ScreensSupport", "Storage",
        "StreamsTesting",
        "Support",
      ],
      path: "Tests/ScreensTests"),
    .testTarget(
      name: "OutboxTests",
      dependencies: [
        "ExpectSupport", "AppTesting", "Descriptions", "JSON", "Locking", "Outbox", "Requests", "RequestsSupport",
        "Screens", "ScreensSupport", "StandardIO", "Storage", "Streams", "StreamsExtras", "StreamsTesting", "Support",
      ],
      path: "Tests/OutboxTests"),
    .testTarget(
      name: "RequestsTests",
      dependencies: [
        "ExpectSupport", "Locking", "Requests", "RequestsSupport", "Storage", "Descriptions", "JSON", "Streams",
        "StreamsExtras", "StandardIO", "StreamsTesting", "Support", "Words",
      ],
      path: "Tests/RequestsTests"),
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "ExpectSupport", "HTTP", "HTTPSupport", "Locking", "Requests", "RequestsSupport", "Storage", "Descriptions",
        "JSON", "Streams", "StreamsExtras", "StandardIO", "StreamsTesting", "Support",
      ],
      path: "Tests/HTTPTests", exclude: ["Fixtures"]),
    .testTarget(
      name: "FilesTests", dependencies: ["ExpectSupport", "Files", "JSON", "StandardIO", "Support"],
      path: "Tests/FilesTests"),
    .testTarget(
      name: "StorageTests", dependencies: ["ExpectSupport", "Descriptions", "JSON", "Storage", "Support"],
      path: "Tests/StorageTests"),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "ExpectSupport", "AppTesting", "Locking", "Outbox", "Recording", "Requests", "Screens", "ScreensSupport",
        "ViewModels",
        "Services", "Storage", "Models", "Streams", "StreamsExtras", "StreamsTesting", "Descriptions", "JSON",
        "Support",
      ],
      path: "Tests/RecordingTests", exclude: ["Fixtures"]),
    .testTarget(
      name: "AppTestingTests", dependencies: ["ExpectSupport", "AppTesting", "Locking", "Requests", "Screens"],
      path: "Tests/AppTestingTests"),
    .testTarget(
      name: "WordsTests", dependencies: ["ExpectSupport", "JSON", "Support", "Words"], path: "Tests/WordsTests"),
    .testTarget(name: "WordsToolTests", dependencies: ["ExpectSupport", "WordsTool"], path: "Tests/WordsToolTests"),
    .testTarget(name: "ModelsTests", dependencies: ["ExpectSupport", "Models", "Support"], path: "Tests/ModelsTests"),
    .testTarget(
      name: "FormattingTests", dependencies: ["ExpectSupport", "Formatting", "Models"], path: "Tests/FormattingTests"
    ),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "ExpectSupport", "HTTP", "HTTPSupport", "Locking", "Requests", "RequestsSupport", "Services", "Models",
        "Descriptions", "JSON",
        "Streams", "StreamsExtras", "StreamsTesting", "Support",
      ],
      path: "Tests/ServicesTests"),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "ExpectSupport", "AppTesting", "HTTP", "HTTPSupport", "Locking", "RequestsSupport", "Screens", "ViewModels",
        "Services", "Models",
        "Formatting", "Descriptions", "JSON", "Streams", "StreamsExtras", "Storage", "StreamsTesting", "Support",
      ],
      path: "Tests/ViewModelsTests"),
    .testTarget(name: "JSONTests", dependencies: ["ExpectSupport", "JSON"], path: "Tests/JSONTests"),
    .testTarget(
      name: "DescriptionsTests", dependencies: ["ExpectSupport", "Descriptions", "Support"],
      path: "Tests/DescriptionsTests"),
    .testTarget(
      name: "JSONRPCTests", dependencies: ["ExpectSupport", "JSON", "JSONRPC", "Support"], path: "Tests/JSONRPCTests"),
    .testTarget(
      name: "ScreenServerTests",
      dependencies: [
        "ExpectSupport", "Locking", "Requests", "ScreenServer", "ScreensSupport", "ServerSupport", "StreamsTesting",
        "Support", "ViewModels",
      ],
      path: "Tests/ScreenServerTests", exclude: ["Transcripts"]),
    .testTarget(
      name: "ClientGeneratorTests",
      dependencies: [
        "ExpectSupport", "ClientGenerator", "Descriptions", "JSON", "ScreenDescriptions", "Screens", "ScreensSupport",
        "Support",
        "ViewModels",
      ],
      path: "Tests/ClientGeneratorTests", exclude: ["Scripts"]),
    .testTarget(
      name: "MCPTests",
      dependencies: ["ExpectSupport", "AppTesting", "MCP", "ScreensSupport", "StreamsTesting", "Support"],
      path: "Tests/MCPTests",
      exclude: ["Clients"]),
    .testTarget(
      name: "StandardIOTests", dependencies: ["ExpectSupport", "Locking", "StandardIO", "Support"],
      path: "Tests/StandardIOTests"),
    .testTarget(
      name: "TransportsTests", dependencies: ["ExpectSupport", "JSONRPC", "Transports", "Support"],
      path: "Tests/TransportsTests"),
    .testTarget(
      name: "TerminalTests", dependencies: ["ExpectSupport", "StandardIO", "Support", "Terminal", "TerminalSupport"],
      path: "Tests/TerminalTests"),
    .testTarget(
      name: "TextUITests",
      dependencies: [
        "ExpectSupport", "Locking", "Screens", "ScreensSupport", "Terminal", "TextUI", "Streams", "StreamsTesting",
        "StandardIO", "Support", "TerminalSupport",
      ],
      path: "Tests/TextUITests"),
    .testTarget(
      name: "ProgramsTests",
      dependencies: [
        "ExpectSupport", "Programs", "Locking", "Outbox", "Recording", "Requests", "Screens", "ScreensSupport",
        "Storage",
        "Streams", "Support",
      ],
      path: "Tests/ProgramsTests"),
    .testTarget(
      name: "ServerProgramTests",
      dependencies: ["ExpectSupport", "Programs", "Screens", "ScreensSupport", "ServerProgram"],
      path: "Tests/ServerProgramTests"),
    .testTarget(
      name: "ConsoleProgramTests",
      dependencies: [
        "ExpectSupport", "ConsoleProgram", "Programs", "JSON", "Recording", "Requests", "Screens", "ScreensSupport",
        "StandardIO", "TextUI",
      ],
      path: "Tests/ConsoleProgramTests"),
    .testTarget(
      name: "CInterfaceTests",
      dependencies: [
        "ExpectSupport", "CInterface", "CTributary", "MCP", "Programs", "ScreenServer", "Screens",
        "ScreensSupport", "Support", "ViewModels",
      ],
      path: "Tests/CInterfaceTests"),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "ExpectSupport", "Locking", "Console", "AppTesting", "Services", "Models", "StandardIO", "TextUI", "Support",
        "TerminalSupport", "ViewModels", "Stdio", "sample-backend",
      ],
      path: "Tests/ConsoleTests", exclude: ["Transcripts", "picture"]),
    .testTarget(
      name: "StdioTests",
      dependencies: [
        "ExpectSupport", "AppTesting", "StreamsTesting", "CInterface", "CTributary", "ClientGenerator", "Locking",
        "Stdio", "Programs", "Recording", "JSONRPC", "HTTP", "HTTPSupport", "Requests", "RequestsSupport",
        "ScreenServer", "ServerSupport",
        "ServerProgram", "ViewModels", "Services", "Models", "StreamsExtras", "Support",
      ],
      path: "Tests/StdioTests",
      exclude: ["Clients/check.py", "Clients/check.ts", "Clients/scripted_core.py", "Clients/terminal.py", "Schema"]),
    // What every front keeps: a core with all kinds of fronts.
    .testTarget(
      name: "PromisesTests",
      dependencies: [
        "ExpectSupport", "AppTesting", "CInterface", "JSONRPC", "Locking", "MCP", "Outbox", "Programs", "Recording",
        "Requests", "ScreenServer", "Screens", "StandardIO", "Storage", "Streams", "StreamsExtras", "StreamsTesting",
        "Support",
        "Terminal", "TextUI",
      ],
      path: "Tests/Promises", exclude: ["Fronts", "README.md", "run"]),
    .testTarget(
      name: "SeedsTests", dependencies: ["AppTesting", "Streams", "ViewModels"],
      path: "Tests/SeedsTests"),
  ],
  swiftLanguageModes: [.v6]
)

// `TRIBUTARY_TESTS=JSONTests,WordsTests swift test` builds these test targets alone, and what they use.
if let names = Context.environment["TRIBUTARY_TESTS"] {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var used: Set<String> = []
  var open = names.split(separator: ",").map(String.init)
  while let name = open.popLast() {
    guard let target = targets[name] else { fatalError("TRIBUTARY_TESTS: there is no target \(name).") }
    guard used.insert(name).inserted else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
    for case .targetItem(let dependency, _) in target.dependencies { open.append(dependency) }
  }
  package.targets.removeAll { !used.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let product as Product.Library: !used.isSuperset(of: product.targets)
    case let product as Product.Executable: !used.isSuperset(of: product.targets)
    default: true
    }
  }
}
