public import Foundation
package import Recording
import Requests
import Screens
public import Words

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
  /// The language of the texts; `nil` for English, and at a terminal for that of the environment.
  public var language: Language?
  /// The locale of numbers, money and dates; `nil` for the language's.
  public var locale: Locale?
  /// The folder of the values that outlive the process.
  public var state: String?
  /// The file to record to.
  public var recording: String?
  /// The recording to replay.
  public var replay: String?

  /// No options.
  ///
  /// - Parameters:
  ///   - operations: the names of the app's operations, which `--fail` knows; any name is known if there are none. They are asked for
  ///     when they are needed.
  ///   - hasClient: whether the front is driven by a client that may answer operations, as `--backend client` requests.
  public init(operations: @autoclosure @escaping @Sendable () -> [String] = [], hasClient: Bool = false) {
    backend = BackendOptions(operations: operations(), hasClient: hasClient)
  }

  /// The same front without options.
  package var none: SessionOptions {
    let backend = backend
    return SessionOptions(operations: backend.operations, hasClient: backend.hasClient)
  }

  /// The options as a table declares them.
  package var declared: [CommandOption] {
    backend.declared + [
      CommandOption("--seed", .text("N"), Words.text("take random numbers that follow from N")),
      CommandOption(
        "--now", .text("DATE"), Words.text("stop the clock at a date, such as 2026-11-22T15:04:05Z; timers run")),
      CommandOption("--time-zone", .text("NAME"), Words.text("write dates in a zone, such as Europe/Berlin")),
      CommandOption(
        "--language", .text("TAG", suggestions: ["en", "de"]),
        Words.text("the language of the texts, such as de; English if not set, and at a terminal that of LANG")),
      CommandOption(
        "--locale", .text("NAME"),
        Words.text("write numbers, money and dates as in a locale, such as de_AT; the language's if not set")),
      CommandOption(
        "--state", .folder("DIR"),
        Words.text("keep in a folder what outlives the process, such as unfinished purchases; one process at a time")),
      CommandOption(
        "--record", .file("FILE"),
        Words.text("record the session in a new file: what is shown and typed, private or not, but no passwords")),
      CommandOption(
        "--replay", .file("FILE"), Words.text("run a recorded session again, and name the first line that differs")),
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
      if seed == nil { throw OptionError(Words.text("--seed takes a number from 0 to \(String(UInt64.max)).")) }
    case "--now":
      date = Self.date(try arguments.value())
      if date == nil { throw OptionError(Words.text("--now takes a date that exists, such as 2026-11-22T15:04:05Z.")) }
    case "--time-zone":
      timeZone = TimeZone(identifier: try arguments.value())
      if timeZone == nil {
        throw OptionError(Words.text("--time-zone takes the name of a zone, such as Europe/Berlin."))
      }
    case "--language":
      language = Language(try arguments.value())
      if language == nil {
        throw OptionError(Words.text("--language takes the tag of a language, such as de or pt-BR."))
      }
    case "--locale":
      locale = AppLocalization(language: nil, locale: try arguments.value())?.locale
      if locale == nil { throw OptionError(Words.text("--locale takes the name of a locale, such as de_AT.")) }
    case "--state": state = try arguments.value(Words.text("a folder"))
    case "--record": recording = try arguments.value(Words.text("a file"))
    case "--replay": replay = try arguments.value(Words.text("a file"))
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
    guard replay != nil else { return }
    var replaying = none
    replaying.replay = replay
    guard isAlone, self == replaying else { throw .notReplayable }
  }

  /// Opens the folder of the values that outlive the process; `nil` if there is none.
  func openStorage() throws(OptionError) -> Storage? {
    do throws(StorageError) {
      return try state.map { path throws(StorageError) in try Storage(folder: path) }
    } catch {
      throw OptionError(Words.text("--state: \(error.text)"))
    }
  }

  /// Reads the recording to replay; `nil` if there is none.
  package func openRecording() throws(OptionError) -> Recording? {
    do throws(RecordingError) {
      return try replay.map { path throws(RecordingError) in try Recording(file: path) }
    } catch {
      throw OptionError(Words.text("--replay: \(error.text)"))
    }
  }

  /// Creates the file to record to; `nil` if there is none.
  ///
  /// - Parameter onFailure: runs once, on any thread, if the recording ends before the session.
  func createRecording(
    onFailure: @escaping @Sendable (_ message: LocalizedText) -> Void
  ) throws(OptionError) -> RecordingFile? {
    do throws(RecordingError) {
      return try recording.map { path throws(RecordingError) in try RecordingFile(path, onFailure: onFailure) }
    } catch {
      throw OptionError(Words.text("--record: \(error.text)"))
    }
  }

  /// Takes the language and the locale of the environment, unless one is set: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
  /// that has a value.
  package mutating func follow(_ environment: [String: String]) {
    guard language == nil else { return }
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let language = value.flatMap({ Language(posix: $0) }) else { return }
    self.language = language
  }

  /// The language and the locale.
  package var localization: AppLocalization { AppLocalization(language ?? .english, locale: locale) }

  /// The configuration of a session.
  ///
  /// - Parameter front: the name and the version of the front.
  package func configuration(front: String) -> SessionConfiguration {
    SessionConfiguration(
      front: front, mock: backend.mock, seed: seed, date: date, timeZone: timeZone, localization: localization,
      hasStorage: state != nil)
  }
}
