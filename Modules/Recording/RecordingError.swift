public import Words

/// Why a file cannot be replayed.
public struct RecordingError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not begin as a recording does.
    public static let notARecording = Code(rawValue: "notARecording")
    /// It has another version than `SessionConfiguration.recordingVersion`.
    public static let otherVersion = Code(rawValue: "otherVersion")
    /// A line cannot be understood.
    public static let damaged = Code(rawValue: "damaged")
    /// This machine does not know the session's time zone.
    public static let unknownTimeZone = Code(rawValue: "unknownTimeZone")
    /// It is larger than 1 GiB.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The file cannot be read or written.
    public static let file = Code(rawValue: "file")
  }

  /// The kind of the reason.
  public let code: Code
  /// The number of the line that is damaged, from 1; `nil` if no line is.
  public let line: Int?
  /// The text for the user.
  public let text: LocalizedText

  private init(code: Code, line: Int? = nil, _ text: LocalizedText) {
    self.code = code
    self.line = line
    self.text = text
  }

  /// The file does not begin as a recording does.
  public static let notARecording = Self(code: .notARecording, Words.text("The file is not a recording."))
  /// It has another version than `SessionConfiguration.recordingVersion`.
  public static let otherVersion = Self(
    code: .otherVersion,
    Words.text(
      "The recording is of another version than \(count: SessionConfiguration.recordingVersion), which this program reads."
    ))
  /// A line cannot be understood.
  public static func damaged(line: Int) -> Self {
    Self(
      code: .damaged, line: line,
      Words.text("Line \(count: line, isGrouped: false) of the recording cannot be understood."))
  }
  /// This machine does not know the session's time zone.
  public static let unknownTimeZone = Self(
    code: .unknownTimeZone, Words.text("The recording's time zone is not known here."))
  /// It is larger than 1 GiB.
  public static let tooLarge = Self(
    code: .tooLarge, Words.text("The recording is larger than \(count: RecordingReader.sizeLimit >> 30) GiB."))
  /// The file cannot be read, for this reason.
  static func notReadable(_ reason: LocalizedText) -> Self {
    Self(code: .file, Words.text("The recording cannot be read: \(reason)."))
  }
  /// The file cannot be written, for this reason.
  static func notWritable(_ reason: LocalizedText) -> Self {
    Self(code: .file, Words.text("The recording cannot be written: \(reason)."))
  }

  /// The text in English.
  public var message: String { text.description }
}

extension RecordingError: CustomStringConvertible {
  /// The text in English.
  public var description: String { message }
}
