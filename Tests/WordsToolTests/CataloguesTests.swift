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

    var testDescription: String { name }

    static let all = [
      Catalogue(
        path: "Modules/Words/Runtime/Runtime.xcstrings", name: "RuntimeWords",
        file: "Modules/Words/Runtime/RuntimeWords.swift",
        sources: [
          "Modules/Requests", "Modules/Storage", "Modules/Recording", "Modules/Screens", "Modules/Programs",
          "Modules/TextUI", "Modules/CInterface",
        ]),
      Catalogue(
        path: "Modules/ConsoleProgram/ConsoleProgram.xcstrings", name: "ConsoleProgramWords",
        file: "Modules/ConsoleProgram/ConsoleProgramWords.swift", sources: ["Modules/ConsoleProgram"]),
      Catalogue(
        path: "Modules/ServerProgram/ServerProgram.xcstrings", name: "ServerProgramWords",
        file: "Modules/ServerProgram/ServerProgramWords.swift", sources: ["Modules/ServerProgram"]),
      Catalogue(
        path: "Modules/ViewModels/App/App.xcstrings", name: "AppWords",
        file: "Modules/ViewModels/App/AppWords.swift",
        sources: ["Modules/ViewModels", "Modules/Formatting", "Apps/Console", "Apps/Stdio"]),
      Catalogue(
        path: "Apps/Web/page/Page.xcstrings", name: "texts", file: "Apps/Web/page/words.texts.js", sources: ["Apps/Web"]
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
      : catalog.swiftFile(name: catalogue.name, isInWords: catalogue.file.hasPrefix("Modules/Words/"))
    try expectEqual(String(contentsOfFile: Self.root + "/" + catalogue.file, encoding: .utf8), made)
  }
}
