public import JSON

/// What a clock shows, without a day and a time zone: a shop opens at `09:00`.
///
/// ```swift
/// let opening = TimeOfDay("09:00")
/// ```
///
/// JSON has it as a text, `"09:00"`, or `"09:00:30"` if it has seconds.
public struct TimeOfDay: Hashable, Sendable {
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int
  /// The second, from 0 to 59.
  public let second: Int

  /// The time of three numbers; `nil` if no clock shows it.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

extension TimeOfDay: Comparable {
  public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool {
    (one.hour, one.minute, one.second) < (other.hour, other.minute, other.second)
  }
}

extension TimeOfDay: LosslessStringConvertible {
  /// The time as in `09:00`, or `09:00:30` if it has seconds.
  public var description: String {
    "\(hour.padded(2)):\(minute.padded(2))" + (second == 0 ? "" : ":\(second.padded(2))")
  }

  /// The time of a text as in `09:00` or `09:00:30`; `nil` if it is another text.
  public init?(_ text: String) {
    guard let numbers = DigitText(text).numbers("dd:dd") ?? DigitText(text).numbers("dd:dd:dd") else { return nil }
    self.init(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
  }
}

extension TimeOfDay: JSONReadable, JSONWritable {
  public static var shape: Shape { .text(format: .timeOfDay) }
  public static var example: TimeOfDay { TimeOfDay(hour: 0, minute: 0)! }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(description) }
}
