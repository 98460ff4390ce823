import Foundation

/// A page of the guide for embedders, whose examples can be run.
///
/// A `console` block has commands behind `$ `, what is typed behind `> `, and between them what is printed. A block of
/// another language that begins with a comment such as `# slow.py` is a file. Commands run in one folder, with `TRIBUTARY`
/// set to that of the package.
struct GuidePage {
  /// The commands with what is typed and printed.
  let commands: [Command]
  /// The files by their names.
  let files: [String: String]

  struct Command {
    let text: String
    var lines: [String] = []
  }

  init(_ url: URL) throws {
    var commands: [Command] = []
    var files: [String: String] = [:]
    var block: [String]?
    var language = ""
    for line in try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n") {
      guard line.hasPrefix("```") else {
        block?.append(line)
        continue
      }
      if let lines = block {
        if language == "console" {
          for line in lines {
            if line.hasPrefix("$ ") {
              commands.append(Command(text: String(line.dropFirst(2))))
            } else {
              commands[commands.count - 1].lines.append(line)
            }
          }
        } else if let name = lines.first?.wholeMatch(of: /(#|\/\/) ([\w.]+)/)?.2 {
          files[String(name)] = lines.dropFirst().joined(separator: "\n") + "\n"
        }
        block = nil
      } else {
        block = []
        language = String(line.dropFirst(3))
      }
    }
    self.commands = commands
    self.files = files
  }

  /// The pages, by their paths from the folder of the front.
  static let all =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: url("Guide").path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "Guide/\($0)" }

  /// A file in the folder of the front.
  static func url(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Apps/Stdio")
      .appendingPathComponent(path).standardizedFileURL
  }
}

extension GuidePage.Command {
  /// What is typed and printed when the command runs: the lines that the page should have.
  func run(in folder: URL) throws -> [String] {
    let script = #"cd "$1"; PATH="$2:$PATH"; export TRIBUTARY="$4"; exec 2>&1; eval "$3""#
    let program = Child.program.deletingLastPathComponent().path
    let child = try Child(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      ["bash", "-c", script, "bash", folder.path, program, text, GuidePage.url("../..").path])
    var transcript: [String] = []
    for line in lines where line.hasPrefix("> ") {
      transcript.append(line)
      child.say(String(line.dropFirst(2)))
      guard let id = line.firstMatch(of: /"id":(\d+)/)?.1 else { continue }
      while let frame = child.line() {
        transcript.append(frame)
        if frame.contains("\"id\":\(id),\"jsonrpc\"") { break }
      }
    }
    child.closeInput()
    let rest = child.end().output
    return transcript + rest.components(separatedBy: "\n").dropLast()
  }
}
