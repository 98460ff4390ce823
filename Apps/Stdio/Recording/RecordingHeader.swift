import Foundation
import FrontOptions
import JSON
import JSONRPC
import Services

/// The first line of a recording: what the session was started with.
struct RecordingHeader: Equatable {
  /// The version of the recordings that this program writes and reads.
  static let version = 2

  /// How messages were told apart. For readers: a replay needs no framing.
  var framing = Framing.lines
  /// The mock behind the session; `nil` for a server, whose answers are in the recording.
  var mock: Mock?
  /// Where the numbers of the session's source of chance come from.
  var seed: UInt64
  /// Whose days the dates are told in.
  var timeZone: TimeZone

  /// The options of the mock.
  struct Mock: Equatable {
    var latency: Int?
    var failures: MockFailures = []
  }

  /// The header of a session with these options.
  init(_ options: Options, seed: UInt64, timeZone: TimeZone) {
    framing = options.framing
    if options.backend.url == nil {
      mock = Mock(latency: options.backend.latency, failures: options.backend.failures ?? [])
    }
    self.seed = seed
    // NB: the zone of the moment is one that is known by its name.
    self.timeZone = TimeZone(identifier: timeZone.identifier) ?? .gmt
  }
}

// MARK: - As a line

extension RecordingHeader {
  /// NB: a server's address is not written: a replay needs none, and it may hold a name and a password.
  private struct Line: Codable {
    var recording: Int
    var program = Options.version
    var framing: String
    var backend: String
    var latency: Int?
    var fail: String?
    var seed: String
    var timeZone: String
  }

  /// The header as JSON.
  var text: [UInt8] {
    let line = Line(
      recording: Self.version, framing: framing.rawValue, backend: mock == nil ? "server" : "mock",
      latency: mock?.latency, fail: mock.flatMap { $0.failures.isEmpty ? nil : $0.failures.description },
      seed: String(seed, radix: 16), timeZone: timeZone.identifier)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // NB: strings and integers alone can be written.
    return Array((try? encoder.encode(line)) ?? Data())
  }

  /// Reads a header.
  ///
  /// - Throws: a `RecordingError`.
  init(_ text: ArraySlice<UInt8>) throws(RecordingError) {
    guard let version = (try? JSONText(scanning: text))?["recording"], version.isInteger else { throw .noRecording }
    guard version.bytes.elementsEqual(String(Self.version).utf8) else { throw .otherVersion }
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(text)), let seed = UInt64(line.seed, radix: 16),
      let framing = Framing(rawValue: line.framing), ["mock", "server"].contains(line.backend)
    else { throw .damaged(line: 1) }
    guard let timeZone = TimeZone(identifier: line.timeZone) else { throw .unknownTimeZone }
    self.framing = framing
    self.seed = seed
    self.timeZone = timeZone
    guard line.backend == "mock" else { return }
    do {
      mock = Mock(latency: line.latency, failures: try line.fail.map(MockFailures.init(parsing:)) ?? [])
    } catch {
      throw .damaged(line: 1)
    }
  }
}

/// Why a file cannot be replayed.
enum RecordingError: Error, Equatable {
  /// It does not begin as a recording does.
  case noRecording
  /// It was written by another version of this program.
  case otherVersion
  /// A line cannot be understood.
  case damaged(line: Int)
  /// The session's time zone is not known on this machine.
  case unknownTimeZone
  /// It is larger than what can be replayed.
  case tooLarge

  /// What to tell the user.
  var message: String {
    switch self {
    case .noRecording: "The file is no recording."
    case .otherVersion: "The recording is of another version than \(RecordingHeader.version), which this program reads."
    case .damaged(let line): "Line \(line) of the recording cannot be understood."
    case .tooLarge: "The recording is larger than \(RecordingReader.mostBytes >> 30) GiB."
    case .unknownTimeZone: "The recording's time zone is not known here."
    }
  }
}
