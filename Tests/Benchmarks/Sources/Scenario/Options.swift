/// What the command line asks for.
public struct Options: Sendable {
  /// Rows whose title contains one of these; all rows when empty.
  public var filters: [String] = []
  public var json = false
  /// Whether only the rows with several threads run.
  public var contentionOnly = false
  /// Whether everything takes a shorter time.
  public var isQuick = false
  /// What all rows together may take.
  public var seconds = 120.0
  /// The one side to run, for a profiler.
  public var side: Side?
  /// The file for the picture.
  public var picture: String?

  public enum Side: String, CaseIterable, Codable, Sendable {
    case streams, peer, plain
  }

  public static let usage = """
    usage: benchmarks [--filter TEXT]... [--contention] [--quick | --seconds N] [--json] [--svg FILE] [--only streams|peer|plain] [--list]

      --filter TEXT  only rows whose title contains TEXT, or is TEXT with = before it; may be repeated
      --contention   only the rows with several threads
      --quick        20 seconds for the rows with one thread instead of 120, and 15 for the others instead of 100
      --seconds N    N seconds for the rows with one thread
      --json         one JSON object instead of the table
      --svg FILE     also draws the ratios to the peer as a picture
      --only SIDE    run one side alone, for a profiler
      --list         the titles of all rows
    """

  public enum Problem: Error {
    case usage(exitCode: Int32, message: String)
  }

  public init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--filter": filters.append(try Options.value(rest.next(), of: argument))
      case "--contention": contentionOnly = true
      case "--quick":
        isQuick = true
        seconds = 20
      case "--json": json = true
      case "--seconds":
        guard let number = Double(try Options.value(rest.next(), of: argument)), number > 0 else {
          throw .usage(exitCode: 2, message: "--seconds needs a positive number")
        }
        seconds = number
      case "--svg": picture = try Options.value(rest.next(), of: argument)
      case "--only":
        guard let side = Side(rawValue: try Options.value(rest.next(), of: argument)) else {
          throw .usage(exitCode: 2, message: "--only needs streams, peer or plain")
        }
        self.side = side
      case "--list": throw .usage(exitCode: 0, message: Options.titles.joined(separator: "\n"))
      case "--help": throw .usage(exitCode: 0, message: Options.usage)
      default: throw .usage(exitCode: 2, message: "unknown option \(argument)\n" + Options.usage)
      }
    }
  }

  private static func value(_ next: String?, of option: String) throws(Problem) -> String {
    guard let next else { throw .usage(exitCode: 2, message: "\(option) needs a value") }
    return next
  }
}

extension Options {
  public var rows: [Row] {
    contentionOnly ? [] : Row.allCases.filter { isAsked($0.title) }
  }

  /// The rows with several threads.
  public var contentionRows: [(row: ContentionRow, threads: Int)] {
    #if DEBUG
      []
    #else
      ContentionRow.allCases.flatMap { row in
        ContentionRace.threads.map { (row, $0) }.filter { isAsked(ContentionFinding.title(row, threads: $0.1)) }
      }
    #endif
  }

  private static var titles: [String] {
    Row.allCases.map(\.title)
      + ContentionRow.allCases.flatMap { row in
        ContentionRace.threads.map { ContentionFinding.title(row, threads: $0) }
      }
  }

  private func isAsked(_ title: String) -> Bool {
    filters.isEmpty || filters.contains { "=" + title == $0 || title.contains($0) }
  }

  public func runs(_ side: Side) -> Bool {
    self.side == nil || self.side == side
  }
}
