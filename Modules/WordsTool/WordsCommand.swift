import Foundation
import JSON
import Words

/// A command of `tributary-words`.
struct WordsCommand {
  static let usage = """
    The texts of an app and their translations, in a String Catalog (.xcstrings).

      tributary-words check CATALOG --language TAG... SOURCES...
          Names what is missing in the languages, what the catalogue lacks, what the code does not use, and each mistake:
          whatever would show an English text, a wrong form, or a text without a value.
      tributary-words update CATALOG SOURCES...
          Adds the texts of the code to the catalogue, and marks those that the code does not have any more as stale.
      tributary-words generate CATALOG --name NAME [--library] OUTPUT
          Writes a Swift file with the catalogue, as the type NAME; or a module in JavaScript, if OUTPUT ends with ".js".
          With --library, the texts of the module come from it, whatever catalogues the app has.

    SOURCES are files of Swift, JavaScript or HTML, or folders of them. A text is the literal of a call of Words.text or
    words.text, or a label, an example, a heading or an empty text in the description of a screen; in HTML, it is what a
    person reads. Labels that are made of names are found by AppDefinition.check(inAllLanguages: true).

    """

  /// What the command prints.
  private(set) var output = ""

  /// Runs the command.
  ///
  /// - Returns: The exit code: 0, 1 if `check` has found something, 2 if the command cannot be understood, or a file not read.
  mutating func run(_ arguments: [String]) -> Int32 {
    do {
      return try perform(arguments)
    } catch {
      output += "\(error)\n"
      return 2
    }
  }

  private mutating func perform(_ arguments: [String]) throws -> Int32 {
    var arguments = arguments[...]
    let command = arguments.popFirst()
    switch command {
    case "--help", "help":
      output += Self.usage
      return 0
    case "check": return try check(arguments)
    case "update":
      guard let path = arguments.popFirst() else { throw UsageError(text: Self.usage) }
      let file = FileManager.default.fileExists(atPath: path) ? try CatalogFile(try Self.read(path)) : try .empty()
      try Self.write(file.updated(with: try Self.texts(arguments)), to: path)
      return 0
    case "generate":
      let name = try Self.option("--name", from: &arguments).last
      let isLibrary = arguments.contains("--library")
      arguments.removeAll { $0 == "--library" }
      guard arguments.count == 2, let catalog = arguments.first, let output = arguments.last, let name else {
        throw UsageError(text: Self.usage)
      }
      let file = try CatalogFile(try Self.read(catalog))
      let isScript = output.hasSuffix(".js")
      let text = isScript ? file.javaScriptFile(name: name) : file.swiftFile(name: name, isLibrary: isLibrary)
      try Self.write(text, to: output)
      return 0
    default: throw UsageError(text: Self.usage)
    }
  }

  private mutating func check(_ arguments: ArraySlice<String>) throws -> Int32 {
    var arguments = arguments
    let languages = try Self.option("--language", from: &arguments).map { tag in
      guard let language = Language(tag) else { throw UsageError(text: "\"\(tag)\" is not a language.") }
      return language
    }
    guard let path = arguments.popFirst() else { throw UsageError(text: Self.usage) }
    let catalog = try StringCatalog(JSONText(scanning: try Self.read(path).utf8))
    let texts = try Self.texts(arguments)
    let english = Dictionary(texts.map { ($0.key, $0.english ?? $0.key) }) { first, _ in first }
    var lines = catalog.problems(in: languages, english: english).map(\.description)
    let keys = Set(catalog.keys)
    var found: Set<String> = []
    for text in texts where found.insert(text.key).inserted && !keys.contains(text.key) {
      lines.append("\(text.file):\(text.line): \"\(text.key)\" is not in the catalogue")
    }
    // Without the code, the catalogue itself says what is not used.
    let unused = arguments.isEmpty ? catalog.staleKeys : catalog.unusedKeys(besides: found)
    lines += unused.map { "\"\($0)\" is in the catalogue, and not in the code" }
    output += lines.map { $0 + "\n" }.joined()
    return lines.isEmpty ? 0 : 1
  }

  /// The values of an option, which are taken out of the arguments.
  private static func option(_ name: String, from arguments: inout ArraySlice<String>) throws -> [String] {
    var values: [String] = []
    while let index = arguments.firstIndex(of: name) {
      guard index + 1 < arguments.endIndex else { throw UsageError(text: "\(name) needs a value.") }
      values.append(arguments[index + 1])
      arguments = arguments[..<index] + arguments[(index + 2)...]
    }
    return values
  }

  /// The texts of all files, in the order of the files.
  private static func texts(_ paths: ArraySlice<String>) throws -> [SourceText] {
    try paths.flatMap { try sourceFiles($0) }.flatMap { SourceText.all(in: try read($0), file: $0) }
  }

  /// The files of a folder that may have texts, or the file itself.
  private static func sourceFiles(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UsageError(text: "There is no file \(path).")
    }
    guard isFolder.boolValue else { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { path in [".swift", ".js", ".html"].contains { path.hasSuffix($0) } }.sorted()
      .map { path + "/" + $0 }
  }

  private static func read(_ path: String) throws -> String {
    do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw UsageError(text: "\(path) cannot be read.")
    }
  }

  private static func write(_ text: String, to path: String) throws {
    do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
      throw UsageError(text: "\(path) cannot be written.")
    }
  }
}

/// Why a command cannot be performed.
private struct UsageError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
