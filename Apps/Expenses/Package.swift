// swift-tools-version: 6.2
import PackageDescription

// An app in a package of its own: it takes the runtime as another package does, by its public products.
func tributary(_ product: String) -> Target.Dependency { .product(name: product, package: "Tributary") }

let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Expenses",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Expenses", targets: ["Expenses"]),
    .executable(name: "expenses-console", targets: ["expenses-console"]),
    .executable(name: "expenses-stdio", targets: ["expenses-stdio"]),
  ],
  dependencies: [.package(name: "Tributary", path: "../..")],
  targets: [
    .target(
      name: "Expenses", dependencies: [tributary("HTTP"), tributary("Screens"), tributary("Words")],
      exclude: ["Expenses.xcstrings"],
      swiftSettings: settings),
    .executableTarget(
      name: "expenses-console", dependencies: ["Expenses", tributary("ConsoleProgram")], path: "Sources/Console",
      swiftSettings: settings),
    .executableTarget(
      name: "expenses-stdio", dependencies: ["Expenses", tributary("ServerProgram")], path: "Sources/Stdio",
      swiftSettings: settings),
    .testTarget(
      name: "ExpensesTests",
      dependencies: [
        "Expenses", tributary("AppTesting"), tributary("HTTP"), tributary("Programs"), tributary("Recording"),
        tributary("ScreenServer"),
      ],
      exclude: ["Fixtures"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
