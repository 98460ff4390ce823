import ClientGenerator
import Foundation

/// A temporary folder with a client that the built program printed, the checks of both clients and the sample fronts.
final class ClientFolder {
  let url: URL

  /// The program that runs the files, such as `python3`.
  private let interpreter: String
  /// The suffix of the files that it runs: `js` if TypeScript had to be compiled.
  private let suffix: String

  init(_ language: ClientLanguage) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("tributary-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Clients")
    let samples = tests.appendingPathComponent("../../../Apps/Stdio/Samples")
    let client = try Child("--client", language.rawValue).end().output
    let source: String
    switch language {
    case .python:
      (interpreter, suffix, source) = ("python3", "py", "py")
    case .typescript:
      (interpreter, suffix, source) = ("node", Self.nodeStripsTypes ? "ts" : "js", "ts")
    case .swift: preconditionFailure("Tests/ClientTypes compiles and runs it.")
    }
    for (file, folder) in [
      ("check.\(source)", tests), ("front.\(source)", samples), ("scripted_core.py", tests), ("terminal.py", tests),
    ] {
      let file = folder.appendingPathComponent(file).standardizedFileURL
      try FileManager.default.copyItem(at: file, to: url.appendingPathComponent(file.lastPathComponent))
    }
    try client.write(to: url.appendingPathComponent("tributary.\(source)"), atomically: true, encoding: .utf8)
    if suffix == "js" { try compile() }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Starts a program of the folder.
  ///
  /// - Parameter inTerminal: whether to run it in a terminal, where `terminal.py` types with this secret.
  func start(_ name: String, _ arguments: String..., inTerminal secret: String? = nil) throws -> Child {
    let program = [interpreter, path("\(name).\(suffix)")] + arguments
    let terminal = secret.map { ["python3", path("terminal.py"), $0] } ?? []
    return try Child(executable: Self.env, terminal + program)
  }

  /// The path of a file of the folder.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Whether this machine can run TypeScript: by Node.js alone, or compiled by `tsc`.
  static let canRunTypeScript =
    nodeStripsTypes || !output("node", "--version").isEmpty && !output("tsc", "--version").isEmpty

  /// Whether Node.js runs TypeScript as it is.
  static let nodeStripsTypes =
    output("node", "-p", "process.features.typescript ?? ''").hasPrefix("strip")
  private static let env = URL(fileURLWithPath: "/usr/bin/env")

  private static func output(_ command: String...) -> String {
    (try? Child(executable: env, command).end())?.output ?? ""
  }

  /// Compiles by any version of `tsc`. Early ones refuse imports of `.ts`, and types of Node.js may be missing: the
  /// types are checked by `Tests/StdioBench/clients`.
  private func compile() throws {
    for name in ["check.ts", "front.ts"] {
      let file = url.appendingPathComponent(name)
      let source = try String(contentsOf: file, encoding: .utf8)
      try source.replacing("./tributary.ts", with: "./tributary.js").write(to: file, atomically: true, encoding: .utf8)
    }
    try #"{"type":"module"}"#.write(to: url.appendingPathComponent("package.json"), atomically: true, encoding: .utf8)
    _ = Self.output("tsc", "--target", "es2022", "--module", "es2022", path("check.ts"), path("front.ts"))
  }
}
