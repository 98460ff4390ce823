import ExpectSupport
import Foundation
import Testing

@testable import WordsTool

@Suite struct WordsCommandTests {
  private func run(_ arguments: String...) -> (code: Int32, output: String) {
    var command = WordsCommand()
    let code = command.run(arguments)
    return (code, command.output)
  }

  /// Runs a test in a folder of its own.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func `adds, checks and generates`() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/Sources", withIntermediateDirectories: true)
      try write(#"let a = Words.text("Buy"); let b = Words.text("Sell")"#, folder + "/Sources/A.swift")
      let catalog = folder + "/App.xcstrings"
      expectEqual(run("update", catalog, folder + "/Sources").code, 0)
      let missing = run("check", catalog, "--language", "de", folder + "/Sources")
      expectEqual(missing.code, 1)
      expectEqual(missing.output, "de: \"Buy\" is missing\nde: \"Sell\" is missing\n")
      try write(
        #"{"strings": {"Buy": {"localizations": {"de": {"stringUnit": {"value": "Kaufen"}}}}, "Old": {"localizations": {"de": {"stringUnit": {"value": "Alt"}}}}}}"#,
        catalog)
      let other = run("check", catalog, "--language", "de", folder + "/Sources/A.swift")
      expectEqual(
        other.output,
        "\(folder)/Sources/A.swift:1: \"Sell\" is not in the catalogue\n\"Old\" is in the catalogue, and not in the code\n"
      )
      expectEqual(run("generate", catalog, "--name", "AppWords", folder + "/AppWords.swift").code, 0)
      #expect(try String(contentsOfFile: folder + "/AppWords.swift", encoding: .utf8).contains("\"Buy\":\"Kaufen\""))
    }
  }

  @Test func `checks a catalogue without the code, and the values of a text in the code`() throws {
    try inFolder { folder in
      let catalog = folder + "/App.xcstrings"
      try write(
        #"{"strings": {"open": {"localizations": {"de": {"stringUnit": {"value": "Öffne %@"}}}}, "Old": {"extractionState": "stale"}}}"#,
        catalog)
      expectEqual(
        run("check", catalog).output,
        "de: \"open\" has the values 1 text, and the English text has none\n\"Old\" is in the catalogue, and not in the code\n"
      )
      try write(#"let a = Words.text("Open \(count: 3)", key: "open"); let b = Words.text("Old")"#, folder + "/A.swift")
      expectEqual(
        run("check", catalog, folder + "/A.swift").output,
        "de: \"open\" has the values 1 text, and the English text has 1 integer\n")
    }
  }

  @Test func `says what it cannot do`() throws {
    expectEqual(run().code, 2)
    expectEqual(run("--help").code, 0)
    #expect(run("check").output.contains("check CATALOG"))
    expectEqual(run("check", "missing.xcstrings").output, "missing.xcstrings cannot be read.\n")
    expectEqual(run("check", "--language").output, "--language needs a value.\n")
    expectEqual(run("check", "--language", "german", "x").output, "\"german\" is not a language.\n")
    try inFolder { folder in
      try write("{", folder + "/App.xcstrings")
      expectEqual(run("check", folder + "/App.xcstrings").code, 2)
      try write(#"{"strings": {}}"#, folder + "/App.xcstrings")
      expectEqual(run("check", folder + "/App.xcstrings", folder + "/No").output, "There is no file \(folder)/No.\n")
      expectEqual(
        run("generate", folder + "/App.xcstrings", "--name", "A", folder + "/No/A.swift").output,
        "\(folder)/No/A.swift cannot be written.\n")
    }
  }
}
