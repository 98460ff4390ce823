public import JSON

/// A day and a time without a time zone: a reminder at `2026-11-27T09:00`, wherever the person is then.
///
/// ```swift
/// let reminder = LocalDateTime("2026-11-27T09:00")
/// ```
///
/// JSON has it as a text. A `Date` is another thing: an instant, which clocks show differently.
public struct LocalDateTime: Hashable, Sendable {
  public var date: LocalDate
  public var time: TimeOfDay

  /// A time of a day.
  public init(_ date: LocalDate, _ time: TimeOfDay) {
    self.date = date
    self.time = time
  }
}

extension LocalDateTime: Comparable {
  public static func < (one: LocalDateTime, other: LocalDateTime) -> Bool {
    (one.date, one.time) < (other.date, other.time)
  }
}

extension LocalDateTime: LosslessStringConvertible {
  /// The time as in `2026-11-27T09:00`.
  public var description: String { "\(date)T\(time)" }

  /// The time of a text as in `2026-11-27T09:00`; `nil` if it is another text.
  public init?(_ text: String) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let date = LocalDate(String(parts[0])), let time = TimeOfDay(String(parts[1])) else {
      return nil
    }
    self.init(date, time)
  }
}

extension LocalDateTime: JSONReadable, JSONWritable {
  public static var shape: Shape { .text(format: .localDateTime) }
  public static var example: LocalDateTime { LocalDateTime(.example, .example) }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(description) }
}

/// A day and a time in a named time zone, such as a meeting: it stays at its local time when the rules of the zone change.
///
/// ```swift
/// let meeting = LocalDateTime("2026-11-27T09:00").map { ZonedDateTime($0, zone: "Europe/Berlin") }
/// ```
///
/// JSON has a record with the members `local` and `zone`.
public struct ZonedDateTime: Hashable, Sendable, JSONRecord {
  public var local: LocalDateTime
  /// The name of the zone in the database of the IANA, such as `Europe/Berlin`. Whether the system knows it is not checked.
  public var zone: String

  public static let record = Codec(
    ZonedDateTime.init(_:zone:), Field(\.local, "The local date and time."),
    Field(\.zone, "The name of the time zone, such as Europe/Berlin."))

  /// A time in a zone.
  public init(_ local: LocalDateTime, zone: String) {
    self.local = local
    self.zone = zone
  }
}
