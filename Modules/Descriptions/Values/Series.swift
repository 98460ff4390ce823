public import JSON

/// Numbers for a chart: one or several lines over numbers or days, with their units.
///
/// ```swift
/// let messages = Series(
///   unit: "messages",
///   lines: [Series.Line("Ada", [.init(day: LocalDate("2026-11-26")!, 3), .init(day: LocalDate("2026-11-27")!, 5)])])
/// ```
///
/// JSON has a record with the lines, whose points are `{"x": …, "y": …}`: a number or a day, and a number.
public struct Series: Hashable, Sendable, JSONRecord {
  /// What the numbers of the horizontal axis count; empty for days.
  public var unitOfX: String
  /// What the numbers of the vertical axis count.
  public var unit: String
  public var lines: [Line]

  public static let record = Codec(
    Series.init(unitOfX:unit:lines:), Field(\.unitOfX, "What the horizontal axis counts; empty for days."),
    Field(\.unit, "What the vertical axis counts."), Field(\.lines, "The lines."))

  /// Lines with their units.
  public init(unitOfX: String = "", unit: String, lines: [Line]) {
    self.unitOfX = unitOfX
    self.unit = unit
    self.lines = lines
  }

  /// A line of a chart.
  public struct Line: Hashable, Sendable, JSONRecord {
    public var name: String
    /// The points from left to right.
    public var points: [Point]

    public static let record = Codec(
      Line.init(_:_:), Field(\.name, "The name of the line."),
      Field(\.points, "The points from left to right."))

    /// A line with a name.
    public init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points
    }
  }

  /// A point of a line.
  public struct Point: Hashable, Sendable, JSONRecord {
    public var x: Position
    public var y: Double

    public static let record = Codec(
      Point.init(x:y:), Field(\.x, "A number, or a day."), Field(\.y, "The value there."))

    /// A point at a position.
    public init(x: Position, y: Double) {
      self.x = x
      self.y = y
    }

    /// A point over a number.
    public init(_ x: Double, _ y: Double) { self.init(x: .number(x), y: y) }

    /// A point over a day.
    public init(day: LocalDate, _ y: Double) { self.init(x: .day(day), y: y) }
  }

  /// Where a point is on the horizontal axis.
  public enum Position: Hashable, Sendable {
    case number(Double)
    case day(LocalDate)
  }
}

extension Series.Position: JSONReadable, JSONWritable {
  public static var shape: Shape { .anyOf("SeriesPosition", [.number, LocalDate.shape]) }
  public static var example: Series.Position { .number(0) }

  public init?(_ json: JSONText) {
    if let number = Double(json) {
      self = .number(number)
    } else if let day = LocalDate(json) {
      self = .day(day)
    } else {
      return nil
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): number.write(to: &writer)
    case .day(let day): day.write(to: &writer)
    }
  }
}
