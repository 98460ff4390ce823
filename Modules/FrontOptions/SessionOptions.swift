public import Foundation
package import Recording
import Requests
import Screens

/// The options that every front has: its backend, what makes it repeatable, and its recording.
public struct SessionOptions: Equatable, Sendable {
  /// The backend.
  public var backend: BackendOptions
  /// The seed of the random numbers.
  public var seed: UInt64?
  /// The date at which the clock stands still.
  public var date: Date?
  /// The zone in which dates are written.
  public var timeZone: TimeZone?
  /// The folder of the values that outlive the process.
  public var state: String?
  /// The file to record to.
  public var recording: String?
  /// The recording to replay.
  public var replay: String?

  /// No options.
  ///
  /// - Parameters:
  ///   - operations: the names of the app's operations, which `--fail` knows; any name is known if there are none.
  ///   - hasClient: whether the front is driven by a client that may answer operations, as `--backend client` requests.
  public init(operations: [String] = [], hasClient: Bool = false) {
    backend = BackendOptions(operations: operations, hasClient: hasClient)
  }

  /// The options as a table declares them.
  package var declared: [CommandOption] {
    backend.declared + [
      CommandOption("--seed", .text("N"), "take random numbers that follow from N"),
      CommandOption("--now", .text("DATE"), "stop the clock at a date, such as 2026-11-22T15:04:05Z; timers run"),
      CommandOption("--time-zone", .text("NAME"), "write dates in a zone, such as Europe/Berlin"),
      CommandOption(
        "--state", .folder("DIR"),
        "keep in a folder what outlives the process, such as unfinished purchases; one process at a time"),
      CommandOption("--record", .file("FILE"), "record the session in a new file, without its secrets"),
      CommandOption("--replay", .file("FILE"), "run a recorded session again, and name the first line that differs"),
    ]
  }

  /// Reads the value of an option.
  ///
  /// - Returns: false if it is not an option of every front.
  /// - Throws: an `OptionError` that names the option, if its value is missing or wrong.
  package mutating func read(_ option: String, _ arguments: inout CommandLineArguments) throws(OptionError) -> Bool {
    switch option {
    case "--seed":
      seed = UInt64(try arguments.value())
      if seed == nil { throw OptionError("--seed takes a number from 0 to \(UInt64.max).") }
    case "--now":
      date = Self.date(try arguments.value())
      if date == nil { throw OptionError("--now takes a date that exists, such as 2026-11-22T15:04:05Z.") }
    case "--time-zone":
      timeZone = TimeZone(identifier: try arguments.value())
      if timeZone == nil { throw OptionError("--time-zone takes the name of a zone, such as Europe/Berlin.") }
    case "--state": state = try arguments.value("a folder")
    case "--record": recording = try arguments.value("a file")
    case "--replay": replay = try arguments.value("a file")
    default: return try backend.read(option, &arguments)
    }
    return true
  }

  /// The date of a text in RFC 3339; `nil` for another text, and for a day that no calendar has.
  private static func date(_ text: String) -> Date? { Date(JSONText(scanned: text.json[...])) }

  /// Checks that the options fit together.
  ///
  /// - Parameter isAlone: whether the front has no other option.
  package func check(isAlone: Bool) throws(OptionError) {
    try backend.check()
    var replaying = SessionOptions(operations: backend.operations, hasClient: backend.hasClient)
    replaying.replay = replay
    guard replay == nil || isAlone && self == replaying else {
      throw .notReplayable
    }
  }

  /// Opens the folder of the values that outlive the process; `nil` if there is none.
  func openStorage() throws(OptionError) -> Storage? {
    do throws(StorageError) {
      return try state.map { path throws(StorageError) in try Storage(folder: path) }
    } catch {
      throw OptionError("--state: \(error.message)")
    }
  }

  /// Reads the recording to replay; `nil` if there is none.
  package func openRecording() throws(OptionError) -> Recording? {
    do throws(RecordingError) {
      return try replay.map { path throws(RecordingError) in try Recording(file: path) }
    } catch {
      throw OptionError("--replay: \(error.message)")
    }
  }

  /// Creates the file to record to; `nil` if there is none.
  ///
  /// - Parameter onFailure: runs once, on any thread, if the recording ends before the session.
  func createRecording(
    onFailure: @escaping @Sendable (_ message: String) -> Void
  ) throws(OptionError) -> RecordingFile? {
    do throws(RecordingError) {
      return try recording.map { path throws(RecordingError) in try RecordingFile(path, onFailure: onFailure) }
    } catch {
      throw OptionError("--record: \(error.message)")
    }
  }

  /// The configuration of a session.
  ///
  /// - Parameter front: the name and the version of the front.
  package func configuration(front: String) -> SessionConfiguration {
    SessionConfiguration(
      front: front, mock: backend.mock, seed: seed, date: date, timeZone: timeZone, hasStorage: state != nil)
  }
}
