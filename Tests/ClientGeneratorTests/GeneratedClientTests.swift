import Descriptions
import ExpectSupport
import Foundation
import JSON
import ScreenDescriptions
import Support
import Testing

@testable import ClientGenerator

/// What the generators make of an app with hostile names, and of one with a list, a detail and a form. The sources run
/// against scripted cores; their types are checked where a checker is installed.
@Suite(.ownThreads) struct GeneratedClientTests {
  private static let promises = """
    each screen opens once: true
    each event is sent under its own name: true
    two types of one name are two types: true
    texts are kept to the letter: true

    """

  @Test func `Python has a name for everything in a hostile app`() async throws {
    let folder = try ScriptFolder(.python, HostileApp.screens, "check_hostile.py", "hostile_core.py")
    try await expectEqual(folder.run("python3", "-W", "error", "-m", "py_compile", "client.py"), "")
    let output = try await folder.run("python3", "-W", "error", "check_hostile.py", "hostile_core.py", "screens.json")
    expectEqual(output.lowercased(), Self.promises)
  }

  @Test(.enabled(if: ScriptFolder.nodeStripsTypes, "needs Node.js 22.18"))
  func `TypeScript has a name for everything in a hostile app`() async throws {
    let folder = try ScriptFolder(.typescript, HostileApp.screens, "check_hostile.ts", "hostile_core.py")
    try await expectEqual(folder.run("node", "check_hostile.ts", "hostile_core.py", "screens.json"), Self.promises)
  }

  @Test func `Python keeps its promises for a list, a detail and a form`() async throws {
    let folder = try ScriptFolder(.python, ShelfApp.screens, "check_shelf.py", "shelf_core.py")
    try await expectEqual(
      folder.run("python3", "check_shelf.py", "shelf_core.py"),
      """
      values have their types
      what is sent has its form
      what a person types goes as it is
      what is said of the app is known
      what is unknown is kept
      a listener gets the revision
      a patch gives the state that a whole one gives
      a patch decodes what it changes
      a patch that does not fit asks once for the state
      a screen that the app opens has its class
      a screen of a later version is open as well
      what is hidden is said
      a refused event says why
      a call has a time limit
      a screen that comes too late is closed
      kill ends a core that does not answer
      a call after the end does not wait
      nothing is left open
      a message that a listener reads ends the client as well
      asyncio has the same
      a loop gets the newest state
      a question has an answer

      """)
  }

  @Test(.enabled(if: ScriptFolder.nodeStripsTypes, "needs Node.js 22.18"))
  func `TypeScript keeps its promises for a list, a detail and a form`() async throws {
    let folder = try ScriptFolder(.typescript, ShelfApp.screens, "check_shelf.ts", "shelf_core.py")
    try await expectEqual(
      folder.run("node", "check_shelf.ts", "shelf_core.py"),
      """
      values have their types
      what is sent has its form
      what is unknown is kept
      a listener gets the revision
      a patch gives a new state and leaves the old one
      a patch copies what it changes
      a patch that does not fit asks once for the state
      a screen that the app opens has its class
      a screen of a later version is open as well
      what is hidden is said
      a refused event says why
      a call has a time limit
      a screen that comes too late is closed
      kill ends a core that does not answer
      a loop gets the newest state
      a question has an answer

      """)
  }

  @Test(.enabled(if: ScriptFolder.has("mypy"), "needs mypy"), arguments: ["hostile", "shelf"])
  func `mypy accepts the types`(app: String) async throws {
    let screens = app == "hostile" ? HostileApp.screens : ShelfApp.screens
    let folder = try ScriptFolder(.python, screens, "check_\(app).py", "\(app)_core.py")
    let output = try await folder.run("mypy", "--strict", "client.py", "check_\(app).py", "\(app)_core.py")
    expectEqual(output, "Success: no issues found in 3 source files\n")
  }

  @Test func `two states and two choices of one name are four types`() {
    let screens = HostileApp.screens
    let python = ClientLanguage.python.client(of: screens, name: "core", version: "1")
    let typescript = ClientLanguage.typescript.client(of: screens, name: "core", version: "1")
    #expect(python.contains("Tone = Literal[\"dark\"]") && python.contains("Tone2 = Literal[\"loud\", \"quiet\"]"))
    #expect(python.contains("class QuoteMeScreen(_QuoteMeScreen[int], Screen[Screen2, None]): ..."))
    #expect(python.contains("class QuoteMe2Screen(_QuoteMe2Screen[int], Screen[Screen3, None]): ..."))
    #expect(typescript.contains("export type Tone2 = \"loud\" | \"quiet\";"))
    #expect(typescript.contains("export class QuoteMe2Screen extends Screen<Screen3> {"))
  }

