public import JSON

/// Finite numbers in JSON.
extension Double: JSONReadable, JSONWritable {
  public typealias RoleValue = Double
  public static var shape: Shape { .number }
  public static var example: Double { 0 }

  /// Reads the number nearest to the one that is written; `nil` if that is not finite.
  public init?(_ json: JSONText) {
    guard let number = json.double, number.isFinite else { return nil }
    self = number
  }

  /// Writes the shortest text that is read as this number. JSON has none for one that is not finite: that becomes `null`.
  public func write(to writer: inout JSONWriter) {
    if isFinite { writer.raw(description.utf8) } else { writer.notANumber() }
  }
}
