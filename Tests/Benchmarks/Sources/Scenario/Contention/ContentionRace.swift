import Foundation

/// Measures rows of contention, each side of each row in processes of its own, which take turns.
public struct ContentionRace {
  /// The numbers of threads that feed each pipeline.
  public static let threads = [2, 4]

  private let isQuick: Bool

  public init(isQuick: Bool) {
    self.isQuick = isQuick
  }

  /// How often each side is measured.
  private var rounds: Int { isQuick ? 1 : 3 }
  /// How long each of the two parts of a measurement takes.
  private var seconds: Double { isQuick ? 0.1 : 0.25 }
  /// How long threads may take to return.
  private var limit: Double { isQuick ? 1 : 3 }

  public func finding(_ row: ContentionRow, threads: Int, sides: (Options.Side) -> Bool) -> ContentionFinding {
    var streams: [ContentionMeasurement] = []
    var rival: [ContentionMeasurement] = []
    for _ in 0..<rounds {
      if sides(.streams), let run = measure(row, threads, .streams) { streams.append(run) }
      if sides(row.rival.side), let run = measure(row, threads, row.rival.side) { rival.append(run) }
    }
    return ContentionFinding(
      row: row, threads: threads,
      streams: ContentionMeasurement.summary(of: streams),
      rival: ContentionMeasurement.summary(of: rival))
  }

  /// Runs one measurement in a process of its own; `nil` if that fails.
  private func measure(_ row: ContentionRow, _ threads: Int, _ side: Options.Side) -> ContentionMeasurement? {
    let request = ContentionRequest(row: row, threads: threads, side: side, seconds: seconds, limit: limit)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    process.arguments = [ContentionRequest.option, request.text]
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      return nil
    }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try? JSONDecoder().decode(ContentionMeasurement.self, from: answer)
  }
}

/// What a process that measures one side of a row is asked.
public struct ContentionRequest: Codable, Sendable {
  /// The option that stands before the request.
  public static let option = "--measure-contention"

  public let row: ContentionRow
  public let threads: Int
  public let side: Options.Side
  public let seconds: Double
  public let limit: Double

  var text: String {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The request in the arguments of this process, if it is one that measures.
  public init?(_ arguments: some Sequence<String>) {
    let arguments = Array(arguments)
    guard arguments.count == 2, arguments[0] == Self.option,
      let request = try? JSONDecoder().decode(ContentionRequest.self, from: Data(arguments[1].utf8))
    else { return nil }
    self = request
  }

  init(row: ContentionRow, threads: Int, side: Options.Side, seconds: Double, limit: Double) {
    self.row = row
    self.threads = threads
    self.side = side
    self.seconds = seconds
    self.limit = limit
  }

  /// Measures, and ends the process: threads that do not return would keep it alive.
  public func answer(_ make: @escaping (Int) -> ContendedPipeline) -> Never {
    let measurement = ContentionTrial(seconds: seconds, limit: limit, threads: threads, make: make).run()
    if let data = try? JSONEncoder().encode(measurement) { FileHandle.standardOutput.write(data) }
    _exit(0)
  }
}
