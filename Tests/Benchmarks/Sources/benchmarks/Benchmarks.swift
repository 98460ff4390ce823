import Foundation
import PeerScenarios
import PlainScenarios
import Scenario
import StreamsScenarios

@main
struct Benchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if let request = ContentionRequest(arguments) { measure(request) }
    let options: Options
    do {
      options = try Options(arguments)
    } catch .usage(let exitCode, let message) {
      print(message)
      exit(exitCode)
    }
    let findings = run(options)
    let contention = runContention(options)
    if options.json { print(try Report(findings, contention).json()) }
    if let picture = options.picture { draw(findings, contention, into: picture) }
  }

  private static func draw(_ findings: [Finding], _ contention: [ContentionFinding], into file: String) {
    do {
      guard let chart = Chart(findings, contention) else { return complain("There is no ratio to draw.") }
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
    guard !rows.isEmpty else { return [] }
    let lanes = [
      options.runs(.streams) ? streamsScenarios : [:],
      options.runs(.peer) ? peerScenarios : [:],
      options.runs(.plain) ? plainScenarios : [:],
    ]
    if !options.json { show(Table.head) }
    let findings = rows.map { row in
      let results = race(row, lanes: lanes, seconds: options.seconds / Double(rows.count))
      let finding = Finding(row: row, streams: results[0], peer: results[1], plain: results[2])
      if !options.json { show(Table.line(finding)) }
      return finding
    }
    if !options.json { show(Table.foot(findings)) }
    return findings
  }

  private static func runContention(_ options: Options) -> [ContentionFinding] {
    let rows = options.contentionRows
    guard !rows.isEmpty else { return [] }
    if !options.json { show((options.contentionOnly ? "" : "\n") + ContentionTable.head) }
    let race = ContentionRace(isQuick: options.isQuick)
    let findings = rows.map { row, threads in
      let finding = race.finding(row, threads: threads, sides: options.runs)
      if !options.json { show(ContentionTable.line(finding)) }
      return finding
    }
    if !options.json { show(ContentionTable.foot(findings)) }
    return findings
  }

  /// Measures what another process of this program asks for.
  private static func measure(_ request: ContentionRequest) -> Never {
    let scenarios =
      switch request.side {
      case .streams: streamsContention
      case .peer: peerContention
      case .plain: plainContention
      }
    guard let make = scenarios[request.row] else { exit(1) }
    request.answer(make)
  }

  /// Prints a line at once, also into a pipe.
  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
