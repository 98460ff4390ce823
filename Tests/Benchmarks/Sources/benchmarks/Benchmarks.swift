import Foundation
import PeerScenarios
import PlainScenarios
import Scenario
import StreamsScenarios

@main
struct Benchmarks {
  static func main() throws {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch .usage(let exitCode, let message) {
      print(message)
      exit(exitCode)
    }
    let findings = run(options)
    print(options.json ? try Report(findings).json() : Table.foot(findings))
    if let picture = options.picture { draw(findings, into: picture) }
  }

  private static func draw(_ findings: [Finding], into file: String) {
    do {
      guard let chart = Chart(findings) else { return complain("There is no ratio to draw.") }
      try chart.svg.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      complain("\(file) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }

  private static func run(_ options: Options) -> [Finding] {
    let rows = options.rows
    let lanes = [
      options.runs(.streams) ? streamsScenarios : [:],
      options.runs(.peer) ? peerScenarios : [:],
      options.runs(.plain) ? plainScenarios : [:],
    ]
    if !options.json { show(Table.head) }
    return rows.map { row in
      let results = race(row, lanes: lanes, seconds: options.seconds / Double(rows.count))
      let finding = Finding(row: row, streams: results[0], peer: results[1], plain: results[2])
      if !options.json { show(Table.line(finding)) }
      return finding
    }
  }

  /// Prints a line at once, also into a pipe.
  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
