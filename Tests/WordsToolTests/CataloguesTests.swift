import ExpectSupport
import Foundation
import Testing

@testable import WordsTool

/// The catalogues of this package: the runtime with its fronts, the programs, the app of the seeds, the page, and Expenses.
@Suite struct CataloguesTests {
  /// A catalogue, the file that is made of it, and the code whose texts it has.
  struct Catalogue: CustomTestStringConvertible {
    var path: String
    var name: String
    var file: String
    var sources: [String]
    /// Whether it is that of a module, whose texts come from it.
    var isLibrary = false

    var testDescription: String { name }

    /// The catalogue of a module of the runtime, or of a front.
    static func module(_ name: String) -> Self {
      let folder = "Modules/\(name)"
      return Self(
        path: "\(folder)/\(name).xcstrings", name: "\(name)Words", file: "\(folder)/\(name)Words.swift",
        sources: [folder], isLibrary: true)
    }

    static let all =
      [
        "Storage", "Requests", "ScreenDescriptions", "Screens", "Outbox", "Recording", "Programs", "TextUI",
        "CInterface",
        "ConsoleProgram",
        "ServerProgram",
      ].map(module) + [
        Catalogue(
          path: "Modules/ViewModels/App/App.xcstrings", name: "AppWords",
          file: "Modules/ViewModels/App/AppWords.swift",
          sources: ["Modules/ViewModels", "Modules/Formatting", "Apps/Console", "Apps/Stdio"]),
        Catalogue(
          path: "Apps/Web/page/Page.xcstrings", name: "texts", file: "Apps/Web/page/words.texts.js",
          sources: ["Apps/Web"]
        ),
        Catalogue(
          path: "Apps/Expenses/Sources/Expenses/Expenses.xcstrings", name: "ExpensesWords",
          file: "Apps/Expenses/Sources/Expenses/ExpensesWords.swift", sources: ["Apps/Expenses/Sources"]),
      ]
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test(arguments: Catalogue.all)
  func `has each text of the code in German, and no other`(catalogue: Catalogue) {
    var command = WordsCommand()
    let arguments = ["check", Self.root + "/" + catalogue.path, "--language", "de"]
    expectEqual(command.run(arguments + catalogue.sources.map { Self.root + "/" + $0 }), 0)
    expectEqual(command.output, "")
  }

  @Test(arguments: Catalogue.all)
  func `is in the file that is made of it`(catalogue: Catalogue) throws {
    let catalog = try CatalogFile(try String(contentsOfFile: Self.root + "/" + catalogue.path, encoding: .utf8))
    let made =
      catalogue.file.hasSuffix(".js")
      ? catalog.javaScriptFile(name: catalogue.name)
      : catalog.swiftFile(name: catalogue.name, isLibrary: catalogue.isLibrary)
    try expectEqual(String(contentsOfFile: Self.root + "/" + catalogue.file, encoding: .utf8), made)
  }
}