  @Test func `a name of a program and a version can have any text`() async throws {
    let name = "say \"\"\" \\u */ now\n"
    let folder = try ScriptFolder(.python, ShelfApp.screens, name: name)
    let script = "import client, inspect; print(repr(inspect.signature(client.Core).parameters['command'].default))"
    try await expectEqual(folder.run("python3", "-c", script), #"'say """ \\u */ now\n'"# + "\n")
    let typescript = ClientLanguage.typescript.client(of: ShelfApp.screens, name: name, version: name)
    #expect(typescript.contains(#"command = "say \"\"\" \\u */ now\n","#))
    #expect(typescript.contains(#"The client of say """ \u *\/ now "#))
  }

  @Test func `a client says what it does with an integer that JSON does not carry`() {
    let typescript = ClientLanguage.typescript.client(of: [LedgerScreen.shapes], name: "core", version: "1")
    #expect(typescript.contains("readonly id: number | string;") && typescript.contains("readonly count: number;"))
    #expect(typescript.contains("beyond Number.MAX_SAFE_INTEGER: `BigInt(value)` has all of them."))
    let python = ClientLanguage.python.client(of: [LedgerScreen.shapes], name: "core", version: "1")
    #expect(python.contains("    id: int\n") && python.contains("return value if abs(value) < 2**53 else str(value)"))
    let swift = ClientLanguage.swift.client(of: [LedgerScreen.shapes], name: "core", version: "1")
    #expect(swift.contains("id: Int64"))
  }

  @Test func `the texts of a reference stay in their cells`() {
    let reference = ScreenReference(schema: ClientSchema([PipedScreen.shapes]), command: "core --screens").text
    #expect(reference.contains("by `core --screens`"))
    #expect(reference.contains(#"| `tap` |  | Either \| or. Not both. |"#))
  }

  @Test func `a reference has labels, parameters, and what hides and disables an event`() {
    let reference = ScreenReference(schema: ClientSchema([DoorScreen.shapes]), command: "core --screens").text
    #expect(
      reference.contains(
        "| `doorDidAppear` |  | It appeared. The core sends it when the screen opens; it has no control. |"))
    #expect(reference.contains("| `open` |  | *Let in*: Open it. Hidden by `isOpen`. Disabled by `reason`. |"))
    #expect(reference.contains("| `enter` |  | Go in. Hidden by `isWall` of the row. |"))
    #expect(reference.contains("| `isOpen` | boolean | *Open*: Whether it is open. |"))
    #expect(reference.contains("| `house` | integer or null, may be absent | *House*: The number of the house. |"))
  }
}

private enum PipedScreen: ShapeScreen {
  static let name = "piped"
  static let state = Shape.record("PipedState", [])
  static let events = [Shape.Event("tap", about: "Either | or.\nNot both.")]
}

private enum LedgerScreen: ShapeScreen {
  static let name = "ledger"
  static let state = Shape.record("LedgerState", [.init("id", Int64.shape), .init("count", .integer())])
  static let events = [Shape.Event("chosen", about: "It was chosen.", [.init("value", Int64.shape)])]
}

private enum DoorScreen: ShapeScreen {
  static let name = "door"
  static let parameters = Shape.record(
    "DoorParameters",
    [.init("house", .optional(.integer()), "The number of the house.", label: "House", isRequired: false)])
  static let state = Shape.record(
    "DoorState",
    [
      .init("isOpen", .boolean, "Whether it is open.", label: "Open"),
      .init("reason", .optional(.text()), "Why it cannot be opened."),
    ])
  static var events: [Shape.Event] {
    var appearance = Shape.Event("doorDidAppear", about: "It appeared.")
    appearance.isAppearance = true
    var open = Shape.Event("open", about: "Open it.")
    open.label = "Let in"
    open.hidden = "isOpen"
    open.disabledReason = "reason"
    var enter = Shape.Event("enter", about: "Go in.")
    enter.rowHidden = "isWall"
    return [appearance, open, enter]
  }
}

/// A temporary folder with a generated client, the scripts that try it, and the schemas of its screens.
private final class ScriptFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("tributary-\(UUID().uuidString)")

  init(_ language: ClientLanguage, _ screens: [ScreenDescription], name: String = "core", _ scripts: String...) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let source = language.client(of: screens, name: name, version: name)
    let file = language == .python ? "client.py" : "client.ts"
    try source.write(to: url.appendingPathComponent(file), atomically: true, encoding: .utf8)
    let schemas = screens.map { screen -> JSON in
      [
        "screen": .string(screen.name), "parameters": screen.parameters.schema, "state": screen.state.schema,
        "events": screen.events.schema,
      ]
    }
    try Data(JSON.array(schemas).json).write(to: url.appendingPathComponent("screens.json"))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scripts")
    for script in scripts {
      let original = folder.appendingPathComponent(script).standardizedFileURL
      try FileManager.default.copyItem(at: original, to: url.appendingPathComponent(script))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Runs a program in the folder. Returns what it printed, and its exit code if that is not 0.
  func run(_ command: String...) async throws -> String { try await Self.run(command, in: url) }

  /// Whether a program is installed.
  static func has(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// Whether Node.js runs TypeScript as it is.
  static let nodeStripsTypes = has("node") && printsTypeStripping()

  private static func printsTypeStripping() -> Bool {
    let output = Pipe()
    let question = ["-p", "process.features.typescript ?? ''"]
    guard let process = try? ChildProcess("node", question, .pipes(input: Pipe(), output: output, errors: nil)) else {
      return false
    }
    let text = String(decoding: output.allBytes(), as: UTF8.self)
    return process.end() == .exitCode(0) && text.hasPrefix("strip")
  }

  private static func run(_ command: [String], in folder: URL) async throws -> String {
    // NB: files, and not pipes, which a program with much to say fills before anything reads them.
    let output = folder.appendingPathComponent("output-\(UUID().uuidString).txt")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let handle = try FileHandle(forWritingTo: output)
    let nothing = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let place = handle.fileDescriptor
    let process = try ChildProcess(
      command[0], Array(command.dropFirst()), in: folder.path,
      .copies(input: nothing.fileDescriptor, output: place, errors: place))
    try handle.close()
    let ending = await process.waitForEnd()
    let text = try String(contentsOf: output, encoding: .utf8)
    return text + (ending == .exitCode(0) ? "" : "\(ending)")
  }
}
